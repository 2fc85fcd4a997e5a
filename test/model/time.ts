/** The time of a timeline: it stands still while code runs, and jumps to what comes next once nothing runs any more. */
export const START = Date.parse('2026-03-02T08:00:00Z');

/** Until all that waits for nothing but the processor is done. */
export const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

export class Time {
	now = START;
	/** What comes next is the first; of those at one moment, what was asked for first. */
	private readonly due: Array<{ at: number; run: () => void }> = [];

	readonly sleep = async (ms: number): Promise<void> =>
		await new Promise((run) => {
			const at = this.now + ms;
			this.due.splice(this.due.findLastIndex((one) => one.at <= at) + 1, 0, { at, run });
		});

	/** Plays all that is due until then. */
	async runUntil(then: number): Promise<void> {
		await settle();
		for (let next = this.due[0]; next && next.at <= then; next = this.due[0]) {
			this.now = next.at;
			for (let same = this.due[0]; same?.at === this.now; same = this.due[0]) {
				this.due.shift();
				same.run();
			}
			await settle();
		}
		this.now = Math.max(this.now, then);
	}

	/** Like the global one, but of this time. */
	readonly Date = dateOf(() => this.now);
	readonly performance = { now: () => this.now - START + 1000 };

	/** With chances that are the same in each run. */
	readonly Math = Object.create(Math, { random: { value: chances(20_260_302) } }) as Math;
}

/** From 0 to 1, the same for each seed. */
export function chances(seed: number): () => number {
	let state = seed;
	return () => ((state = (state * 16_807) % 2_147_483_647) - 1) / 2_147_483_646;
}

function dateOf(now: () => number): DateConstructor {
	return class extends Date {
		constructor(...given: unknown[]) {
			super(...((given.length === 0 ? [now()] : given) as [number]));
		}

		static override now = now;
	} as unknown as DateConstructor;
}
