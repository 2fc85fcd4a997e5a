/** When statistics of a promotion were last asked for in this process. */
export interface Read {
	at: number;
	/** Whether an answer came. */
	answered: boolean;
	/** What the list said at the time. */
	status: string;
	/** The first read with this status; 0 as long as no other was seen. */
	statusSince: number;
	/** Of all reads of this process. */
	order: number;
}

const MOST_REMEMBERED = 10_000;

/** What was asked for lately, so that all promotions have their turn and those that do not move are left in peace. */
export class Reads {
	private readonly reads = new Map<string, Read>();
	private count = 0;

	last(promotionId: string): Read | undefined {
		return this.reads.get(promotionId);
	}

	/** Moves it to the end, so that the least recently read one is forgotten first. */
	note(promotionId: string, { at, answered, status }: Pick<Read, 'at' | 'answered' | 'status'>): void {
		const before = this.reads.get(promotionId);
		const statusSince = before && before.status !== status ? at : (before?.statusSince ?? 0);
		this.reads.delete(promotionId);
		this.reads.set(promotionId, { at, answered, status, statusSince, order: ++this.count });
		const [oldest] = this.reads.keys();
		if (this.reads.size > MOST_REMEMBERED && oldest !== undefined) this.reads.delete(oldest);
	}
}
