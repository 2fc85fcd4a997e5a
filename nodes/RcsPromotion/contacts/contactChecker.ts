import { findLeftover } from '../../service/values';
import { formatRow, NO_PHONE, packPhone } from './outgoingFile';
import { noPhoneReasons, readPhone, type Phone } from './phone';
import type { WhyNotSent } from './reasons';
import { FingerprintBuilder } from './fingerprint';
import {
	contactColumns,
	MOST_TEST_PHONES,
	type Contact,
	type ContactCheckOptions,
	type ContactColumn,
	type ContactSource,
	type DoNotContact,
	type NotSent,
	type RowValues,
	type RecipientCounts,
} from './types';

/** How often one kind of issue occurs, and where. */
export interface Occurrences {
	count: number;
	/** The first ten: lines of a file, or items. */
	lines: number[];
	/** The first value found. */
	example: string;
}

export type IssueKind = WhyNotSent | 'withoutNine' | 'emptyValue';

/** How many lines an issue names. */
const SHOWN_LINES = 10;
/** How many contacts are shown as they would be sent. */
export const PREVIEW_SIZE = 3;

/** Pass 1: checks each contact once, in order, and decides who gets the message. */
export class ContactChecker {
	/** The first MOST_TEST_PHONES contacts that get the message, as they are sent, for tests; the preview shows PREVIEW_SIZE of them. */
	readonly firstRecipients: RowValues[] = [];
	/** For the file, if one is made: the phone of each contact, as packPhone makes it. */
	readonly packedPhones: number[] = [];
	readonly fingerprint = new FingerprintBuilder();
	/** Size of the rows in the file that is sent, without the header. */
	writtenBytes = 0;
	phonesChanged = 0;
	/** The columns that the contacts have. */
	readonly columns: readonly ContactColumn[];
	private readonly occurrences = new Map<string, Occurrences>();
	/** The phones so far: their last nine digits, by those before. A set finds small numbers several times faster than large ones. */
	private readonly seenPhones = new Map<number, Set<number>>();
	private rows = 0;
	private ready = 0;
	private readonly templateColumns: readonly ContactColumn[];
	/** Those whose values must be text on one line: the phone, and what the template shows. */
	readonly usedColumns: readonly ContactColumn[];
	private rowsToMeasure = '';

	constructor(
		readonly source: ContactSource,
		private readonly options: Pick<ContactCheckOptions, 'country' | 'references' | 'makesFile'>,
		readonly doNotContact?: DoNotContact,
	) {
		this.columns = contactColumns.filter((column) => source.columnsUsed[column] !== undefined);
		this.templateColumns = this.columns.filter((column) =>
			options.references.some((reference) => reference.column === column),
		);
		this.usedColumns = [...new Set<ContactColumn>(['phone', ...this.templateColumns])];
	}

	/** Why each of these contacts gets nothing; undefined for one that gets the message. */
	checkPortion(portion: readonly Contact[]): Array<NotSent | undefined> {
		const results = portion.map((contact) => this.checkContact(contact));
		// Once per portion, because measuring each row on its own would take longer.
		this.writtenBytes += Buffer.byteLength(this.rowsToMeasure, 'utf8');
		this.rowsToMeasure = '';
		return results;
	}

	getOccurrences(kind: IssueKind, column?: ContactColumn): Occurrences {
		return this.occurrences.get(occurrenceKey(kind, column)) ?? { count: 0, lines: [], example: '' };
	}

	get counts(): RecipientCounts & { rows: number; ready: number; invalid: number; landlines: number } {
		const { rows, ready } = this;
		const duplicatesRemoved = this.getOccurrences('duplicate').count;
		const landlines = this.getOccurrences('landline').count;
		const withoutReadablePhone = noPhoneReasons.reduce((sum, reason) => sum + this.getOccurrences(reason).count, 0);
		const invalid = withoutReadablePhone - this.getOccurrences('noNumber').count;
		return {
			rows,
			ready,
			sent: 0,
			duplicatesRemoved,
			invalid,
			landlines,
			leftOut: withoutReadablePhone + landlines,
			doNotContact: this.getOccurrences('doNotContact').count,
			doNotContactNumbers: this.doNotContact?.numbers.size ?? null,
		};
	}

