import { leftoverIn } from '../../service/values';
import { countExclusions } from './exclusions';
import { formatRow, packPhone } from './outgoingFile';
import { phoneProblems, readPhone, type Phone } from './phone';
import type { Rejection } from './reasons';
import { Fingerprint } from './fingerprint';
import { CountriesReached } from './timeZones';
import {
	contactColumns,
	MOST_TEST_PHONES,
	type Contact,
	type ContactCheckOptions,
	type ContactColumn,
	type ContactSource,
	type Exclusion,
	type PreviewContact,
	type RecipientCounts,
} from './types';

/** How often one kind of finding occurs, and where. */
export interface Occurrences {
	count: number;
	/** The first ten: lines of a file, or items. */
	lines: number[];
	/** The first value found. */
	example: string;
}

type Flaw =
	Exclude<Rejection, 'notText' | 'lineBreak'> | 'withoutNine' | `${'empty' | 'notText' | 'lineBreak'} ${string}`;

const SHOWN = 10;
/** How many contacts are shown as they would be sent. */
export const PREVIEWED = 3;

/** Pass 1: looks at each contact once, in order, and decides who gets the message. */
export class Admission {
	/** The first contacts that get the message, as they are sent. */
	readonly first: PreviewContact[] = [];
	/** For pass 2, if there is one: for each contact, the phone that it gets the message on, packed. */
	readonly decisions: number[] = [];
	readonly fingerprint = new Fingerprint();
	/** Only if they are needed. */
	readonly countries?: CountriesReached;
	/** Size of the rows that pass 2 writes, without the header. */
	writtenBytes = 0;
	phonesChanged = 0;
	readonly columns: readonly ContactColumn[];
	private readonly flaws = new Map<Flaw, Occurrences>();
	/** The numbers so far, by their digits before the last nine: small whole numbers are found several times faster than large ones. */
	private readonly seen = new Map<number, Set<number>>();
	private rows = 0;
	private ready = 0;
	/** The columns that the template uses. */
	private readonly used: readonly ContactColumn[];
	/** Where a line break is a fault: in a file it may be rows that a stray quotation mark made one value; in an item only what is shown. */
	private readonly columnsOnOneLine: readonly ContactColumn[];
	private written = '';
	/** Not if the contacts are only looked at. */
	private readonly hasPass2: boolean;

	constructor(
		source: ContactSource,
		private readonly options: Pick<ContactCheckOptions, 'country' | 'references' | 'isCheckOnly' | 'needsCountries'>,
		readonly exclusions: readonly Exclusion[],
	) {
		this.hasPass2 = options.isCheckOnly !== true;
		if (options.needsCountries === true) this.countries = new CountriesReached();
		this.columns = contactColumns.filter((column) => source.columnsUsed[column] !== undefined);
		this.used = this.columns.filter((column) => options.references.some((reference) => reference.column === column));
		this.columnsOnOneLine =
			source.from === 'csvFile' ? this.columns : [...new Set<ContactColumn>(['phone', ...this.used])];
	}

	/** The verdict on each of these contacts; undefined for one that gets the message. */
	admit(portion: readonly Contact[]): Array<Rejection | undefined> {
		const verdicts = portion.map((contact) => this.judge(contact));
		// Once per portion, because measuring each row on its own would take longer.
		this.writtenBytes += Buffer.byteLength(this.written, 'utf8');
		this.written = '';
		return verdicts;
	}

	/** Memory does not grow with the number of contacts that have a flaw. */
	getOccurrences(flaw: Flaw): Occurrences {
		return this.flaws.get(flaw) ?? { count: 0, lines: [], example: '' };
	}

	get counts(): RecipientCounts & { rows: number; ready: number; invalid: number; landlines: number } {
		const { rows, ready } = this;
		const duplicatesRemoved = this.getOccurrences('duplicate').count;
		const landlines = this.getOccurrences('landline').count;
		const odd = phoneProblems.reduce((sum, problem) => sum + this.getOccurrences(problem).count, 0);
		const invalid = odd - this.getOccurrences('noNumber').count;
		return {
			rows,
			ready,
			sent: 0,
			duplicatesRemoved,
			invalid,
			landlines,
			leftOut: odd + landlines,
			...countExclusions(this.exclusions, (name) => this.getOccurrences(name).count),
		};
	}

