import { giveWay } from '../../service/clock';
import { findLeftover } from '../../service/values';
import { Refusal } from '../../service/refusal';
import {
	contactColumns,
	type CheckedContacts,
	type CheckOptions,
	type Contact,
	type ContactColumn,
	type FieldKind,
	type LeftOut,
} from './contact';
import { findIssues } from './contactIssues';
import type { ContactSource } from './contactSource';
import { readDoNotContact } from './doNotContact';
import { fingerprintOf } from './fingerprint';
import { OutgoingRows, USUAL_FILE_NAME } from './outgoingFile';
import { CODE_INCLUDED, readPhone, type Phone } from './phone';
import { Findings, invalidReasons, type WhyNotSent } from './reasons';

/** How many contacts are shown as they would be sent. */
export const PREVIEW_SIZE = 3;

/** How a long number is shown once its last digits are lost: 6.65001E+18. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?e\+\d+$/i;

/** A value without a letter or a digit, or what an expression without a result leaves, would read as a gap. */
const isEmptyValue = (text = '') => !/[\p{L}\p{N}]/u.test(text) || findLeftover(text) !== undefined;

/** Reads all contacts, then 'Do Not Contact', then makes the file that goes out. Sends nothing. */
export async function checkContacts(
	source: ContactSource,
	options: CheckOptions,
	onLeftOut: (contact: LeftOut) => void = () => undefined,
): Promise<CheckedContacts> {
	const columns = contactColumns.filter((column) => source.fields.some(({ kind }) => kind === column));
	/** Those whose values people see. */
	const shown = columns.filter(
		(column) => column !== 'phone' && (options.references?.some((reference) => reference.column === column) ?? true),
	);
	const findings = new Findings();
	// A check without 'Do Not Contact' only shows the first rows.
	const outgoing = new OutgoingRows(columns, options.references !== undefined || options.doNotContact !== undefined);
	const people = new PeopleSeen();
	const phonePrefix = options.phoneFormat === 'plus' ? '+' : '';
	let rows = 0;
	const leaveOut = ({ line, name, phone }: Contact, reason: WhyNotSent, field?: FieldKind) => {
		findings.add(reason, line, phone, field);
		onLeftOut({ line, name, phone, reason, field });
	};
	const keep = (contact: Contact, { e164Number, digits }: Phone) => {
		for (const column of shown)
			if (isEmptyValue(contact[column])) findings.add('emptyValue', contact.line, contact[column] ?? '', column);
		if (outgoing.needsRow) {
			const valueOf = (column: ContactColumn) => (column === 'phone' ? phonePrefix + digits : (contact[column] ?? ''));
			outgoing.addRow(contact.line, columns.map(valueOf));
		}
		outgoing.numbers.push(e164Number);
	};
	for await (const portion of source.contacts()) {
		for (const contact of portion) {
			rows++;
			const phone = readUsablePhone(contact, shown, options.country);
			if (phone.reason !== undefined) leaveOut(contact, phone.reason, phone.field);
			else if (people.add(phone.e164Number)) keep(contact, phone);
			else leaveOut(contact, 'duplicate');
		}
	}

	const { entries, leftOutNumbers, issue } = await findOptOuts(options.doNotContact, outgoing.numbers);
	const { chunks, first } = await outgoing.finish(leftOutNumbers, (line, values) => {
		for (const column of shown) if (isEmptyValue(values[column])) findings.remove('emptyValue', line, column);
		onLeftOut({ line, name: values.name, phone: values.phone ?? '', reason: 'doNotContact' });
	});
	const doNotContact = leftOutNumbers.size;
	const recipients = {
		rows,
		ready: outgoing.numbers.length - doNotContact,
		handedOver: 0,
		duplicatesRemoved: findings.count('duplicate'),
		invalid: findings.count(...invalidReasons),
		leftOut: findings.count('noNumber', 'landline'),
		doNotContact,
	};
	return {
		from: source.from,
		recipients,
		issues: [...findIssues({ source, findings, recipients, options, shown }), ...(issue ? [issue] : [])],
		fieldsUsed: Object.fromEntries(source.fields.map(({ kind, found }) => [kind, found.join(', ')])),
		doNotContact: entries === null ? null : { entries, leftOut: doNotContact },
		first,
		fingerprint: fingerprintOf(
			doNotContact === 0 ? outgoing.numbers : outgoing.numbers.filter((number) => !leftOutNumbers.has(number)),
		),
		file: outgoing.keepsAll ? { fileName: USUAL_FILE_NAME, chunks } : undefined,
	};
}

/** The phone of a contact, or why it is left out. */
function readUsablePhone(
	contact: Contact,
	shown: readonly ContactColumn[],
	country: string,
): Phone | { reason: WhyNotSent; field?: FieldKind } {
	if (contact.fault) return { reason: contact.fault };
	for (const kind of contact.notText)
		if (kind === 'phone' || kind === 'country' || shown.includes(kind)) return { reason: 'notText', field: kind };
	for (const column of shown)
		if (SHORTENED_NUMBER.test(contact[column] ?? '')) return { reason: 'inexact', field: column };
	// Of a contact, it is a country, and never the form's entry for numbers with their code.
	const ofContact = contact.country === CODE_INCLUDED ? 'no country' : contact.country;
	const phone = readPhone(contact.phone, ofContact || country);
	return phone.reason === undefined && phone.kind === 'landline' ? { reason: 'landline' } : phone;
}

/** Everybody once, by the number. */
class PeopleSeen {
	/** The last nine digits, by those before: a set finds small numbers several times faster than large ones. */
	private readonly numbers = new Map<number, Set<number>>();

	/** False if they were there already. */
	add(e164Number: number): boolean {
		const prefix = Math.floor(e164Number / 1e9);
		let suffixes = this.numbers.get(prefix);
		if (!suffixes) this.numbers.set(prefix, (suffixes = new Set()));
		// Adding also tells whether it was there. Two look-ups would take noticeably longer.
		const sizeBefore = suffixes.size;
		return suffixes.add(e164Number - prefix * 1e9).size > sizeBefore;
	}
}

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
