import { aliasOf, type Alias } from './aliases';
import { severalPhones } from './messages';
import { digitsToCompare } from './phone';
import { contactColumns, ContactRefusal, type ContactColumn, type ContactPlace } from './types';

/** A field that the table knows. */
export interface Candidate {
	/** The header, or the path in the item. */
	label: string;
	alias: Alias;
	/** The column in the file. */
	position: number;
	/** The way to it in an item. */
	path: ReadonlyArray<string | number>;
}

export type Choice = Partial<Record<ContactColumn, Candidate>>;

export function candidatesIn(header: readonly string[]): Candidate[] {
	return header.flatMap((label, position) => {
		const alias = aliasOf([label]);
		return alias ? [{ label: label.trim(), alias, position, path: [] }] : [];
	});
}

/** Looks at all contacts to tell which fields hold something, and whether two of them hold the same phone numbers. */
export class Survey {
	private readonly byColumn: Record<ContactColumn, Candidate[]>;
	private readonly holds = new Set<Candidate>();
	private readonly examples = new Map<Candidate, string>();
	/** For each phone field its group: fields of one group held the same numbers so far. */
	private groups: number[];

	constructor(private readonly candidates: readonly Candidate[]) {
		const inOrder = [...candidates].sort((one, other) => one.alias.rank - other.alias.rank);
		this.byColumn = Object.fromEntries(
			contactColumns.map((column) => [column, inOrder.filter(({ alias }) => alias.column === column)]),
		) as Record<ContactColumn, Candidate[]>;
		this.groups = this.byColumn.phone.map(() => 0);
	}

	/** Whether further contacts cannot change what is chosen, as where no column can come from two fields. */
	get isSettled(): boolean {
		return contactColumns.every((column) => {
			const known = this.byColumn[column];
			if (known.length < 2) return true;
			if (column !== 'phone') return this.holds.has(known[0] as Candidate);
			return this.allDiffer && known.every((candidate) => this.holds.has(candidate));
		});
	}

	private get allDiffer(): boolean {
		return new Set(this.groups).size === this.groups.length;
	}

	take(textOf: (candidate: Candidate) => string): void {
		for (const candidate of this.candidates) {
			if (this.holds.has(candidate)) continue;
			const text = textOf(candidate).trim();
			if (text === '') continue;
			this.holds.add(candidate);
			this.examples.set(candidate, text);
		}
		if (this.allDiffer) return;
		const numbers = this.byColumn.phone.map((candidate) => digitsToCompare(textOf(candidate)));
		if (numbers.every((number) => number === numbers[0])) return;
		if (this.groups.every((group) => group === 0)) this.showTheDifference(textOf);
		const parted = this.groups.map((group, index) => `${group} ${numbers[index]}`);
		this.groups = parted.map((part) => parted.indexOf(part));
	}

	/** Numbers that are the same in both fields would not tell people which to choose. */
	private showTheDifference(textOf: (candidate: Candidate) => string): void {
		for (const candidate of this.byColumn.phone) {
			const text = textOf(candidate).trim();
			if (text !== '') this.examples.set(candidate, text);
		}
	}

	/** One field for each column. Two phone fields whose numbers differ anywhere are a question. */
	chosen(place: ContactPlace): { choice: Choice; equalPhones: string[] } {
		const choice: Choice = {};
		for (const column of contactColumns) {
			const known = this.byColumn[column];
			const first = known.find((candidate) => this.holds.has(candidate)) ?? known[0];
			if (first) choice[column] = first;
		}
		const { phone } = this.byColumn;
		const holding = phone.filter((candidate) => this.holds.has(candidate));
		const groups = new Set(holding.map((candidate) => this.groups[phone.indexOf(candidate)]));
		if (groups.size > 1) {
			throw new ContactRefusal(
				severalPhones(
					place,
					holding.map((candidate) => ({ ...candidate, example: this.examples.get(candidate) ?? '' })),
				),
			);
		}
		return { choice, equalPhones: holding.slice(1).map(({ label }) => label) };
	}
}
