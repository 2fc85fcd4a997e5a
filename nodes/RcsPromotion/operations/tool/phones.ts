import { parseJson } from '../../../service/values';
import { getContactsInput, type ContactsInput } from '../../contacts/checkContacts';
import type { ItemsInput } from '../../contacts/contactsInItems';
import type { ContactOrigin } from '../../contacts/types';
import type { ItemContext } from '../../itemContext';

/** The contacts that the form points to. A model may pass several phone numbers in one call: each makes a contact. */
export function readContactsInput(item: ItemContext, from: ContactOrigin): ContactsInput {
	const input = getContactsInput(item, from);
	return item.isTool && typeof input !== 'function' ? onePerPhone(input) : input;
}

function onePerPhone(input: ItemsInput): ItemsInput {
	const { items, mapping, evaluate } = input;
	if (!String(mapping?.phone).startsWith('=')) return input;
	const contacts = items.flatMap((item, index) =>
		splitPhones(evaluate('phone', index)).map((phone) => ({ item, index, phone })),
	);
	return {
		...input,
		items: contacts.map(({ item }) => item),
		evaluate: (column, at) =>
			column === 'phone' ? contacts[at]?.phone : evaluate(column, contacts[at]?.index as number),
	};
}

/** A list, a list as JSON, or a text with commas, semicolons or line breaks. Never none: a number that is missing must be noticed. */
function splitPhones(value: unknown): unknown[] {
	const json = typeof value === 'string' ? parseJson(value) : undefined;
	const list = Array.isArray(json) ? json : value;
	const phones: unknown[] = Array.isArray(list) ? list : typeof list === 'string' ? list.split(/[,;\n]/) : [list];
	const filled = phones.filter((phone) => typeof phone !== 'string' || phone.trim() !== '');
	return filled.length > 0 ? filled : [value];
}
