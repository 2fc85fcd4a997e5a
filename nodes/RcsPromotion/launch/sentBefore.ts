import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Three marks for each launch: the last 11,000 launches of a node, which is a day's at 450 an hour. */
const KEPT_MARKS = 33_000;
/** How often marks are written again that another process of n8n has overwritten. */
const MOST_WRITES = 4;
const LONGEST_PAUSE_MS = 40;

const hourMark = (digest: string, time: number) => `${digest}:h${Math.floor(time / HOUR)}`;
const minuteMark = (digest: string, time: number) => `${digest}:m${Math.floor(time / MINUTE)}`;

/**
 * n8n can remember over executions that something was seen, but not when. So a launch leaves, beside its digest, a mark of its
 * hour and one of its minute, and a window of time is asked for as the fewest marks that cover it.
 */
export const marksOf = (digest: string, now: number): string[] => [
	digest,
	hourMark(digest, now),
	minuteMark(digest, now),
];

/** Marks of which a launch within these hours before now has left at least one; exact to the minute. */
export function marksWithin(digest: string, now: number, hours: number): string[] {
	const marks: string[] = [];
	let time = Math.floor((now - hours * HOUR) / MINUTE) * MINUTE;
	while (time <= now) {
		const isFullHour = time % HOUR === 0;
		marks.push(isFullHour ? hourMark(digest, time) : minuteMark(digest, time));
		time += isFullHour ? HOUR : MINUTE;
	}
	return marks;
}

export interface Reservation {
	/** Whether the same was sent within the hours. If not, this launch is now recorded as sent. */
	sentBefore: boolean;
	/**
	 * n8n reads the whole record and writes it back, so another process of n8n may have put back one without these marks. To be
	 * called some time after the reservation, just before the launch is sent.
	 */
	confirm(): Promise<void>;
	/** Takes the record back, after it turned out that nothing was sent. */
	withdraw(): Promise<void>;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** What one node has sent, over executions. */
export class SentBefore {
	constructor(
		private readonly helpers: Helpers,
		/** Workflow and node: n8n keeps one record for each. */
		private readonly place: string,
	) {}

	/** Asks and records in one step, so that of two runs at nearly the same time the later one finds the earlier. */
	async reserve(digest: string, now: number, hours: number): Promise<Reservation> {
		return await inTurn(this.place, async () => {
			const own = marksOf(digest, now);
			let added = await this.record(own);
			const isKnown = added.length < own.length;
			if (isKnown && (await this.isWithin(digest, now, hours, added))) {
				await this.forget(added);
				return { sentBefore: true, confirm: nothing, withdraw: nothing };
			}
			if (isKnown) {
				// n8n drops the oldest marks first, so that of the digest must be as young as the others.
				await this.forget(own);
				added = (await this.record(own)).filter((mark) => mark !== digest);
			}
			return {
				sentBefore: false,
				confirm: async () => await this.confirm(own),
				withdraw: async () => await inTurn(this.place, async () => await this.forget(added)),
			};
		});
	}

	/** The same question without leaving a record. */
	async wasSent(digest: string, now: number, hours: number): Promise<boolean> {
		return await inTurn(this.place, async () => await this.isWithin(digest, now, hours, []));
	}

	/** Asking records what was asked, so that is taken back. `own` was recorded just now and says nothing. */
	private async isWithin(digest: string, now: number, hours: number, own: string[]): Promise<boolean> {
		const asked = marksWithin(digest, now, hours).filter((mark) => !own.includes(mark));
		const added = await this.record(asked, KEPT_MARKS + asked.length);
		await this.forget(added);
		return added.length < asked.length;
	}

	private async confirm(own: string[]): Promise<void> {
		for (let writes = 0; writes < MOST_WRITES; writes++) {
			const lost = await inTurn(this.place, async () => await this.record(own));
			if (lost.length === 0) return;
			// Two that write in step would overwrite each other for ever.
			await sleep(Math.random() * LONGEST_PAUSE_MS);
		}
	}

	private async record(marks: string[], maxEntries = KEPT_MARKS): Promise<string[]> {
		const answer = await this.helpers.checkProcessedAndRecord(marks, 'node', { mode: 'entries', maxEntries });
		return answer.new.map(String);
	}

	private async forget(marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		await this.helpers.removeProcessed(marks, 'node', { mode: 'entries', maxEntries: KEPT_MARKS });
	}
}

const nothing = async () => undefined;

const lastInTurn = new Map<string, Promise<unknown>>();

/** One after the other within this process: overlapping calls would lose each other's marks. */
async function inTurn<T>(place: string, work: () => Promise<T>): Promise<T> {
	const before = lastInTurn.get(place) ?? Promise.resolve();
	const turn = before.then(work, work);
	lastInTurn.set(place, turn);
	try {
		return await turn;
	} finally {
		if (lastInTurn.get(place) === turn) lastInTurn.delete(place);
	}
}
