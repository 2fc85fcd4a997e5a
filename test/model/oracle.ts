/** What a trigger has to tell, by the sentences of the docs over all that the service answered. It uses nothing of the code under test. */
import { selectedIds, type Form } from './form';
import {
	completion,
	goesOn,
	isFinal,
	isOver,
	isReadAgain,
	owesStall,
	tellings,
	WATCHING,
	type Seen,
	type Story,
	type Told,
} from './story';
import { counters, mapCounters, type Answer, type Counted, type Read, type Shown, type Status } from './world';

const DAY = 24 * 60 * 60_000;

export interface Polled {
	form: Form;
	answer: Answer;
	reads: ReadonlyMap<string, Read>;
	/** The host's time. */
	at: number;
	/** Which poll of all it was. */
	turn: number;
	/** A person activated it after more than seven days off. */
	startsFromNow: boolean;
}

/** All that is known after a poll. */
export interface View {
	at: number;
	stories: ReadonlyMap<string, Story>;
	/** IDs that any answer listed, and those that one showed as over. */
	listed: ReadonlySet<string>;
	over: ReadonlySet<string>;
	/** It saw an empty list, and no other before. */
	startedEmpty: boolean;
}

export interface Expected extends Told {
	id: string;
	turn: number;
	at: number;
}

export class Oracle {
	readonly expected: Expected[] = [];
	readonly saw = {
		silentEntry: false,
		oldCopyOfEnd: false,
		backAgain: false,
		scopeMoves: false,
		silentLimit: false,
		emptyStart: false,
	};
	view: View | null = null;
	private written: View | null = null;

	/** The database holds what this process knows, to the last poll. */
	get isWritten(): boolean {
		return this.view === this.written;
	}

	get writtenAt(): number | undefined {
		return this.written?.at;
	}

	/** A poll whose state the process kept. `lost`: nothing of what it tells leaves the process. Returns what it tells. */
	poll(polled: Polled, { wrote, lost }: { wrote: boolean; lost: boolean }): Expected[] {
		const { view, told } = this.next(polled);
		if (!lost) this.expected.push(...told);
		this.view = view;
		if (wrote) this.written = view;
		return told;
	}

	/** What would be known after a poll that n8n threw away. */
	preview(polled: Polled): View {
		return this.next(polled).view;
	}

	writeState(): void {
		this.written = this.view;
	}

	/** Only what the database holds is still known. */
	restart(): void {
		this.view = this.written;
	}

	/** What would have come by now of all that is listed, had its figures been read as they are. */
	owed(answer: Answer, counted: (id: string) => Counted, form: Form): string[] {
		return [...answer.keys()].flatMap((id) => {
			const story = this.view?.stories.get(id);
			if (!story || !isReadAgain(story, form)) return [];
			const last = story.seen.at(-1)?.counted ?? null;
			const sent = counted(id);
			const isUnread = counters.some((counter) => sent[counter] !== null && sent[counter] !== last?.[counter]);
			const restless = form.events.includes('finalFiguresReady') && completion(story) >= 0 && !isFinal(story);
			const isFollowed = WATCHING.some((event) => form.events.includes(event));
			return [
				...(restless ? [`${id} final figures`] : []),
				...(form.events.includes('stalled') && owesStall(story) ? [`${id} stalled`] : []),
				...(isFollowed && isUnread ? [`${id} figures`] : []),
			];
		});
	}

	/** Completions whose final figures were never told, listed or not. */
	restless({ events }: Form): string[] {
		if (!events.includes('finalFiguresReady')) return [];
		return [...(this.view?.stories ?? [])].flatMap(([id, story]) =>
			completion(story) >= 0 && !isFinal(story) ? [id] : [],
		);
	}

	/** What existed before. An empty first list does not say; the second one does, whatever it shows. */
	private get baseline(): View | null {
		return this.view?.startedEmpty ? null : this.view;
	}

	private next(polled: Polled): { view: View; told: Expected[] } {
		const { answer, at, turn } = polled;
		const { baseline: view } = this;
		if (this.view?.startedEmpty && answer.size > 0) this.saw.emptyStart = true;
		const startedEmpty = this.view === null && answer.size === 0;
		const stories = new Map<string, Story>();
		const told: Expected[] = [];
		for (const id of new Set([...answer.keys(), ...(view?.stories.keys() ?? [])])) {
			const story = this.seen(id, answer.get(id), polled);
			if (!story) continue;
			for (const one of story.seen.at(-1)?.told ?? []) if (one.event !== '(final)') told.push({ ...one, id, turn, at });
			if (goesOn(story, polled.form)) stories.set(id, story);
		}
		const over = [...answer].flatMap(([id, { status }]) => (isOver(status) ? [id] : []));
		const listed = new Set([...(view?.listed ?? []), ...answer.keys()]);
		return { view: { at, stories, listed, over: new Set([...(view?.over ?? []), ...over]), startedEmpty }, told };
	}

	/** Its story with what this poll saw; undefined if it has none: it is out of scope, or was over before. */
	private seen(id: string, listed: Shown | undefined, polled: Polled): Story | undefined {
		const { form, answer, reads, at, startsFromNow } = polled;
		const { baseline: view, saw } = this;
		const earlier = startsFromNow ? undefined : view?.stories.get(id);
		const name = listed?.name || earlier?.name || '';
		const createdAt = listed?.createdAt ?? earlier?.createdAt ?? null;
		if (!isInScope(form, id, name, createdAt, at)) {
			if (earlier) saw.scopeMoves = true;
			return undefined;
		}
		const isKnown = view?.listed.has(id) ?? false;
		if (listed && !isOver(listed.status) && view?.over.has(id)) saw.oldCopyOfEnd = true;
		const isNew = view ? !isKnown && !startsFromNow : form.options.emitExisting;
		if (!earlier && (!listed || (!isNew && (isOver(listed.status) || view?.over.has(id))))) return undefined;
		const before = earlier?.seen.at(-1);
		if (view && !earlier && !isNew) saw.silentEntry = true;
		if (before?.said === 'absent' && listed) saw.backAgain = true;

		const said = listed ? listed.status : answer.size === 0 ? 'empty list' : 'absent';
		const isFrozen = before && isOver(before.status);
		const status = isFrozen || !listed?.status ? (before?.status ?? ('' as Status)) : listed.status;
		// Of what is missing before it is over, nothing is taken for known.
		const read = listed || isFrozen ? reads.get(id) : undefined;
		const known = before?.counted ?? null;
		const counted =
			typeof read === 'object' ? mapCounters((counter) => read[counter] ?? known?.[counter] ?? null) : known;
		const now: Seen = { at, status, said, read, counted, told: [] };
		const story = { isNew: earlier?.isNew ?? isNew, name, createdAt, seen: [...(earlier?.seen ?? []), now] };
		Object.assign(now, tellings(story, form));
		if (now.silentLimits && now.silentLimits.length > 0) saw.silentLimit = true;
		return story;
	}
}

function isInScope(form: Form, id: string, name: string, createdAt: number | null, now: number): boolean {
	const { nameContains, createdWithinDays } = form.scope;
	const selected = selectedIds(form.scope);
	if (selected && !selected.includes(id)) return false;
	if (!name.toLowerCase().includes(nameContains)) return false;
	return createdWithinDays === 0 || createdAt === null || createdAt >= now - createdWithinDays * DAY;
}
