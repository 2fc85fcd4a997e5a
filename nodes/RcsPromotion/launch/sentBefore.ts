import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * n8n can remember over executions that something was seen, but not when. So the time is made part of what is remembered: a launch
 * leaves the marks of its minute, its hour and its day, and a window of time is asked for as the fewest marks that cover it.
 */
const LEVELS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Level = keyof typeof LEVELS;

/** Three marks for each launch: the last 3,000 launches of a node are remembered. */
const KEPT_MARKS = 9_000;

const mark = (digest: string, level: Level, time: number) => `${digest}:${level}${Math.floor(time / LEVELS[level])}`;

export function marksOf(digest: string, now: number): string[] {
	return (Object.keys(LEVELS) as Level[]).map((level) => mark(digest, level, now));
}

/** Marks of which a launch within these hours before now has left at least one; exact to the minute. */
export function marksWithin(digest: string, now: number, hours: number): string[] {
	const marks: string[] = [];
	let time = Math.floor((now - hours * LEVELS.h) / LEVELS.m) * LEVELS.m;
	while (time <= now) {
		const level: Level = time % LEVELS.d === 0 ? 'd' : time % LEVELS.h === 0 ? 'h' : 'm';
		marks.push(mark(digest, level, time));
		time += LEVELS[level];
	}
	return marks;
}

export interface Reservation {
	/** Whether the same was sent within the hours. If not, this launch is now recorded as sent. */
	sentBefore: boolean;
	/** Takes the record back, after it turned out that nothing was sent. */
	withdraw(): Promise<void>;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** Asks and records in one step, so that of two runs at nearly the same time the later one finds the earlier. */
export async function reserve(helpers: Helpers, digest: string, now: number, hours: number): Promise<Reservation> {
	const options = { mode: 'entries', maxEntries: KEPT_MARKS } as const;
	const own = marksOf(digest, now);
	const window = marksWithin(digest, now, hours);
	const asked = [...new Set([...window, ...own])];
	const answer = await helpers.checkProcessedAndRecord(asked, 'node', options);
	const added = answer.new.map(String);
	const known = new Set(answer.processed.map(String));
	const sentBefore = window.some((one) => known.has(one));
	const forget = async (marks: string[]) => {
		if (marks.length > 0) await helpers.removeProcessed(marks, 'node', options);
	};
	// Asking has recorded the whole window: only the marks of this launch may stay, and only if it goes out.
	await forget(sentBefore ? added : added.filter((one) => !own.includes(one)));
	return { sentBefore, withdraw: async () => await forget(added.filter((one) => own.includes(one))) };
}
