import { optionsField } from '../../../form/formFields';
import { Refusal } from '../../../form/refusal';
import { buildRecipientHints, readContacts } from '../../contacts/checkContacts';
import { ContactChecker, isPlaceholder } from '../../contacts/contactChecker';
import { runsOnce, getReadingOptions, readRecipientsChoice } from '../../contacts/contactForm';
import { NO_ROWS } from '../../contacts/contactIssues';
import { columnLabel, contactFields, readingOptionFields, recipientsField } from '../../contacts/formFields';
import { readIsLandline } from '../../contacts/phone';
import { getReasonText } from '../../contacts/reasons';
import type { Contact, ContactOrigin, NotSent } from '../../contacts/types';
import { shortenName, throwIfAny } from '../../issues';
import type { Operation, OutputItem } from '../operation';
import { cutToLimit, limitFields, readLimit } from '../sharedFields';
import { readContactsInput } from '../tool/phones';

export const findInvalid: Operation = {
	name: 'Find Invalid',
	description: 'Get the contacts that would get nothing or the wrong message, each with the reason',
	action: 'Find invalid contacts',
	writes: false,
	properties: [recipientsField(), ...contactFields, ...limitFields, optionsField(readingOptionFields)],
	runsOnce,
	async execute(item) {
		const from = (await readRecipientsChoice(item, findInvalid.properties)) as ContactOrigin;
		const limit = readLimit(item);
		// One more for a model, to see whether any are left out.
		const most = item.isTool ? limit + 1 : limit;
		const options = getReadingOptions(item);
		const found: OutputItem[] = [];
		try {
			const { source, doNotContact } = await readContacts(readContactsInput(item, from), options);
			const { country } = options;
			const checker = new ContactChecker(source, { country, references: [], makesFile: false }, doNotContact);
			for await (const portion of source.contacts()) {
				const results = checker.checkPortion(portion);
				for (const [index, contact] of portion.entries()) {
					if (found.length < most) found.push(...describeProblem(contact, results[index], country, from, item.isTool));
				}
				if (found.length >= most) break;
			}
			if (checker.counts.rows === 0) throwIfAny([NO_ROWS]);
			item.hintAtIssues(doNotContact?.issues ?? []);
			// If the limit was reached, the rest was not counted.
			const choices = buildRecipientHints(source.columnsUsed, found.length < most ? checker.counts : null);
			if (!item.isTool) for (const text of choices) item.hintOnce(text, 'info');
		} catch (error) {
			if (error instanceof Refusal && error.issue) throwIfAny([error.issue]);
			throw error as Error;
		}
		if (found.length === 0) item.hintOnce('Every contact would get the message.', 'info');
		return cutToLimit(item, found, limit, Infinity);
	},
};

/** One item for a contact that would get nothing, or a message without a name in it; none for any other. */
function describeProblem(
	contact: Contact,
	{ reason: whyNotSent, column }: Partial<NotSent> = {},
	country: string,
	from: ContactOrigin,
	isTool: boolean,
): OutputItem[] {
	const { line, name = null, phone } = contact;
	const reason = whyNotSent ?? (name !== null && isPlaceholder('name', name) ? 'noName' : undefined);
	if (!reason) return [];
	const landline = readIsLandline(phone, contact.country || country);
	const { what, advice } = getReasonText(reason, column === undefined ? shortenName(phone) : columnLabel(column));
	const message = what.charAt(0).toUpperCase() + what.slice(1);
	const values = { name, phone, message, advice, reason, landline };
	if (from === 'csvFile') return [{ json: { line, ...values } }];
	// Paired with its own input item, so that the next node can use the contact's other fields, such as its ID. A model's phones have none.
	return [{ json: { item: line, ...values }, ...(isTool ? {} : { pairedItem: { item: line - 1 } }) }];
}