	private checkContact(contact: Contact): NotSent | undefined {
		this.rows++;
		const result = this.acceptPhone(contact);
		if (result.reason === undefined) {
			this.addRecipient(contact, result);
			return undefined;
		}
		this.addOccurrence(result.reason, contact.line, contact.phone, result.column);
		if (this.options.makesFile) this.packedPhones.push(NO_PHONE);
		return result;
	}

	/** The phone to send to, which is taken from then on; or why there is none. */
	private acceptPhone(contact: Contact): Phone | NotSent {
		const fault = contact.faults?.find(({ column }) => column === undefined || this.usedColumns.includes(column));
		if (fault) return fault;
		const id = 'businesssubscriberid';
		if (SHORTENED_ID.test(contact[id] ?? '')) return { reason: 'inexact', column: id };
		const column = this.usedColumns.find((usedColumn) => hasLineBreak(contact[usedColumn]));
		if (column) return { reason: 'lineBreak', column };
		const phone = readPhone(contact.phone, contact.country || this.options.country);
		if (phone.reason !== undefined) return phone;
		if (this.doNotContact?.numbers.has(phone.e164Number)) return { reason: 'doNotContact' };
		if (phone.kind === 'landline') return { reason: 'landline' };
		return this.addIfNew(phone.e164Number) ? phone : { reason: 'duplicate' };
	}

	private addIfNew(e164Number: number): boolean {
		const prefix = Math.floor(e164Number / 1e9);
		let suffixes = this.seenPhones.get(prefix);
		if (!suffixes) this.seenPhones.set(prefix, (suffixes = new Set()));
		// Adding also tells whether it was there. Two look-ups would take noticeably longer.
		const sizeBefore = suffixes.size;
		return suffixes.add(e164Number - prefix * 1e9).size > sizeBefore;
	}

	private addRecipient(contact: Contact, { e164Number, spelling, kind }: Phone): void {
		this.ready++;
		this.fingerprint.add(e164Number);
		if (kind === 'withoutNine') this.addOccurrence(kind, contact.line, contact.phone);
		if (spelling !== contact.phone) this.phonesChanged++;
		if (contact.faults)
			for (const { reason, column } of contact.faults) this.addOccurrence(reason, contact.line, '', column);
		for (const column of this.templateColumns) {
			const value = contact[column] ?? '';
			if (isPlaceholder(column, value)) this.addOccurrence('emptyValue', contact.line, value, column);
		}
		if (this.options.makesFile) {
			this.packedPhones.push(packPhone(spelling));
			this.rowsToMeasure += formatRow(this.columns, contact, spelling);
		}
		if (this.ready > MOST_TEST_PHONES) return;
		const values = this.columns.map((column) => [column, column === 'phone' ? spelling : (contact[column] ?? '')]);
		this.firstRecipients.push(Object.fromEntries(values) as RowValues);
	}

	private addOccurrence(kind: IssueKind, line: number, example: string, column?: ContactColumn): void {
		const key = occurrenceKey(kind, column);
		let occurrences = this.occurrences.get(key);
		if (!occurrences) this.occurrences.set(key, (occurrences = { count: 0, lines: [], example }));
		if (++occurrences.count <= SHOWN_LINES) occurrences.lines.push(line);
	}
}

const occurrenceKey = (kind: IssueKind, column?: ContactColumn) => (column ? `${kind} ${column}` : kind);

/** How a long number is shown once its last digits are lost: 6.65001E+18. */
const SHORTENED_ID = /^\d(?:[.,]\d+)?e\+\d+$/i;

const hasLineBreak = (value: string | undefined) => value !== undefined && /[\r\n]/.test(value);

/**
 * Whether a value stands for nothing: what people, systems, broken formulas (#REF!), mail tools (*|FNAME|*) and empty expressions leave.
 * A name without a letter, such as #1001, is the number of an order.
 */
export const isPlaceholder = (column: ContactColumn, text: string): boolean =>
	(column === 'name' && !/\p{L}/u.test(text)) ||
	/^(?:null|n\/a|#n\/a|#\S+[!?]|\p{P}*)$/iu.test(text.trim()) ||
	/\{\{|\*\|/.test(text) ||
	findLeftover(text) !== undefined;
