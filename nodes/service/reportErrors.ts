/** The service sent a report that cannot be used. Says why, and what to do next. */
export class UnusableReport extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** 'temporary': the same report may be usable later without anyone doing anything. */
		readonly duration: 'temporary' | 'lasting' = 'lasting',
	) {
		super(message);
	}
}

/** The service sent something other than a report. `beginning` is its first text. */
export class NotAReport extends Error {
	constructor(readonly beginning: string) {
		super('This is not a report');
	}
}
