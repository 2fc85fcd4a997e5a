import type { IExecuteFunctions } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { giveWay, inPortions } from '../../service/clock';
import { fieldNamesIn } from './field';
import { chooseFields, createContactReader, type ContactSource } from './contactSource';
import type { FieldNames } from './contact';

/** More items than this hold no other fields. */
const MOST_LOOKED_AT_FOR_NAMES = 200;

/** Contacts from all input items together. */
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
	const readContact = createContactReader(fields);
	return {
		from: 'inputItems',
		fields,
		names: () => fieldNamesIn(items.slice(0, MOST_LOOKED_AT_FOR_NAMES).map(({ json }) => json)),
		async *contacts() {
			let line = 0;
			for await (const portion of inPortions(items)) yield portion.map(({ json }) => readContact(json, ++line));
		},
	};
}