	private judge(contact: Contact): Rejection | undefined {
		this.rows++;
		const phone = this.judgePhone(contact);
		if (typeof phone === 'object') {
			this.accept(contact, phone);
			return undefined;
		}
		const flaw =
			phone === 'notText' || phone === 'lineBreak' ? (`${phone} ${this.findFaultyColumn(contact)}` as const) : phone;
		this.addFlaw(flaw, contact.at, contact.phone);
		if (this.hasPass2) this.decisions.push(packPhone(undefined));
		return phone;
	}

	/** The phone that gets the message, or why there is none. */
	private judgePhone(contact: Contact): Phone | Rejection {
		if (contact.fault) return contact.fault === 'columnCount' ? contact.fault : 'notText';
		if (this.columnsOnOneLine.some((column) => hasLineBreak(contact[column]))) return 'lineBreak';
		const phone = readPhone(contact.phone, contact.country || this.options.country);
		if (phone.problem !== undefined) return phone.problem;
		for (const exclusion of this.exclusions) if (exclusion.leavesOut(phone.digits, contact)) return exclusion.name;
		if (phone.kind === 'landline') return phone.kind;
		return this.isNew(phone.digits) ? phone : 'duplicate';
	}

	/** The column whose value cannot be used, if that is what is wrong. */
	findFaultyColumn({ fault, ...values }: Contact): ContactColumn | undefined {
		if (fault) return fault === 'columnCount' ? undefined : fault;
		return this.columnsOnOneLine.find((column) => hasLineBreak(values[column]));
	}

	private isNew(digits: number): boolean {
		const start = Math.floor(digits / 1e9);
		let ends = this.seen.get(start);
		if (!ends) this.seen.set(start, (ends = new Set()));
		// Adding also tells whether it was there. Two look-ups would take noticeably longer.
		const sizeBefore = ends.size;
		return ends.add(digits - start * 1e9).size > sizeBefore;
	}

	private accept(contact: Contact, { digits, sent, kind }: Phone): void {
		this.ready++;
		this.fingerprint.add(digits);
		this.countries?.add(digits);
		if (kind === 'withoutNine') this.addFlaw(kind, contact.at, contact.phone);
		if (sent !== contact.phone) this.phonesChanged++;
		for (const column of this.used) {
			const value = contact[column] ?? '';
			if (isUnfilled(column, value)) this.addFlaw(`empty ${column}`, contact.at, value);
		}
		if (this.hasPass2) {
			this.decisions.push(packPhone(sent));
			this.written += formatRow(this.columns, contact, sent);
		}
		if (this.ready > MOST_TEST_PHONES) return;
		const values = this.columns.map((column) => [column, column === 'phone' ? sent : (contact[column] ?? '')]);
		this.first.push(Object.fromEntries(values) as PreviewContact);
	}

	private addFlaw(flaw: Flaw, line: number, example: string): void {
		const earlier = this.flaws.get(flaw);
		if (!earlier) this.flaws.set(flaw, { count: 1, lines: [line], example });
		else if (++earlier.count <= SHOWN) earlier.lines.push(line);
	}
}

const hasLineBreak = (value: string | undefined) => value !== undefined && /[\r\n]/.test(value);

/**
 * What systems and people write in an empty field, what a spreadsheet shows for a broken formula (#REF!, #NAME?), what a mail tool did not
 * fill in (*|FNAME|*, {{name}}), and what an expression without a value leaves. A name without a letter, such as #1001, is the number of
 * an order or an invoice.
 */
export const isUnfilled = (column: ContactColumn, text: string): boolean =>
	(column === 'name' && !/\p{L}/u.test(text)) ||
	/^(?:null|n\/a|#n\/a|#\S+[!?]|\p{P}*)$/iu.test(text.trim()) ||
	/\{\{|\*\|/.test(text) ||
	leftoverIn(text) !== undefined;
