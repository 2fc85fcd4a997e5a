/** What a check could not see is reported: soon, not too often, and not once it is over. */
import type { Form } from './form';
import { selectedIds } from './form';
import { isUnanswered, type Memory, type Story } from './promises';
import type { WorldOutcome } from './trigger';
import type { ListTrouble } from './world';

const HOUR = 60 * 60_000;

type Kind = 'list' | 'statistics' | 'choice' | 'missing' | 'slid' | 'time';

/** What a failed check, or an item, says that it could not see. Of several, the first. */
export function kindOf(text: string): Kind {
	if (text.includes('does not show')) return 'choice';
	if (text.includes('The list lacks')) return 'missing';
	if (text.includes('shows only newer')) return 'slid';
	if (text.includes('longer than n8n allows')) return 'time';
	return text.startsWith('The figures of') ? 'statistics' : 'list';
}

interface Circumstances {
	form: Form;
	/** Before and after the check. */
	earlier?: Memory;
	memory?: Memory;
	/** n8n polls by its schedule, and not to register the trigger. */
	isScheduled: boolean;
	listTrouble?: ListTrouble;
}

/** Of one process, since a person activated the trigger. */
export class Reports {
	private failedLists = 0;
	private readonly said = new Map<string, { at: number; passes: boolean }>();
	private latestAt = 0;
	private isUncertain = false;
	/** How often in a row. */
	private readonly unanswered = new Map<string, number>();
	/** What is wrong now, as far as it can be seen. */
	private current = new Set<Kind>(['time']);

	check(outcome: WorldOutcome, circumstances: Circumstances): void {
		const { thrown, items, at } = outcome;
		// Once the clock was set back, it cannot be seen from outside what was within the hour.
		this.isUncertain ||= at < this.latestAt;
		this.latestAt = at;
		const due = this.due(outcome, circumstances);
		const says = items[0]?.checkProblem;
		if (thrown && items.length > 0) throw new Error('A check that fails loses its events');
		if (items.some(({ checkProblem }) => checkProblem !== says)) throw new Error('Not all items say what is not known');
		if (due && !this.isUncertain && circumstances.isScheduled && !thrown && says === undefined)
			throw new Error(`Not reported: ${due}`);
		for (const text of [thrown?.message, says]) {
			if (typeof text === 'string' && !this.current.has(kindOf(text)))
				throw new Error(`Reported although it is over: ${text}`);
		}
		if (!thrown) return;
		const kind = kindOf(thrown.message);
		// Each choice is reported by itself, and so is what is news.
		if (kind === 'choice' || kind === 'slid') return;
		// What a person can mend may follow what passes by itself.
		const passes = kind === 'list' && !canBeMended(circumstances);
		const thing = kind === 'list' ? kind : thrown.message;
		const earlier = this.said.get(thing);
		const isSame = earlier && (!earlier.passes || passes);
		if (isSame && !this.isUncertain && Math.abs(at - earlier.at) < HOUR)
			throw new Error(`Reported twice: ${thrown.message}`);
		this.said.set(thing, { at, passes });
		this.said.set(kind, { at, passes });
	}

	/** What has to be said by now: not for the first time, or a person can mend it; and not said within the hour, or the day where it is in part. */
	private due(outcome: WorldOutcome, given: Circumstances): Kind | undefined {
		const { answer, reads, at } = outcome;
		const { form, earlier, memory } = given;
		const isDue = (kind: Kind, hours: number) => {
			const said = this.said.get(kind);
			const isNewKind = kind === 'list' && said?.passes && canBeMended(given);
			return !said || isNewKind || Math.abs(at - said.at) >= hours * HOUR ? kind : undefined;
		};
		if (!answer) {
			this.failedLists += 1;
			this.current.add('list');
			return this.failedLists > 1 || canBeMended(given) ? isDue('list', 1) : undefined;
		}
		this.failedLists = 0;
		this.current = new Set<Kind>(['slid', 'time']);
		if (memory?.doubtful) this.current.add('missing');
		if (selectedIds(form.scope)?.some((id) => !answer.has(id))) this.current.add('choice');
		const stories = memory?.stories ?? new Map<string, Story>();
		for (const [id, read] of reads) {
			// Its story may end with this check.
			const hadFigures = earlier?.stories.get(id)?.sights.at(-1)?.counted !== undefined;
			const story = stories.get(id);
			const lacksFigures = read === 'unread' || (read === 'none' && hadFigures);
			const fails = story ? isUnanswered(story) : lacksFigures && answer.has(id);
			if (typeof read === 'object' || (!fails && !lacksFigures)) this.unanswered.delete(id);
			else if (fails && answer.has(id)) this.unanswered.set(id, (this.unanswered.get(id) ?? 0) + 1);
			// An event that is given again is read although its promotion is not listed. That may be said, and need not be.
			else this.unanswered.set(id, 0);
		}
		const failNow = [...reads.keys()].filter((id) => this.unanswered.has(id));
		// What is not watched any more, or was stopped, may not be read again, so it ends with the next answer of another one.
		for (const id of this.unanswered.keys()) {
			const isWatched = stories.has(id) && stories.get(id)?.sights.at(-1)?.status !== 'Stopped';
			if (isWatched) continue;
			if (failNow.length === 0 && reads.size > 0) this.unanswered.delete(id);
			else this.unanswered.set(id, 0);
		}
		// What this check asked for and did not get may be said, also for an event that is given again.
		const lacksAny = [...reads.values()].some((read) => typeof read !== 'object');
		if (lacksAny || this.unanswered.size > 0 || [...stories.values()].some(isUnanswered))
			this.current.add('statistics');
		if (failNow.some((id) => (this.unanswered.get(id) ?? 0) > 1)) return isDue('statistics', 24);
		return memory?.doubtful ? isDue('missing', 24) : undefined;
	}
}

const canBeMended = ({ listTrouble }: Circumstances) => listTrouble === 'refused' || listTrouble === 'web page';
