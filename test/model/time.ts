/** The time of a timeline: it stands still while code runs, and jumps to what comes next once nothing runs any more. */
export const START = Date.parse('2026-03-02T08:00:00Z');

interface Due {
	at: number;
	order: number;
	run: () => void;
}

/** Until all that waits for nothing but the processor is done. */
export const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

export class Time {
	now = START;
	/** A heap: the next one is the first. */
	private readonly due: Due[] = [];
	private orders = 0;

	at(at: number, run: () => void): void {
		const { due } = this;
		due.push({ at: Math.max(at, this.now), order: ++this.orders, run });
		for (let child = due.length - 1; child > 0;) {
			const parent = (child - 1) >> 1;
			if (!this.isBefore(child, parent)) break;
			this.swap(child, parent);
			child = parent;
		}
	}

	readonly sleep = async (ms: number): Promise<void> => await new Promise((resolve) => this.at(this.now + ms, resolve));

	/** Plays all that is due until then. */
	async runUntil(then: number): Promise<void> {
		await settle();
		for (let next = this.due[0]; next && next.at <= then; next = this.due[0]) {
			this.now = next.at;
			for (let same = this.due[0]; same && same.at === this.now; same = this.due[0]) this.take().run();
			await settle();
		}
		this.now = Math.max(this.now, then);
	}

	/** Like the global one, but of this time. */
	readonly Date = dateOf(() => this.now);
	readonly performance = { now: () => this.now - START + 1000 };

	/** With chances that are the same in each run. */
	readonly Math = Object.create(Math, {
		random: { value: () => ((this.chances = (this.chances * 16_807) % 2_147_483_647) - 1) / 2_147_483_646 },
	}) as Math;
	private chances = 20_260_302;

	private take(): Due {
		const { due } = this;
		const [first] = due as [Due];
		const last = due.pop() as Due;
		if (due.length === 0) return first;
		due[0] = last;
		for (let parent = 0; ;) {
			let child = 2 * parent + 1;
			if (child + 1 < due.length && this.isBefore(child + 1, child)) child += 1;
			if (child >= due.length || !this.isBefore(child, parent)) return first;
			this.swap(child, parent);
			parent = child;
		}
	}

	private isBefore(a: number, b: number): boolean {
		const [one, other] = [this.due[a] as Due, this.due[b] as Due];
		return one.at < other.at || (one.at === other.at && one.order < other.order);
	}

	private swap(a: number, b: number): void {
		[this.due[a], this.due[b]] = [this.due[b] as Due, this.due[a] as Due];
	}
}

function dateOf(now: () => number): DateConstructor {
	return class extends Date {
		constructor(...given: unknown[]) {
			super(...((given.length === 0 ? [now()] : given) as [number]));
		}

		static override now = now;
	} as unknown as DateConstructor;
}
