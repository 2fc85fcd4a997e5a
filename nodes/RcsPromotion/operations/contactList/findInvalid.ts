import { optionsField } from '../../../service/formFields';
import { readContacts, tellPhoneField } from '../../contacts/checkContacts';
import { ContactRefusal } from '../../contacts/contactFinding';
import { contactFields, readingOptionFields, recipientsField } from '../../contacts/fields';
import { invalidContacts, type InvalidContact } from '../../contacts/invalidContacts';
import { isOneForAll, readContactOptions, recipientsOf } from '../../contacts/request';
import type { ContactOrigin } from '../../contacts/types';
import { stopAt } from '../../finding';
import type { Operation, OutputItem } from '../operation';
import { limitFields, limitOf } from '../sharedFields';

export const findInvalid: Operation = {
	name: 'Find Invalid',
	description: 'Get the contacts that would get nothing or the wrong message, each with the reason',
	action: 'Find invalid contacts',
	writes: false,
	properties: [recipientsField(), ...contactFields, ...limitFields, optionsField(readingOptionFields)],
	runsOnce: isOneForAll,
	async execute(item) {
		const from = (await recipientsOf(item, findInvalid.properties)) as ContactOrigin;
		const most = limitOf(item);
		const options = readContactOptions(item);
		const found: OutputItem[] = [];
		try {
			const { source, blocked } = await readContacts(item, from, options);
			tellPhoneField(item, source.columnsUsed);
			for await (const portion of invalidContacts(source, options, blocked)) {
				for (const contact of portion.slice(0, most - found.length)) found.push(outputItem(contact, from));
				if (found.length >= most) break;
			}
		} catch (error) {
			if (error instanceof ContactRefusal) stopAt(item, [error.finding]);
			throw error as Error;
		}
		if (found.length === 0) item.hintOnce('Every contact would get the message.', { type: 'info' });
		return found;
	},
};

/** Paired with its own input item, so that the next node can use the contact's other fields, such as its ID. */
function outputItem({ at, ...contact }: InvalidContact, from: ContactOrigin): OutputItem {
	return from === 'csvFile'
		? { json: { line: at, ...contact } }
		: { json: { item: at, ...contact }, pairedItem: { item: at - 1 } };
}
