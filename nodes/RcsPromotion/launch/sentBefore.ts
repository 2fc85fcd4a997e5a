import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

const HOUR = 3_600_000;

/** One mark for each launch, so these are the last launches of a node: twenty hours of a thousand an hour. */
export const KEPT_MARKS = 20_000;
/** How often a mark is written again that another process of n8n has overwritten. */
const MOST_WRITES = 4;
const LONGEST_PAUSE_MS = 40;

/** n8n remembers over executions that something was seen, but not when. So a launch leaves a mark of its hour. */
const markOf = (digest: string, hour: number) => `${digest}:h${hour}`;

/** The marks of which a launch within these hours has left one: in whole hours, of which the first began a little earlier. */
function marksWithin(digest: string, now: number, hours: number): string[] {
	const last = Math.floor(now / HOUR);
	return Array.from({ length: hours + 1 }, (_, ago) => markOf(digest, last - ago));
}

export interface Reservation {
	/**
	 * n8n reads the whole record and writes it back, so another process of n8n may have put back one without this mark. To be
	 * called some time after the reservation, just before the launch is sent.
	 */
	confirm(): Promise<void>;
	/**
	 * Takes the record back, after it turned out that nothing was sent. If n8n cannot, a later launch is stopped once too often
	 * rather than too seldom.
	 */
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

	/**
	 * Whether the same was sent within the hours; 0 hours ask nothing. If not, a live launch is recorded in the same step, so that of two at
	 * nearly the same time the later one finds the earlier. Asking records all that was asked, so what is not to stay is taken back.
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
			// If n8n cannot answer, the first record stands.
			const lost = await this.inTurn(async () => await this.record([own])).catch(() => []);
			if (lost.length === 0) return;
			// Two that write in step would overwrite each other forever.
			await sleep(Math.random() * LONGEST_PAUSE_MS);
		}
	}

	/** Which of the marks were not there. n8n drops the oldest of too many, so there is room for those that are taken back. */
	private async record(marks: string[]): Promise<string[]> {
		const maxEntries = KEPT_MARKS + marks.length;
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

	/** One after the other within this process: overlapping calls would lose each other's marks. */
	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const before = lastInTurn.get(this.place) ?? Promise.resolve();
		const turn = before.then(work);
		// Stays, so it must hold nothing of this execution.
		const ended = turn.then(
			() => undefined,
			() => undefined,
		);
		lastInTurn.set(this.place, ended);
		return await turn;
	}
}

const lastInTurn = new Map<string, Promise<void>>();
