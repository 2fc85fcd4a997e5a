/** The simulator's time: the host's by default, movable and stoppable by hand. */
export class Clock {
	private offsetMs = 0;
	private stoppedAt: number | null = null;

	now(): number {
		return (this.stoppedAt ?? Date.now()) + this.offsetMs;
	}

	/** Stops the clock at this moment; only advance() moves it from here. */
	set(timeMs: number): void {
		this.stoppedAt = timeMs;
		this.offsetMs = 0;
	}

	advance(milliseconds: number): void {
		this.offsetMs += milliseconds;
	}

	/** Back to the host's time. */
	release(): void {
		this.stoppedAt = null;
		this.offsetMs = 0;
	}
}
