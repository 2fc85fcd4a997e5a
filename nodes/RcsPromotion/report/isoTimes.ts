const MINUTE_MS = 60_000;
/** About a week of minutes, after which the next ones are worked out again. */
const MOST_MINUTES = 10_000;

const SECONDS = Array.from({ length: 60 }, (_, second) => `${String(second).padStart(2, '0')}.`);
const MILLISECONDS = Array.from({ length: 1000 }, (_, millisecond) => `${String(millisecond).padStart(3, '0')}Z`);

/**
 * Writes moments as Date.toISOString does, a seventh as slow: of everything that is done for a row this would otherwise be the
 * slowest, and the rows of a report share few minutes.
 */
export class IsoTimes {
	private readonly minutes = new Map<number, string>();
	private lastSecond = -1;
	private lastSecondText = '';

	/** Milliseconds since 1970, or later. */
	of(ms: number): string {
		const whole = Math.floor(ms);
		const second = Math.floor(whole / 1000);
		if (second !== this.lastSecond) {
			this.lastSecond = second;
			const minute = Math.floor(second / 60);
			this.lastSecondText = this.prefix(minute) + (SECONDS[second - minute * 60] as string);
		}
		return this.lastSecondText + (MILLISECONDS[whole - second * 1000] as string);
	}

	/** Such as `2026-11-20T18:30:`. */
	private prefix(minute: number): string {
		const known = this.minutes.get(minute);
		if (known !== undefined) return known;
		const prefix = new Date(minute * MINUTE_MS).toISOString().slice(0, -7);
		if (this.minutes.size >= MOST_MINUTES) this.minutes.clear();
		this.minutes.set(minute, prefix);
		return prefix;
	}
}
