import { optionsField } from '../../../form/formFields';
import { checkContacts, type LeftOut } from '../../contacts/checkContacts';
import { FIELD_KINDS, type ContactOrigin } from '../../contacts/contact';
import {
	contactFields,
	readContacts,
	readingOptions,
	readReadingOptions,
	readRecipientsChoice,
	recipientsField,
	runsOnce,
} from '../../contacts/contactForm';
import { describeFieldsUsed } from '../../contacts/contactIssues';
import { getReasonText } from '../../contacts/findings';
import { shortenName, throwIfAny } from '../../issues';
import type { Operation, OutputItem } from '../operation';
import { limitFields, readLimit } from '../sharedFields';

/** Why the contacts cannot be looked at one by one. */
const ABOUT_THE_LIST = ['missingField', 'noRows', 'unreadableOptOut'];

export const findInvalid: Operation = {
	name: 'Find Invalid',
	description: 'Get the contacts that would get no message, each with the reason',
	action: 'Find invalid contacts',
	writes: false,
	peopleOnly: true,
	properties: [recipientsField(), ...contactFields, ...limitFields, optionsField(readingOptions)],
	runsOnce,
	async execute(item) {
		const from = (await readRecipientsChoice(item, findInvalid.properties)) as ContactOrigin;
		const limit = readLimit(item);
		const found: LeftOut[] = [];
		const options = { ...readReadingOptions(item), checkContacts: 'leaveOut' as const };
		const { issues, fieldsUsed } = await checkContacts(await readContacts(item, from), options, (contact) => {
			// Those that have opted out come last, wherever they stand in the list.
			if (found.length < limit) found.push(contact);
		});
		throwIfAny(issues.filter(({ code = '' }) => ABOUT_THE_LIST.includes(code)));
		item.hintOnce(describeFieldsUsed(fieldsUsed), 'info');
		if (found.length === 0) item.hintOnce('No contact would be left out.', 'info');
		return found.map((contact) => toItem(contact, from));
	},
};

function toItem({ line, name, phone, reason, field }: LeftOut, from: ContactOrigin): OutputItem {
	const { what, advice } = getReasonText(reason, field ? FIELD_KINDS[field].one : shortenName(phone));
	const message = what.charAt(0).toUpperCase() + what.slice(1);
	const values = { name: name ?? null, phone, message, advice, reason };
	if (from === 'csvFile') return { json: { line, ...values } };
	// Paired with its own input item, so that the next node can use the contact's other fields, such as its ID.
	return { json: { item: line, ...values }, pairedItem: { item: line - 1 } };
}
