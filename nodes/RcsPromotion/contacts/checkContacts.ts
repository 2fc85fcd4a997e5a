import { giveWay } from '../../service/clock';
import { findLeftover } from '../../service/values';
import { Refusal } from '../../service/refusal';
import type { Issue } from '../issues';
import {
	contactColumns,
	type CheckOptions,
	type Contact,
	type ContactColumn,
	type FieldKind,
	type FieldNames,
	type OutgoingFile,
	type RecipientCounts,
	type RowValues,
} from './contact';
import { findIssues } from './contactIssues';
import type { ContactSource } from './contactSource';
import { CODE_INCLUDED } from './countries';
import { readDoNotContact } from './doNotContact';
import { Findings, invalidReasons, notReachableReasons, structuralReasons, type Reason } from './findings';
import { fingerprintOf } from './fingerprint';
import { OutgoingRows } from './outgoingFile';
import { readPhone, type Phone } from './phone';

export interface LeftOut {
	line: number;
	name: string | undefined;
	phone: string;
	reason: Reason;
	/** The field whose value cannot be used, if that is why. */
	field?: FieldKind;
}

export interface CheckedContacts {
	recipients: RecipientCounts;
	/** The contacts may be sent if none of them is a refusal. */
	issues: readonly Issue[];
	fieldsUsed: FieldNames;
	/** How many entries that option has, and how many contacts they left out; null if it was not added. */
	doNotContact: { entries: number; leftOut: number } | null;
	/** The first contacts as they are sent, for tests and previews. */
	first: readonly RowValues[];
	/** By which a later launch recognizes this list. */
	fingerprint: readonly string[];
	/** Undefined for a check, which sends nothing. */
	file?: OutgoingFile;
}

/** How many contacts are shown as they would be sent. */
export const PREVIEW_SIZE = 3;

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
	const leaveOut = ({ line, name, phone = '' }: Contact, reason: Reason, field?: FieldKind) => {
		findings.add(reason, line, phone, field);
		onLeftOut({ line, name, phone, reason, field });
	};
	const keep = (contact: Contact, { e164Number, digits }: Phone) => {
		for (const column of shown)
			if (isEmptyValue(contact[column])) findings.add('emptyValue', contact.line, contact[column] ?? '', column);
		outgoing.add(contact.line, e164Number, (column) =>
			column === 'phone' ? phonePrefix + digits : (contact[column] ?? ''),
		);
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

	const { entries, optedOut, issue } = await findOptOuts(options.doNotContact, outgoing.numbers);
	const linesOptedOut = new Set<number>();
	const { file, first } = await outgoing.finish(optedOut, (line, { name, phone = '' }) => {
		linesOptedOut.add(line);
		onLeftOut({ line, name, phone, reason: 'doNotContact' });
	});
	findings.remove('emptyValue', linesOptedOut);
	const doNotContact = optedOut.size;
	const recipients = {
		rows,
		ready: outgoing.numbers.length - doNotContact,
		handedOver: 0,
		duplicatesRemoved: findings.count(['duplicate']),
		invalid: findings.count([...invalidReasons, ...structuralReasons]),
		leftOut: findings.count(notReachableReasons),
		doNotContact,
	};
	return {
		recipients,
		issues: [...findIssues({ source, findings, recipients, options }), ...(issue ? [issue] : [])],
		fieldsUsed: Object.fromEntries(source.fields.map(({ kind, found }) => [kind, found.join(', ')])),
		doNotContact: entries === null ? null : { entries, leftOut: doNotContact },
		first,
		fingerprint: fingerprintOf(outgoing.numbers.filter((number) => !optedOut.has(number))),
		file,
	};
}

/** How a long number is shown once its last digits are lost: 6.65001E+18. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?e\+\d+$/i;

/** A value without a letter or a digit, or what an expression without a result leaves, would read as a gap. */
const isEmptyValue = (text = '') => !/[\p{L}\p{N}]/u.test(text) || findLeftover(text) !== undefined;

/** The phone of a contact, or why it is left out. */
function readUsablePhone(
	contact: Contact,
	shown: readonly ContactColumn[],
	country: string,
): Phone | { reason: Reason; field?: FieldKind } {
	if (contact.fault) return { reason: contact.fault };
	for (const kind of ['phone', 'country', ...shown] as const)
		if (kind in contact && contact[kind] === undefined) return { reason: 'notText', field: kind };
	for (const column of shown)
		if (SHORTENED_NUMBER.test(contact[column] ?? '')) return { reason: 'inexact', field: column };
	// Of a contact, it is a country, and never the form's entry for numbers with their code.
	const ofContact = contact.country === CODE_INCLUDED ? 'no country' : contact.country;
	const phone = readPhone(contact.phone ?? '', ofContact || country);
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
	const optedOut = new Set<number>();
	if (value === undefined) return { entries: null, optedOut };
	try {
		const { entries, leavesOut } = await readDoNotContact(value, numbers);
		for (const number of numbers) {
			if (leavesOut(number)) optedOut.add(number);
			await giveWay();
		}
		return { entries, optedOut };
	} catch (error) {
		if (!(error instanceof Refusal && error.issue)) throw error as Error;
		return { entries: null, optedOut, issue: error.issue };
	}
}
