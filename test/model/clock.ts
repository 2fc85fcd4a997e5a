export const START = Date.parse('2026-03-02T08:00:00Z');

/** Moves Date.now by hand while a timeline is played. */
export class Clock {
	now = START;
	private readonly real = Date.now;

	constructor() {
		Date.now = () => this.now;
	}

	restore(): void {
		Date.now = this.real;
	}
}
