import { optionsField } from '../../../form/formFields';
import { ContactChecker } from '../../contacts/contactChecker';
import { buildRecipientHints, getContactsInput, readContacts } from '../../contacts/checkContacts';
import { describeIssue, throwIfAny, UnusableContacts } from '../../issues';
import { contactFields, readingOptionFields, recipientsField } from '../../contacts/fields';
import { NO_ROWS } from '../../contacts/contactIssues';
import { findContactsWithProblem, type ContactWithProblem } from '../../contacts/contactsWithProblem';
import { runsOnce, readReadingOptions, readRecipientsChoice } from '../../contacts/contactForm';
import type { ContactOrigin } from '../../contacts/types';
import type { Operation, OutputItem } from '../operation';
import { cutToLimit, limitFields, readLimit } from '../sharedFields';

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
		const options = readReadingOptions(item);
		const found: OutputItem[] = [];
		try {
			const { source, exclusions } = await readContacts(getContactsInput(item, from), options);
			const { country } = options;
			const checker = new ContactChecker(source, { country, references: [], makesFile: false }, exclusions);
			for await (const portion of findContactsWithProblem(checker, country)) {
				for (const contact of portion.slice(0, most - found.length)) found.push(outputItem(contact, from));
				if (found.length >= most) break;
			}
			if (checker.counts.rows === 0) throwIfAny([NO_ROWS]);
			for (const issue of exclusions.flatMap(({ issues }) => issues)) item.hintOnce(describeIssue(issue));
			// If the limit was reached, the rest was not counted.
			const choices = buildRecipientHints(source.columnsUsed, found.length < most ? checker.counts : null);
			if (!item.isTool) for (const hint of choices) item.hintOnce(hint.text, hint);
		} catch (error) {
			if (error instanceof UnusableContacts) throwIfAny([error.issue]);
			throw error as Error;
		}
		if (found.length === 0) item.hintOnce('Every contact would get the message.', { type: 'info' });
		return cutToLimit(item, found, limit);
	},
};

/** Paired with its own input item, so that the next node can use the contact's other fields, such as its ID. */
function outputItem({ line, ...contact }: ContactWithProblem, from: ContactOrigin): OutputItem {
	return from === 'csvFile'
		? { json: { line, ...contact } }
		: { json: { item: line, ...contact }, pairedItem: { item: line - 1 } };
}
