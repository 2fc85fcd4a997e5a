const MB = 1024 * 1024;
/** V8 begins to clear away what nobody needs any more when buffers of this size have gathered. */
const V8_CLEARS_AT = 64 * MB;
/** After so much of a report it shall begin: until it has looked through all of n8n, a report brings many megabytes more. */
const CLEAR_AT = 24 * MB;

/**
 * Keeps the chunks of a stream that were read from piling up to V8's own limit. A buffer that nobody writes into counts there
 * like any other but takes no memory from the system, so one of the missing size makes V8 begin at once. The price is about a
 * tenth of a second in a report of a million rows (docs/report-parser.md); short reports do not pay it.
 */
export class EarlyClearing {
	private gathered = 0;

	constructor(private readonly allocate: (bytes: number) => unknown = (bytes) => new ArrayBuffer(bytes)) {}

	/** To be told of all that is read. */
	read(bytes: number): void {
		this.gathered += bytes;
		if (this.gathered < CLEAR_AT) return;
		this.gathered = 0;
		try {
			this.allocate(V8_CLEARS_AT - CLEAR_AT);
		} catch {
			// Where so much address space cannot be had, the report is read all the same.
		}
	}
}
