import type { INodeProperties } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import type { FormReader } from '../../form/formReader';
import { plainText, shortened } from '../../service/values';
import { countryCode } from '../../vendor/libphonenumber';
import { TELL_SETTINGS } from '../issues';
import type { ItemContext } from '../itemContext';
import { CODE_INCLUDED, readPhone } from './phone';
import { throwIfDifferent } from './sameForAll';
import {
	contactColumns,
	MOST_TEST_PHONES,
	type CheckMode,
	type ColumnNames,
	type ContactOptions,
	type ReadingOptions,
	type Delimiter,
	type EncodingChoice,
	type RecipientsChoice,
} from './types';

const getRecipients = ({ form }: ItemContext) => form.choice('recipients') as RecipientsChoice;

/** Whether all input items make one list. */
export const runsOnce = (item: ItemContext): boolean => getRecipients(item) === 'inputItems';

/** Where the contacts come from. If all items make one list, these fields must say the same for all of them. */
export async function readRecipientsChoice(item: ItemContext, fields: INodeProperties[]): Promise<RecipientsChoice> {
	const recipients = getRecipients(item);
	if (recipients === 'inputItems') await throwIfDifferent(item.context, fields);
	if (recipients !== 'csvFile' || !item.isTool) return recipients;
	throw new Refusal(
		'An AI agent cannot provide a CSV file',
		"Set 'Recipients' to 'Input Items', or read the file in a workflow before the agent.",
		`${TELL_SETTINGS} Set 'Recipients' to 'Input Items'.`,
	);
}

/** Reads the options about contacts, for both a launch and a check. */
export function readContactOptions(item: ItemContext): ContactOptions {
	const options = item.form.collection('options');
	return {
		...getReadingOptions(item),
		checkMode: options.choice('checkContacts') as CheckMode,
		sendFileUnchanged: options.isAddedAndOn('sendFileUnchanged'),
	};
}

export function getReadingOptions({ form }: ItemContext): ReadingOptions {
	const options = form.collection('options');
	return {
		country: readCountry(form),
		...(options.has('doNotContact') ? { doNotContact: options.raw('doNotContact') } : {}),
		encoding: options.choice('encoding') as EncodingChoice,
		delimiter: options.choice('delimiter') as Delimiter | 'detect',
		fileColumns: readFileColumns(options.collection('fileColumns')),
	};
}

/** n8n does not see the contacts of an uploaded list, so it cannot leave any out. */
export function refuseDoNotContact(options: FormReader): void {
	if (!options.has('doNotContact')) return;
	options.refuse(
		'doNotContact',
		'cannot be used with an uploaded list, because n8n cannot see its contacts',
		"Send the contacts from n8n (set 'Recipients' to 'Input Items' or 'CSV File'), or take them off the list in the service and remove 'Do Not Contact'.",
	);
}

function readFileColumns(form: FormReader): ColumnNames {
	const added = contactColumns.filter((column) => form.has(column));
	return Object.fromEntries(added.map((column) => [column, form.text(column)]));
}

/** Empty if all numbers begin with + or 00. */
function readCountry(form: FormReader): string {
	// Empty is a choice of the form. Undefined comes from an expression that found nothing, which `text` refuses.
	const text = form.raw('country') === '' ? '' : form.text('country');
	if (text === '' || text === CODE_INCLUDED) return text;
	const code = countryCode(text);
	if (code !== undefined) return code;
	const adviceForAnyone = 'Use two letters, such as US, DE or GB.';
	return form.refuse('country', `is "${text}", which is not a country code`, adviceForAnyone, adviceForAnyone);
}

/** The user's own phones for tests, as they are sent, without repeats; empty if none were entered. */
export function readTestPhones({ context, form }: ItemContext, country: string): string[] {
	const refuse = (fault: string): never =>
		form.refuse('testPhones', fault, 'Enter your own phone numbers with + and country code, or leave it empty.');
	// The form takes no expression, but some versions of n8n evaluate one that a program wrote, for example to a contact's number.
	if (plainText(context.getNode().parameters.testPhones).startsWith('=')) refuse('cannot be an expression');
	const phones = new Map<number, string>();
	for (const text of form.optionalText('testPhones').split(/[\n\r,;]/)) {
		if (text.trim() === '') continue;
		const phone = readPhone(text, country);
		const shown = `contains "${shortened(text.trim(), 40)}"`;
		if (phone.reason === 'noCountry') refuse(`${shown}, which has no country code`);
		else if (phone.reason !== undefined) refuse(`${shown}, which is not a phone number`);
		else if (phone.kind === 'landline') refuse(`${shown}, which is a landline and gets no RCS messages`);
		else phones.set(phone.e164Number, phone.spelling);
	}
	if (phones.size > MOST_TEST_PHONES)
		refuse(`has ${phones.size} phone numbers, but a test can have at most ${MOST_TEST_PHONES}`);
	return [...phones.values()];
}
