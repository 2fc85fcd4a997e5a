/** One row of contacts in place: to be looked at while it is shown, for the next one overwrites it. */
export interface Row {
	/** How many values it has. */
	readonly length: number;
	/** How many lines of the file it takes. */
	readonly lines: number;
	/** The value at this position; empty when the row is shorter. */
	text(position: number): string;
	/** Whether there is nothing but white space. */
	isBlank(position: number): boolean;
}

/** A row whose values are texts already. */
export class TextRow implements Row {
	values: readonly string[] = [];

	get length(): number {
		return this.values.length;
	}

	get lines(): number {
		return this.values.reduce((count, value) => count + (value.match(/\r\n|\r|\n/g)?.length ?? 0), 1);
	}

	/** The same object with other values. */
	with(values: readonly string[]): this {
		this.values = values;
		return this;
	}

	text(position: number): string {
		return this.values[position] ?? '';
	}

	isBlank(position: number): boolean {
		return this.text(position).trim() === '';
	}
}

/** A row without quotation marks, in its bytes: of a million rows, only what is asked for becomes a text. */
export class PlainRow implements Row {
	readonly lines = 1;
	length = 0;
	private bytes: Buffer = Buffer.alloc(0);
	private start = 0;
	private ends = new Int32Array(64);

	begin(bytes: Buffer, start: number): void {
		this.bytes = bytes;
		this.start = start;
		this.length = 0;
	}

	addValue(end: number): void {
		if (this.length === this.ends.length) {
			const larger = new Int32Array(this.ends.length * 2);
			larger.set(this.ends);
			this.ends = larger;
		}
		this.ends[this.length++] = end;
	}

	text(position: number): string {
		if (position < 0 || position >= this.length) return '';
		return this.bytes.toString('utf8', this.startOf(position), this.ends[position]);
	}

	isBlank(position: number): boolean {
		if (position < 0 || position >= this.length) return true;
		const end = this.ends[position] as number;
		for (let at = this.startOf(position); at < end; at++) {
			const byte = this.bytes[at] as number;
			if (byte > 0x20 && byte < 0x7f) return false;
		}
		return this.text(position).trim() === '';
	}

	private startOf(position: number): number {
		return position === 0 ? this.start : (this.ends[position - 1] as number) + 1;
	}
}
