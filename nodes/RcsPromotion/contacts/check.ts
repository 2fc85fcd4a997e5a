import { giveWay } from '../../service/clock';
import { findLeftover } from '../../service/values';
import { Refusal } from '../../form/refusal';
import {
	contactColumns,
	kindLabels,
	type CheckedContacts,
	type CheckOptions,
	type Contact,
	type ContactColumn,
	type LeftOut,
} from './contact';
import { findIssues } from './contactIssues';
import type { ContactSource } from './contactSource';
import { readDoNotContact } from './doNotContact';
import { Findings } from './findings';
import { fingerprintOf } from './fingerprint';
import { OutgoingRows, USUAL_FILE_NAME } from './outgoingFile';
import { noPhoneReasons, readPhone, type Phone } from './phone';

/** How many contacts are shown as they would be sent. */
export const PREVIEW_SIZE = 3;

/** How a long number is shown once its last digits are lost: 6.65001E+18. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?e\+\d+$/i;

/** A value without a letter or a digit, or what an expression without a result leaves, would read as a gap. */
const isEmptyValue = (text: string) => !/[\p{L}\p{N}]/u.test(text) || findLeftover(text) !== undefined;

/** Reads all contacts, then 'Do Not Contact', then makes the file that goes out. Sends nothing. */
export async function checkContacts(
	source: ContactSource,
	options: CheckOptions,
	onLeftOut: (contact: LeftOut) => void = () => undefined,
): Promise<CheckedContacts> {
	const loop = new ContactLoop(source, options, onLeftOut);
	for await (const portion of source.contacts()) for (const contact of portion) loop.check(contact);
	const { outgoing, findings } = loop;
	const { entries, leftOutNumbers, issue } = await findOptOuts(options.doNotContact, outgoing.numbers);
	const { chunks, first } = await outgoing.finish(leftOutNumbers, (line, values) => {
		for (const column of loop.shown)
			if (isEmptyValue(values[column] ?? '')) findings.remove('emptyValue', line, column);
		onLeftOut({ line, name: values.name, phone: values.phone ?? '', reason: 'doNotContact' });
	});
	const doNotContact = leftOutNumbers.size;
	const invalid = findings.count('notText', 'inexact', 'tooManyValues', 'swallowedRows', ...oddReasons);
	const recipients = {
		rows: loop.rows,
		ready: outgoing.numbers.length - doNotContact,
		handedOver: 0,
		duplicatesRemoved: findings.count('duplicate'),
		invalid,
		leftOut: findings.count('noNumber', 'landline'),
		doNotContact,
	};
	return {
		from: source.from,
		recipients,
		issues: [...findIssues({ source, findings, recipients, options, shown: loop.shown }), ...(issue ? [issue] : [])],
		fieldsUsed: Object.fromEntries(source.fields.map(({ kind, found }) => [kind, found.join(', ')])),
		doNotContact: entries === null ? null : { entries, leftOut: doNotContact },
		first,
		fingerprint: fingerprintOf(
			leftOutNumbers.size === 0 ? outgoing.numbers : outgoing.numbers.filter((number) => !leftOutNumbers.has(number)),
		),
		file: outgoing.keepsAll ? { fileName: USUAL_FILE_NAME, chunks } : undefined,
	};
}

const oddReasons = noPhoneReasons.filter((reason) => reason !== 'noNumber');

/** The people to leave out; none if that cannot be said, which is an issue. */
async function findOptOuts(value: unknown, numbers: readonly number[]) {
	const leftOutNumbers = new Set<number>();
	if (value === undefined) return { entries: null, leftOutNumbers };
	try {
		const { entries, leavesOut } = await readDoNotContact(value, numbers);
		for (const number of numbers) {
			if (leavesOut(number)) leftOutNumbers.add(number);
			await giveWay();
		}
		return { entries, leftOutNumbers };
	} catch (error) {
		if (!(error instanceof Refusal && error.issue)) throw error as Error;
		return { entries: null, leftOutNumbers, issue: error.issue };
	}
}

type WhyLeftOut = Pick<LeftOut, 'reason' | 'field'>;

/** Decides on each contact, once and in order. */
class ContactLoop {
	readonly findings = new Findings();
	readonly outgoing: OutgoingRows;
	rows = 0;
	/** The columns whose values people see. */
	readonly shown: readonly ContactColumn[];
	private readonly phonePrefix: string;
	/** The numbers so far: their last nine digits, by those before. A set finds small numbers several times faster than large ones. */
	private readonly seen = new Map<number, Set<number>>();

	constructor(
		source: ContactSource,
		private readonly options: CheckOptions,
		private readonly onLeftOut: (contact: LeftOut) => void,
	) {
		const columns = contactColumns.filter((column) => source.fields.some(({ kind }) => kind === column));
		// A check without 'Do Not Contact' only shows the first rows.
		this.outgoing = new OutgoingRows(columns, options.references !== undefined || options.doNotContact !== undefined);
		this.shown = columns.filter(
			(column) => column !== 'phone' && (options.references?.some((reference) => reference.column === column) ?? true),
		);
		this.phonePrefix = options.phoneFormat === 'plus' ? '+' : '';
	}

	check(contact: Contact): void {
		this.rows++;
		const phone = this.readNewPhone(contact);
		if (phone.reason === undefined) {
			this.keep(contact, phone);
			return;
		}
		const { line, name } = contact;
		const { reason, field } = phone;
		this.findings.add(reason, line, field ? kindLabels[field] : contact.phone, field);
		this.onLeftOut({ line, name, phone: contact.phone, reason, field });
	}

	/** The phone to send to, which is taken from then on; or why there is none. */
	private readNewPhone(contact: Contact): Phone | WhyLeftOut {
		if (contact.fault) return { reason: contact.fault };
		for (const kind of contact.notText)
			if (kind === 'phone' || kind === 'country' || this.shown.includes(kind))
				return { reason: 'notText', field: kind };
		for (const column of this.shown)
			if (SHORTENED_NUMBER.test(contact[column] ?? '')) return { reason: 'inexact', field: column };
		const phone = readPhone(contact.phone, contact.country || this.options.country);
		if (phone.reason !== undefined) return phone;
		if (phone.kind === 'landline') return { reason: 'landline' };
		return this.addIfNew(phone.e164Number) ? phone : { reason: 'duplicate' };
	}

	private addIfNew(e164Number: number): boolean {
		const prefix = Math.floor(e164Number / 1e9);
		let suffixes = this.seen.get(prefix);
		if (!suffixes) this.seen.set(prefix, (suffixes = new Set()));
		// Adding also tells whether it was there. Two look-ups would take noticeably longer.
		const sizeBefore = suffixes.size;
		return suffixes.add(e164Number - prefix * 1e9).size > sizeBefore;
	}

	private keep(contact: Contact, { e164Number, digits }: Phone): void {
		const { line } = contact;
		for (const column of this.shown) {
			const value = contact[column] ?? '';
			if (isEmptyValue(value)) this.findings.add('emptyValue', line, value, column);
		}
		const { outgoing, phonePrefix } = this;
		if (outgoing.needsRow) {
			const valueOf = (column: ContactColumn) => (column === 'phone' ? phonePrefix + digits : (contact[column] ?? ''));
			outgoing.addRow(line, outgoing.columns.map(valueOf));
		}
		outgoing.numbers.push(e164Number);
	}
}
