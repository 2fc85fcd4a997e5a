/** Which checks have to fail, and why: what a trigger could not see, as the docs promise that it is reported. */
import { selectedIds, type Form } from './form';
import type { View } from './oracle';
import { isAnswered, isReadAgain, wasAnswered } from './story';
import type { Answer, Read } from './world';

const MINUTE = 60_000;

export const kinds = ['list', 'choice', 'statistics'] as const;
export type Kind = (typeof kinds)[number];

/** What a failed check says that it could not see. */
export function kindOf(thrown: Error & { description?: string | null }): string {
	const text = `${thrown.message} ${thrown.description ?? ''}`;
	if (text.includes('does not show')) return 'choice';
	if (/longer than n8n allows/.test(text)) return 'time';
	return /statistics|figures/.test(text) ? 'statistics' : 'list';
}

/** Something that a check could not see. */
interface Fault {
	at: number;
	/** Whether it may pass by itself, and whether others of its kind could be read. */
	passes: boolean;
	isPartial: boolean;
	/** The check before that looked for the same failed, too. */
	isSecond: boolean;
}

/** All of it is in the memory of the process that polls. */
export class Reporting {
	private readonly faults: Record<Kind, Fault[]> = { list: [], choice: [], statistics: [] };
	private readonly reports: Record<Kind, Fault[]> = { list: [], choice: [], statistics: [] };
	private readonly reportedAt: Partial<Record<Kind, number>> = {};
	private readonly waiting = new Map<Kind, Fault>();
	private readonly failing = new Set<Kind>();
	/** Nobody can say from outside which statistics were due while the service limited requests. */
	isUncertain = false;
	private chosen?: string;

	failed(kind: Kind, at: number, { passes, isPartial = false }: { passes: boolean; isPartial?: boolean }): void {
		const fault = { at, passes, isPartial, isSecond: this.failing.has(kind) };
		this.failing.add(kind);
		this.faults[kind].push(fault);
		if (this.isDue(kind, fault)) this.waiting.set(kind, fault);
	}

	worked(kind: Kind): void {
		this.failing.delete(kind);
		if (kind === 'list') this.waiting.delete(kind);
	}

	/** What can be mended at once, what passes after the second in a row; all of a kind each hour, some each day. */
	private isDue(kind: Kind, { at, passes, isPartial, isSecond }: Fault): boolean {
		if (passes && !isSecond) return false;
		const last = this.reports[kind].at(-1);
		const lastAt = this.reportedAt[kind];
		if (!last || lastAt === undefined) return true;
		return Math.abs(at - lastAt) >= (isPartial ? 24 * 60 : 60) * MINUTE || (last.passes && !passes);
	}

	/** What a check without events has to report. */
	due(): Kind | undefined {
		return kinds.find((kind) => this.waiting.has(kind));
	}

	/** Whether events hid it until now. */
	isHidden(kind: Kind, at: number): boolean {
		return this.waiting.get(kind)?.at !== at;
	}

	reported(kind: Kind, at: number): void {
		const fault = this.waiting.get(kind);
		this.waiting.delete(kind);
		if (fault) this.reports[kind].push(fault);
		this.reportedAt[kind] = at;
	}

	/**
	 * A promotion was selected that the list does not show: reported when the selection is another one than at the last good check. Each
	 * selection is reported by itself, and what an earlier one lacked no longer is.
	 */
	selected({ scope }: Form, answer: Answer, at: number): void {
		const ids = selectedIds(scope) ?? [];
		const chosen = ids.join(' ');
		const isEdited = this.chosen !== undefined && this.chosen !== chosen;
		this.chosen = chosen;
		if (isEdited) {
			this.waiting.delete('choice');
			delete this.reportedAt.choice;
		}
		if (isEdited && ids.some((id) => !answer.has(id))) this.failed('choice', at, { passes: false });
	}

	/** Some or all: of what was asked for in this check, and of what is asked for again and again, as it answered last. */
	statistics(view: View, earlier: View | null, form: Form, reads: ReadonlyMap<string, Read>, passes: boolean): void {
		if (reads.size === 0) return;
		const known = (id: string) => earlier?.stories.get(id)?.seen.at(-1)?.counted ?? null;
		const answered = new Map([...reads].map(([id, read]) => [id, isAnswered(read, known(id))]));
		const failedNow = [...answered.values()].includes(false);
		for (const [id, story] of view.stories) {
			const before = wasAnswered(story);
			if (before !== undefined && !answered.has(id) && isReadAgain(story, form)) answered.set(id, before);
		}
		const isPartial = [...answered.values()].includes(true);
		const isGone = [...reads].some(([id, read]) => read === 'none' && known(id) !== null);
		if (failedNow) this.failed('statistics', view.at, { passes: passes && !isGone, isPartial });
		else if (![...answered.values()].includes(false)) this.worked('statistics');
	}
}
