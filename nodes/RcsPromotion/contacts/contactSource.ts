import type { IExecuteFunctions } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { giveWay, inPortions } from '../../service/clock';
import type { Contact, ContactOrigin, FieldNames } from './contact';
import { chooseFields, fieldNamesIn, type ChosenField } from './field';

/** Contacts from items or from a file, read once. */
export interface ContactSource {
	from: ContactOrigin;
	fields: readonly ChosenField[];
	names(): string[];
	/** In portions, because awaiting each of a million would take longer than reading them. */
	contacts(): AsyncIterable<Contact[]>;
}

/** The contact in an item, or in the values of a row. */
export function readContact(
	source: unknown,
	fields: readonly ChosenField[],
	line: number,
	fault?: Contact['fault'],
): Contact {
	const contact: Contact = { line, fault };
	for (const field of fields) contact[field.kind] = field.read(source);
	return contact;
}

/** More items than this hold no other fields. */
const MOST_LOOKED_AT_FOR_NAMES = 200;

export async function readContactsInItems(context: IExecuteFunctions, typed: FieldNames): Promise<ContactSource> {
	// n8n drops all items but the first before the node runs, so the other contacts would be lost silently.
	if (context.getNode().executeOnce === true) {
		throw new Refusal(
			"'Execute Once' keeps only the first contact",
			"Turn off 'Execute Once' in the settings of this node. It runs once for all items anyway.",
		);
	}
	const items = context.getInputData();
	const keys = new Map<string, string>();
	for (const { json } of items) {
		for (const key of Object.keys(json)) keys.set(key, key);
		await giveWay();
	}
	const fields = chooseFields(typed, keys, false);
	return {
		from: 'inputItems',
		fields,
		names: () => fieldNamesIn(items.slice(0, MOST_LOOKED_AT_FOR_NAMES).map(({ json }) => json)),
		async *contacts() {
			let line = 0;
			for await (const portion of inPortions(items)) yield portion.map(({ json }) => readContact(json, fields, ++line));
		},
	};
}
