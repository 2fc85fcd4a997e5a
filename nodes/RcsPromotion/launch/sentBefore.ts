import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Three marks for each launch: the last 11,000 launches of a node, which is a day's at 450 an hour. */
export const KEPT_MARKS = 33_000;
/** Launches that were withdrawn leave some room in a record that was full. */
const FULL = KEPT_MARKS - 300;
/** Over a longer window the record's reach is told in days: fewer marks to ask for. */
const LONGEST_IN_HOURS = 48;
/** How many hours or days before the window are searched for launches, as a node may rest for long. */
const SEARCHED_BEFORE = 400;
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

const hourOfRecord = (hour: number) => `record:h${hour}`;
const dayOfRecord = (day: number) => `record:d${day}`;

/** Left by the first launch of an hour and of a day. n8n drops the oldest marks first, so these tell how far back the others reach. */
export const reachMarksOf = (now: number): string[] => [
	dayOfRecord(Math.floor(now / DAY)),
	hourOfRecord(Math.floor(now / HOUR)),
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

type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

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
			let added = (await this.record([...reachMarksOf(now), ...own])).filter((mark) => own.includes(mark));
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

	/** How many hours back the record reaches where it has lost what is younger than `hours`; undefined where it has not. */
	async shortReach(now: number, hours: number): Promise<number | undefined> {
		return await inTurn(this.place, async () => {
			if ((await this.helpers.getProcessedDataCount('node', { mode: 'entries' })) < FULL) return undefined;
			const [unit, markOf] = hours > LONGEST_IN_HOURS ? [DAY, dayOfRecord] : [HOUR, hourOfRecord];
			const first = Math.floor((now - hours * HOUR) / unit);
			const units = Array.from(
				{ length: Math.floor(now / unit) - first + SEARCHED_BEFORE + 1 },
				(_, index) => first - SEARCHED_BEFORE + index,
			);
			const lost = new Set(await this.unknownOf(units.map(markOf)));
			const oldest = units.find((index) => !lost.has(markOf(index)));
			if (oldest === undefined) return 0;
			return oldest <= first ? undefined : Math.floor((now - oldest * unit) / HOUR);
		});
	}

	/** Asking records what was asked, so that is taken back. */
	private async unknownOf(asked: string[]): Promise<string[]> {
		const added = await this.record(asked, KEPT_MARKS + asked.length);
		await this.forget(added);
		return added;
	}

	/** `own` was recorded just now and says nothing. */
	private async isWithin(digest: string, now: number, hours: number, own: string[]): Promise<boolean> {
		const asked = marksWithin(digest, now, hours).filter((mark) => !own.includes(mark));
		return (await this.unknownOf(asked)).length < asked.length;
	}

	private async confirm(own: string[]): Promise<void> {
		for (let writes = 0; writes < MOST_WRITES; writes++) {
			const lost = await inTurn(this.place, async () => await this.record(own));
			if (lost.length === 0) return;
			// Two that write in step would overwrite each other forever.
			await sleep(Math.random() * LONGEST_PAUSE_MS);
		}
	}

	private async record(marks: string[], maxEntries = KEPT_MARKS): Promise<string[]> {
		const record = async () =>
			await this.helpers.checkProcessedAndRecord(marks, 'node', { mode: 'entries', maxEntries });
		// The first launches of a node in two processes of n8n both add its row, and the database refuses one of them.
		const answer = await record().catch(record);
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
	const turn = before.then(work);
	// Stays, so it must hold nothing of this execution.
	lastInTurn.set(place, turn.then(nothing, nothing));
	return await turn;
}
