import type { IExecuteFunctions } from 'n8n-workflow';
import { isRepeat, FINGERPRINT_SIZE, selectForLookUp } from '../contacts/fingerprint';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Across executions, n8n remembers that it saw a value, but not when. So a mark contains its hour or its day (in UTC). */
const createMark = (entry: string, unit: number, time: number) =>
	`${entry}:${unit === HOUR ? 'h' : 'd'}${Math.floor(time / unit)}`;

/** A launch leaves two marks for each fingerprint entry. Room for 60 launches to 256 people or more, or for 15,360 to one person each. */
export const KEPT_MARKS = 60 * 2 * FINGERPRINT_SIZE;

/** n8n searches all of a node's marks for each of these, and does nothing else meanwhile. It takes some 50 ms for this many. */
const PORTION = 200;

/** The marks that a launch at this time leaves. */
const createLaunchMarks = (fingerprint: readonly string[], now: number): string[] =>
	fingerprint.flatMap((entry) => [createMark(entry, HOUR, now), createMark(entry, DAY, now)]);

/** All marks that a launch in the last hours may have left. Also those of the coming hour, because clocks differ. */
function createEarlierMarks(entry: string, now: number, hours: number): string[] {
	const marks: string[] = [];
	let time = Math.floor(now / HOUR - hours) * HOUR;
	while (time <= now + HOUR) {
		// Hour by hour until the first midnight (UTC). After that, one mark covers a whole day.
		const unit = time % DAY === 0 ? DAY : HOUR;
		marks.push(createMark(entry, unit, time));
		time += unit;
	}
	return marks;
}

/** Looks up in a node's marks whether the same was sent before, and leaves those of one launch there. */
export class LaunchRecord {
	/** When the hour began in which one of those who got it got it last, in ms; undefined if none did, or the record does not tell. */
	repeatedAt?: number;
	/** All marks of this launch; none if it is not recorded. */
	private ownMarks: string[] = [];
	/** Those of them that no earlier launch had left. Only these may be removed again. */
	private removableMarks = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fingerprint: readonly string[],
	) {}

	/**
	 * Looks up the first fingerprint entries and counts those that got this template within these hours (0 hours count none). Then
	 * records the launch, if it goes to everyone and is no repeat. One turn for both, so that of two simultaneous launches the later
	 * finds the earlier.
	 */
	async countAndRecord(
		now: number,
		{ hours, goesToEveryone }: { hours: number; goesToEveryone: boolean },
	): Promise<number> {
		return await this.runInTurn(async () => {
			const { repeatCount, newMarks } = await this.addAndCount(now, hours);
			const isRecorded = goesToEveryone && !isRepeat(repeatCount, this.fingerprint);
			this.ownMarks = isRecorded ? createLaunchMarks(this.fingerprint, now) : [];
			const own = new Set(this.ownMarks);
			this.removableMarks = new Set([...newMarks].filter((mark) => own.has(mark)));
			// These were added only to look them up.
			await this.remove([...newMarks].filter((mark) => !own.has(mark)));
			// Of the rest, those of entries that were not looked up are still missing.
			const rest = this.ownMarks.filter((mark) => !newMarks.has(mark));
			await this.add(rest, this.removableMarks);
			return repeatCount;
		});
	}

	/** n8n only tells whether a mark is there when it records it. So this adds the marks that it looks up, and returns the new ones. */
	private async addAndCount(now: number, hours: number): Promise<{ repeatCount: number; newMarks: Set<string> }> {
		const entries = selectForLookUp(this.fingerprint);
		const earlierMarks = entries.map((entry) => (hours === 0 ? [] : createEarlierMarks(entry, now, hours)));
		const newMarks = new Set<string>();
		try {
			await this.add([...new Set([...createLaunchMarks(entries, now), ...earlierMarks.flat()])], newMarks);
			const wasThere = (mark: string) => !newMarks.has(mark);
			const repeated = entries.filter((_, at) => earlierMarks[at]?.some(wasThere));
			this.repeatedAt = isRepeat(repeated.length, this.fingerprint)
				? await this.findLastHour(repeated[0] as string, now, hours, newMarks)
				: undefined;
			return { repeatCount: repeated.length, newMarks };
		} catch (error) {
			// If they stayed, they would stop later launches.
			await this.remove([...newMarks]);
			throw error as Error;
		}
	}

	/** The marks of days do not tell the hour, so all hours of one of these people are looked up. */
	private async findLastHour(entry: string, now: number, hours: number, newMarks: Set<string>) {
		const times = Array.from({ length: hours + 1 }, (_, ago) => (Math.floor(now / HOUR) - ago) * HOUR);
		const unknown = times.filter((time) => !newMarks.has(createMark(entry, HOUR, time)));
		await this.add(
			unknown.map((time) => createMark(entry, HOUR, time)),
			newMarks,
		);
		return unknown.find((time) => !newMarks.has(createMark(entry, HOUR, time)));
	}

	/**
	 * Records the marks again just before sending: another n8n process may have overwritten them, because n8n reads all marks and
	 * writes them back. Failing here is no reason to stop.
	 */
	async recordAgain(): Promise<void> {
		// What is new now does not become removable: a mark of an earlier launch may have been overwritten, too.
		await this.runInTurn(async () => await this.add(this.ownMarks, new Set())).catch(nothing);
	}

	/**
	 * Removes the marks if nothing was sent after all. If that fails, a later launch may be stopped needlessly, which is safer than one
	 * that is not stopped.
	 */
	async withdraw(): Promise<void> {
		const marks = [...this.removableMarks];
		this.removableMarks.clear();
		this.ownMarks = [];
		await this.runInTurn(async () => await this.remove(marks)).catch(nothing);
	}

	/**
	 * Records these marks and puts those that were not there into `newMarks`. A set to fill, because after a failure midway the caller must
	 * know what to remove. n8n drops the oldest marks, so the limit has extra room for those that are removed again.
	 */
	private async add(marks: readonly string[], newMarks: Set<string>): Promise<void> {
		const maxEntries = KEPT_MARKS + newMarks.size + marks.length;
		for (const portion of splitIntoPortions(marks)) {
			const options = { mode: 'entries' as const, maxEntries };
			const addPortion = async () => await this.context.helpers.checkProcessedAndRecord([...portion], 'node', options);
			// If a node's first launches run in two n8n processes, both insert its row and the database refuses one, so it is tried again.
			for (const mark of (await addPortion().catch(addPortion)).new) newMarks.add(String(mark));
		}
	}

	private async remove(marks: readonly string[]): Promise<void> {
		for (const portion of splitIntoPortions(marks)) {
			await this.context.helpers.removeProcessed(portion, 'node', { mode: 'entries', maxEntries: KEPT_MARKS });
		}
	}

	/** One at a time within this process, because overlapping calls would lose each other's marks. */
	private async runInTurn<T>(work: () => Promise<T>): Promise<T> {
		const id = `${this.context.getWorkflow().id} ${this.context.getNode().id}`;
		const previous = lastTurns.get(id) ?? Promise.resolve();
		const turn = previous.then(work);
		// Without the result, so that the map keeps nothing of this execution in memory.
		lastTurns.set(id, turn.then(nothing, nothing));
		return await turn;
	}
}

const splitIntoPortions = (marks: readonly string[]): string[][] =>
	Array.from({ length: Math.ceil(marks.length / PORTION) }, (_, index) =>
		marks.slice(index * PORTION, (index + 1) * PORTION),
	);

const nothing = () => undefined;
const lastTurns = new Map<string, Promise<void>>();
