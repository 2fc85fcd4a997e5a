import { getContactsInput, type ContactsInput } from '../../contacts/checkContacts';
import type { ItemsInput } from '../../contacts/contactsInItems';
import type { ContactOrigin } from '../../contacts/types';
import type { ItemContext } from '../../itemContext';

/** Named as in the form, for refusals. */
const PHONE = { displayName: 'Phone', name: 'phone', type: 'string', default: '' } as const;

/** The contacts that the form points to. A model may pass several phone numbers in one call: each makes a contact. */
export function readContactsInput(item: ItemContext, from: ContactOrigin): ContactsInput {
	const input = getContactsInput(item, from);
	const isFilledIn = typeof input !== 'function' && String(input.mapping?.phone).startsWith('=');
	return item.isTool && isFilledIn ? onePerPhone(item, input) : input;
}

function onePerPhone({ form }: ItemContext, { items, evaluate, ...input }: ItemsInput): ItemsInput {
	const contacts = items.flatMap((item, index) => {
		const phones = form.of([PHONE], { phone: evaluate('phone', index) }).texts('phone');
		// A number that is missing must be noticed.
		return (phones.length > 0 ? phones : ['']).map((phone) => ({ item, index, phone }));
	});
	return {
		...input,
		items: contacts.map(({ item }) => item),
		evaluate: (column, at) =>
			column === 'phone' ? contacts[at]?.phone : evaluate(column, contacts[at]?.index as number),
	};
}
