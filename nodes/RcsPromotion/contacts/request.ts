import type { INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';
import { giveWay } from '../../service/clock';
import { isListOrObject, plainText, shortened } from '../../service/values';
import { countryCode } from '../../vendor/libphonenumber';
import type { ItemContext } from '../itemContext';
import { ContactRefusal } from './contactFinding';
import { CODE_INCLUDED, readPhone, sampleOf } from './phone';
import { stopAtDifferences } from './sameForAll';
import {
	contactColumns,
	type CheckStrictness,
	type ColumnNames,
	type ContactListOptions,
	type ContactOptions,
	type Delimiter,
	type EncodingChoice,
	type RecipientsChoice,
} from './types';

/** How many phones of the user a test may go to. */
export const MOST_TEST_PHONES = 10;

const chosen = ({ form }: ItemContext) => form.choice('recipients') as RecipientsChoice;

/** Whether all input items make one list. */
export const isOneForAll = (item: ItemContext): boolean => chosen(item) === 'inputItems';

/** Where the contacts come from. If all items make one list, these fields must say the same for all of them. */
export async function recipientsOf(item: ItemContext, fields: INodeProperties[]): Promise<RecipientsChoice> {
	const recipients = chosen(item);
	if (recipients === 'inputItems') await stopAtDifferences(item.context, fields);
	if (recipients !== 'csvFile' || !item.isTool) return recipients;
	throw item.refusal(
		'An AI agent cannot provide a CSV file',
		"Set 'Recipients' to 'Input Items', or read the file in a workflow before the agent.",
	);
}

/** Reads the options about contacts, for both a launch and a check. */
export function readListOptions(item: ItemContext): ContactListOptions {
	const form = item.form.collection('options');
	return {
		...readContactOptions(item),
		checkContacts: form.choice('checkContacts') as CheckStrictness,
		sendFileUnchanged: form.isAdded('sendFileUnchanged'),
	};
}

export function readContactOptions({ form: whole }: ItemContext): ContactOptions {
	const form = whole.collection('options');
	return {
		country: form.has('country') ? chosenCountry(form) : '',
		doNotContact: form.has('doNotContact') ? form.raw('doNotContact') : undefined,
		encoding: form.choice('encoding') as EncodingChoice,
		delimiter: form.choice('delimiter') as Delimiter | 'detect',
		fileColumns: fileColumns(form.collection('fileColumns')),
	};
}

function fileColumns(form: FormReader): ColumnNames {
	const added = contactColumns.filter((column) => form.has(column));
	return Object.fromEntries(added.map((column) => [column, form.text(column)]));
}

function chosenCountry(form: FormReader): string {
	const text = form.text('country');
	if (text === CODE_INCLUDED) return text;
	const code = countryCode(text);
	if (code !== undefined) return code;
	return form.refuse('country', `is "${text}", which is not a country code`, 'Use two letters, such as US, DE or GB.');
}

/**
 * The entries of a list of phone numbers, from text with commas, semicolons or line breaks, or from what an expression returns. Skips
 * empty entries, but not those for which a list's expression found nothing. Yields one at a time, because a list may be long.
 */
function* listedPhones(value: unknown): Generator<string> {
	const texts: unknown[] = typeof value === 'string' ? value.split(/[\n\r,;]/) : [value];
	const entries: unknown[] = Array.isArray(value) ? value.flat(Infinity) : texts;
	for (const entry of entries) {
		const isLost = entry === undefined && Array.isArray(value);
		const text = isLost ? 'undefined' : isListOrObject(entry) ? JSON.stringify(entry) : plainText(entry).trim();
		if (text !== '') yield text;
	}
}

/**
 * The digits of the people who must get no message. An empty list is allowed; no value, or an entry that is not a number, is refused.
 * Where each contact has its own country, a number without + could be anyone's: even 00 begins other numbers in some countries.
 */
export async function blockedNumbers(
	{ doNotContact, country }: ContactOptions,
	haveOwnCountries = false,
): Promise<Set<number>> {
	const blocked = new Set<number>();
	if (doNotContact === undefined) return blocked;
	let entries = 0;
	for (const text of listedPhones(doNotContact)) {
		entries++;
		const lacksPlus = haveOwnCountries && !text.includes('+');
		const phone = readPhone(text, country);
		if (phone.problem === undefined && !lacksPlus) blocked.add(phone.digits);
		else {
			const what = lacksPlus ? 'which does not begin with +' : 'which is not a phone number with a country code';
			const orCountry =
				country === '' ? `${LIST} Or add the option 'Country' if the numbers have no country code.` : LIST;
			const advice = haveOwnCountries ? WITH_CODE : orCountry;
			throw unreadable(`Entry ${entries} of 'Do Not Contact' is "${sampleOf(text)}", ${what}`, advice);
		}
		await giveWay();
	}
	const isEmptyList = Array.isArray(doNotContact) && doNotContact.length === 0;
	if (entries === 0 && !isEmptyList) throw unreadable("'Do Not Contact' is empty", `${LIST} An empty list is fine.`);
	return blocked;
}

const unreadable = (message: string, advice: string) => new ContactRefusal('unreadableOptOut', message, advice);

const LIST =
	"Enter phone numbers, or an expression that returns a list of them, such as {{ $('Opt-outs').all().map(item => item.json.phone).filter(phone => phone) }}.";

const WITH_CODE =
	"Each contact has its own country ('Country' under 'Values to Send'), so write each number here with + and its country code.";

/** The user's own phones for tests, as they are sent, without repeats; empty if none were entered. */
export function readTestPhones({ context, form }: ItemContext, country: string): string[] {
	const refuse = (fault: string): never =>
		form.refuse('testPhones', fault, 'Enter your own phone numbers with + and country code, or leave it empty.');
	// The form allows none, but some versions of n8n fill one in that a program wrote: with a contact's number, for example.
	if (plainText(context.getNode().parameters.testPhones).startsWith('=')) refuse('cannot be an expression');
	const phones = new Map<number, string>();
	for (const text of listedPhones(form.raw('testPhones'))) {
		const phone = readPhone(text, country);
		const shown = `contains "${shortened(text, 40)}"`;
		if (phone.problem === undefined) phones.set(phone.digits, phone.sent);
		else if (phone.problem === 'noCountry') refuse(`${shown}, which has no country code`);
		else refuse(`${shown}, which is not a phone number`);
	}
	if (phones.size > MOST_TEST_PHONES) {
		refuse(`has ${phones.size} phone numbers, but a test can have at most ${MOST_TEST_PHONES}`);
	}
	return [...phones.values()];
}
