import type { FieldKind } from './contact';
import type { WhyNotSent } from './reasons';

/** How often one kind of thing was found, and where. */
export interface Finding {
	count: number;
	/** The first ten: lines of a file, or items. */
	lines: number[];
	/** The first value. */
	example: string;
}

/** `emptyValue`: a text shows a value that the contact lacks. */
export type FindingKind = WhyNotSent | 'emptyValue';

/** How many lines an issue names. */
const SHOWN_LINES = 10;
const NOTHING: Finding = { count: 0, lines: [], example: '' };

/** What was found while the contacts were read. */
export class Findings {
	private readonly all = new Map<string, Finding>();

	add(kind: FindingKind, line: number, example: string, field: FieldKind | '' = ''): void {
		const key = `${kind} ${field}`;
		let found = this.all.get(key);
		if (!found) this.all.set(key, (found = { count: 0, lines: [], example }));
		if (++found.count <= SHOWN_LINES) found.lines.push(line);
	}

	/** If it turns out that the contact is left out for another reason. */
	remove(kind: FindingKind, line: number, field: FieldKind): void {
		const found = this.get(kind, field);
		found.count--;
		found.lines = found.lines.filter((one) => one !== line);
	}

	get(kind: FindingKind, field: FieldKind | '' = ''): Finding {
		return this.all.get(`${kind} ${field}`) ?? NOTHING;
	}

	/** How many there are of these kinds, for any field. */
	count(...kinds: FindingKind[]): number {
		let count = 0;
		for (const [key, found] of this.all) if (kinds.some((kind) => key.startsWith(`${kind} `))) count += found.count;
		return count;
	}
}
