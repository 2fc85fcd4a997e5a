import { isRepeat, FINGERPRINT_SIZE, selectForLookUp } from '../contacts/fingerprint';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Two for each person of a sample: enough for 60 launches to many, or 15,360 to one person each. */
export const KEPT_MARKS = 60 * 2 * FINGERPRINT_SIZE;

/** n8n searches the whole record for each mark, and does nothing else meanwhile. So many take it some 50 ms. */
const PORTION = 200;

/** Across executions, n8n remembers that it saw a value, but not when. So a mark contains its hour or its day (in UTC). */
const markOf = (person: string, unit: number, time: number) =>
	`${person}:${unit === HOUR ? 'h' : 'd'}${Math.floor(time / unit)}`;

/** The marks that a launch at this time leaves. */
const marksAt = (people: readonly string[], now: number): string[] =>
	people.flatMap((person) => [markOf(person, HOUR, now), markOf(person, DAY, now)]);

/** The marks of which a launch within these whole hours has left one: of hours up to midnight, then of days; up to an hour ahead, as clocks may be. */
function marksWithin(person: string, now: number, hours: number): string[] {
	const marks: string[] = [];
	for (let time = Math.floor(now / HOUR - hours) * HOUR; time <= now + HOUR;) {
		const unit = time % DAY === 0 ? DAY : HOUR;
		marks.push(markOf(person, unit, time));
		time += unit;
	}
	return marks;
}

/** What n8n remembers of one node across executions. */
export interface NodeRecord {
	/** Tells the node from all others. */
	id: string;
	/** Records these marks, drops the oldest beyond the limit, and returns those that were not there. */
	add(marks: readonly string[], maxEntries: number): Promise<string[]>;
	remove(marks: readonly string[], maxEntries: number): Promise<void>;
}

/** What one node has sent across executions, and the marks that one launch leaves there. */
export class SentBefore {
	/** All marks of this launch, once it is recorded, and those of them that were not there before. */
	private marks: string[] = [];
	private newMarks = new Set<string>();

	constructor(
		private readonly record: NodeRecord,
		/** A text for each person of the sample. */
		private readonly people: readonly string[],
	) {}

	/**
	 * How many of the people looked up had the same within these hours (0 skips the check). A live launch that is no repeat is recorded in
	 * the same turn, so that the later of two nearly simultaneous launches finds the earlier one.
	 */
	async reserve(now: number, { hours, goesToEveryone }: { hours: number; goesToEveryone: boolean }): Promise<number> {
		return await this.inTurn(async () => {
			const { found, added } = await this.addAndCount(now, hours);
			const marks = goesToEveryone && !isRepeat(found, this.people) ? marksAt(this.people, now) : [];
			await this.recordLaunch(marks, added);
			return found;
		});
	}

	/** Also says which marks this added, because n8n records every mark that it is asked about. */
	private async addAndCount(now: number, hours: number): Promise<{ found: number; added: Set<string> }> {
		const people = selectForLookUp(this.people);
		const within = people.map((person) => (hours === 0 ? [] : marksWithin(person, now, hours)));
		const added = new Set<string>();
		try {
			// The marks of this launch come first: the record drops the oldest, and these may stay.
			await this.add([...new Set([...marksAt(people, now), ...within.flat()])], added);
		} catch (error) {
			// What stayed would stop later launches.
			await this.remove([...added]);
			throw error as Error;
		}
		return { found: within.filter((marks) => marks.some((mark) => !added.has(mark))).length, added };
	}

	/** Records these marks, of which the look-up has added those of the first people already; what else it added goes. */
	private async recordLaunch(marks: string[], added: ReadonlySet<string>): Promise<void> {
		const own = new Set(marks);
		this.marks = marks;
		this.newMarks = new Set([...added].filter((mark) => own.has(mark)));
		await this.remove([...added].filter((mark) => !own.has(mark)));
		await this.add(marks.slice(2 * selectForLookUp(this.people).length), this.newMarks);
	}

	/**
	 * n8n reads the whole record and writes it back, so another n8n process may have overwritten it without these marks. Call this shortly
	 * before sending, some time after the reservation. If n8n cannot answer, the first record has to do.
	 */
	async confirm(): Promise<void> {
		await this.inTurn(async () => await this.add(this.marks, new Set())).catch(nothing);
	}

	/**
	 * Removes the marks if nothing was sent after all. If n8n cannot remove them, a later launch may be stopped needlessly, which is safer
	 * than a launch that is not stopped.
	 */
	async withdraw(): Promise<void> {
		const marks = [...this.newMarks];
		this.newMarks.clear();
		this.marks = [];
		await this.inTurn(async () => await this.remove(marks)).catch(nothing);
	}

	/** Adds the marks, and the new ones to a set. n8n drops the oldest, so the limit has extra room for marks that are removed again. */
	private async add(marks: readonly string[], added: Set<string>): Promise<void> {
		const maxEntries = KEPT_MARKS + marks.length;
		for (const portion of portionsOf(marks)) {
			const add = async () => await this.record.add(portion, maxEntries);
			// If a node's first launches run in two n8n processes, both add its row and the database refuses one, so it is tried again.
			for (const mark of await add().catch(add)) added.add(mark);
		}
	}

	private async remove(marks: readonly string[]): Promise<void> {
		for (const portion of portionsOf(marks)) {
			await this.record.remove(portion, KEPT_MARKS);
		}
	}

	/** Runs one at a time within this process, because overlapping calls would lose each other's marks. */
	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const { id } = this.record;
		const before = lastInTurn.get(id) ?? Promise.resolve();
		const turn = before.then(work);
		// What stays in the map must not keep anything of this execution in memory.
		lastInTurn.set(id, turn.then(nothing, nothing));
		return await turn;
	}
}

const portionsOf = (marks: readonly string[]): string[][] =>
	Array.from({ length: Math.ceil(marks.length / PORTION) }, (_, index) =>
		marks.slice(index * PORTION, (index + 1) * PORTION),
	);

const nothing = () => undefined;
const lastInTurn = new Map<string, Promise<void>>();
