const SHOWN = 10;

export interface Occurrences {
	count: number;
	/** The first ten. */
	lines: number[];
}

/** Counts what was found, by kind; memory does not grow with the number of contacts. */
export class Tally<Kind extends string> {
	private readonly kinds = new Map<Kind, Occurrences>();

	note(kind: Kind, line: number): void {
		const known = this.kinds.get(kind);
		if (!known) this.kinds.set(kind, { count: 1, lines: [line] });
		else if (++known.count <= SHOWN) known.lines.push(line);
	}

	of(kind: Kind): Occurrences {
		return this.kinds.get(kind) ?? { count: 0, lines: [] };
	}
}
