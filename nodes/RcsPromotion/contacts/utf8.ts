/**
 * Whether bytes are UTF-8, chunk by chunk. A NUL counts as foreign, too: no text holds one, but UTF-16 and pictures do.
 * The counts help to guess what a text is that is not UTF-8.
 */
export class Utf8Inspector {
	/** Letters of several bytes. */
	wholeLetters = 0;
	/** Bytes that are no UTF-8. */
	foreignBytes = 0;
	/** Foreign bytes that are no Windows-1252 either. */
	unknownBytes = 0;
	/** Bytes that the letter under way still needs. */
	private missing = 0;
	private lead = 0;
	private lowest = 0x80;
	private highest = 0xbf;

	/** Returns whether everything so far is UTF-8; the last letter may be incomplete. */
	push(chunk: Uint8Array): boolean {
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at] as number;
			if (this.missing === 0 && byte < 0x80 && byte !== 0) continue;
			this.take(byte);
		}
		return this.foreignBytes === 0;
	}

	/** Returns whether all of it is UTF-8. */
	end(): boolean {
		if (this.missing > 0) this.noteForeign(this.lead);
		this.missing = 0;
		return this.foreignBytes === 0;
	}

	private take(byte: number): void {
		if (this.missing > 0) {
			if (byte >= this.lowest && byte <= this.highest) {
				this.lowest = 0x80;
				this.highest = 0xbf;
				if (--this.missing === 0) this.wholeLetters++;
				return;
			}
			this.missing = 0;
			this.noteForeign(this.lead);
		}
		if (byte >= 0x80 || byte === 0) this.begin(byte);
	}

	/** The ranges leave out longer forms than needed, surrogates, and what lies beyond Unicode. */
	private begin(byte: number): void {
		this.lead = byte;
		this.lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
		this.highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
		if (byte >= 0xc2 && byte <= 0xdf) this.missing = 1;
		else if (byte >= 0xe0 && byte <= 0xef) this.missing = 2;
		else if (byte >= 0xf0 && byte <= 0xf4) this.missing = 3;
		else this.noteForeign(byte);
	}

	private noteForeign(byte: number): void {
		this.foreignBytes++;
		if (byte === 0 || isUndefinedInWindows1252(byte)) this.unknownBytes++;
	}
}

function isUndefinedInWindows1252(byte: number): boolean {
	return byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d;
}
