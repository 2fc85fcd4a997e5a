import type { IExecuteFunctions } from 'n8n-workflow';
import { isRepeat, selectForLookUp } from '../contacts/fingerprint';

/** n8n remembers that it saw a value, but not when. So a mark contains when it was left, in hours that never meet yesterday's launch. */
const MARK_MS = 4 * 3_600_000;
/** The marks that are looked up: of the last 16 to 20 hours, and of the coming hours, because clocks differ. */
const LOOKED_UP = [1, 0, -1, -2, -3, -4];
/** Room for 60 launches to 64 people or more, or for 3,840 to one person each. */
export const KEPT_MARKS = 3_840;
/** n8n searches all of a node's marks for each of these, and does nothing else meanwhile. */
const PORTION = 200;

const createMark = (entry: string, now: number, ago: number) => `${entry}:${Math.floor(now / MARK_MS) + ago}`;

/** Looks up in a node's marks who got this template before, and leaves those of one launch there. */
export class LaunchRecord {
	/** The marks of this launch; none if it is not recorded. */
	private ownMarks: string[] = [];
	/** What was added and no earlier launch had left: only this may be removed again. */
	private readonly added = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fingerprint: readonly string[],
	) {}

	/**
	 * Counts how many of the people who are looked up got this template before (0 if nothing is asked), and records the launch, if it goes to
	 * everyone and is no repeat. One turn for both, so that of two simultaneous launches the later finds the earlier.
	 */
	async countAndRecord(now: number, asksForRepeats: boolean, goesToEveryone: boolean): Promise<number> {
		return await this.runInTurn(async () => {
			const entries = asksForRepeats ? selectForLookUp(this.fingerprint) : [];
			try {
				// n8n only tells whether a mark is there when it records it.
				await this.add(entries.flatMap((entry) => LOOKED_UP.map((ago) => createMark(entry, now, ago))));
				const wasThere = (entry: string) => LOOKED_UP.some((ago) => !this.added.has(createMark(entry, now, ago)));
				const count = entries.filter(wasThere).length;
				if (goesToEveryone && !isRepeat(count, this.fingerprint))
					this.ownMarks = this.fingerprint.map((entry) => createMark(entry, now, 0));
				const own = new Set(this.ownMarks);
				await this.remove([...this.added].filter((mark) => !own.has(mark)));
				await this.add(this.ownMarks.filter((mark) => !this.added.has(mark)));
				return count;
			} catch (error) {
				// If they stayed, they would stop later launches.
				await this.remove([...this.added]);
				throw error as Error;
			}
		});
	}

	/**
	 * Records the marks again just before sending: another n8n process may have overwritten them, because n8n reads all marks and
	 * writes them back. Failing here is no reason to stop.
	 */
	async recordAgain(): Promise<void> {
		// What is new now may not be removed: a mark of an earlier launch may have been overwritten, too.
		await this.runInTurn(async () => await this.add(this.ownMarks, new Set())).catch(nothing);
	}

	/** Removes the marks if nothing was sent after all. If that fails, a later launch may be stopped needlessly, which is safer. */
	async withdraw(): Promise<void> {
		await this.runInTurn(async () => await this.remove([...this.added])).catch(nothing);
	}

	/** Collects what was not there portion by portion, so that after a failure midway it is known what to remove. */
	private async add(marks: readonly string[], added = this.added): Promise<void> {
		// n8n drops the oldest marks, so there is extra room for those that are removed again.
		const options = { mode: 'entries' as const, maxEntries: KEPT_MARKS + added.size + marks.length };
		for (const portion of splitIntoPortions(marks)) {
			const addPortion = async () => await this.context.helpers.checkProcessedAndRecord([...portion], 'node', options);
			// If a node's first launches run in two n8n processes, both insert its row and the database refuses one, so it is tried again.
			for (const mark of (await addPortion().catch(addPortion)).new) added.add(String(mark));
		}
	}

	private async remove(marks: readonly string[]): Promise<void> {
		for (const portion of splitIntoPortions(marks)) {
			await this.context.helpers.removeProcessed(portion, 'node', { mode: 'entries', maxEntries: KEPT_MARKS });
			for (const mark of portion) this.added.delete(mark);
		}
	}

	/** One at a time within this process, because overlapping calls would lose each other's marks. */
	private async runInTurn<T>(work: () => Promise<T>): Promise<T> {
		const id = `${this.context.getWorkflow().id} ${this.context.getNode().id}`;
		const turn = (lastTurns.get(id) ?? Promise.resolve()).then(work);
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
