import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

const HOUR = 3_600_000;

/** One mark per launch: enough for twenty hours at a thousand launches an hour. */
export const KEPT_MARKS = 20_000;
/** How often to write a mark that another n8n process keeps overwriting. */
const MOST_WRITES = 4;
const LONGEST_PAUSE_MS = 40;

/** Across executions, n8n remembers that it saw a value, but not when. So each launch's mark contains its hour. */
const markOf = (digest: string, hour: number) => `${digest}:h${hour}`;

/** The marks that a launch within these hours could have left. Marks are whole hours, so the first one starts slightly earlier. */
function marksWithin(digest: string, now: number, hours: number): string[] {
	const last = Math.floor(now / HOUR);
	return Array.from({ length: hours + 1 }, (_, ago) => markOf(digest, last - ago));
}

export interface Reservation {
	/**
	 * n8n reads the whole record and writes it back, so another n8n process may have overwritten it without this mark. Call this
	 * just before sending the launch, some time after the reservation.
	 */
	confirm(): Promise<void>;
	/**
	 * Removes the mark if nothing was sent after all. If n8n cannot remove it, a later launch may be stopped needlessly, which is
	 * safer than a launch that is not stopped.
	 */
	withdraw(): Promise<void>;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** What one node has sent, across executions. */
export class SentBefore {
	constructor(
		private readonly helpers: Helpers,
		/** Workflow and node: n8n keeps one record for each. */
		private readonly place: string,
	) {}

	/**
	 * Whether the same was sent within these hours (0 skips the check). If not, a live launch is recorded in the same step, so that the later
	 * of two nearly simultaneous launches finds the earlier one. n8n records every mark it is asked about, so the others are removed again.
	 */
	async ask(
		digest: string,
		now: number,
		{ hours, isLive }: { hours: number; isLive: boolean },
	): Promise<{ sentBefore: boolean; reservation?: Reservation }> {
		const own = markOf(digest, Math.floor(now / HOUR));
		const asked = hours === 0 ? [own] : marksWithin(digest, now, hours);
		return await this.inTurn(async () => {
			const added = await this.record(asked);
			const sentBefore = hours > 0 && added.length < asked.length;
			const stays = isLive && !sentBefore;
			await this.forget(added.filter((mark) => !stays || mark !== own));
			if (!stays) return { sentBefore };
			const ownAdded = added.filter((mark) => mark === own);
			const withdraw = async () => await this.inTurn(async () => await this.forget(ownAdded)).catch(() => undefined);
			return { sentBefore, reservation: { confirm: async () => await this.confirm(own), withdraw } };
		});
	}

	private async confirm(own: string): Promise<void> {
		for (let writes = 0; writes < MOST_WRITES; writes++) {
			// If n8n cannot answer, the first record has to do.
			const lost = await this.inTurn(async () => await this.record([own])).catch(() => []);
			if (lost.length === 0) return;
			// Without a random pause, two processes in step could overwrite each other forever.
			await sleep(Math.random() * LONGEST_PAUSE_MS);
		}
	}

	/** Adds the marks and returns the new ones. n8n drops the oldest marks, so the limit has extra room for marks that are removed again. */
	private async record(marks: string[]): Promise<string[]> {
		const maxEntries = KEPT_MARKS + marks.length;
		const record = async () =>
			await this.helpers.checkProcessedAndRecord(marks, 'node', { mode: 'entries', maxEntries });
		// If a node's first launches run in two n8n processes, both add its row and the database refuses one, so it is tried again.
		const answer = await record().catch(record);
		return answer.new.map(String);
	}

	private async forget(marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		await this.helpers.removeProcessed(marks, 'node', { mode: 'entries', maxEntries: KEPT_MARKS });
	}

	/** Runs one at a time within this process, because overlapping calls would lose each other's marks. */
	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const before = lastInTurn.get(this.place) ?? Promise.resolve();
		const turn = before.then(work);
		// This promise stays in the map, so it must not keep anything of this execution in memory.
		const ended = turn.then(
			() => undefined,
			() => undefined,
		);
		lastInTurn.set(this.place, ended);
		return await turn;
	}
}

const lastInTurn = new Map<string, Promise<void>>();
