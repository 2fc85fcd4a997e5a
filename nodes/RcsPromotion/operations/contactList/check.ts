import type { IDataObject } from 'n8n-workflow';
import { optionsField } from '../../../service/formFields';
import { PREVIEWED } from '../../contacts/admission';
import { checkedContacts, tellPhoneField } from '../../contacts/checkContacts';
import { contactFields, contactOptionFields, recipientsField } from '../../contacts/fields';
import { readListOptions } from '../../contacts/request';
import type { CheckedContacts, ContactOrigin } from '../../contacts/types';
import { findingText } from '../../finding';
import { isOneForAll, recipientsOf } from '../../contacts/recipients';
import type { Operation } from '../operation';

export const check: Operation = {
	name: 'Check',
	description: 'Check contacts as a launch would, without sending anything',
	action: 'Check contact list',
	writes: false,
	properties: [recipientsField(), ...contactFields, optionsField(contactOptionFields)],
	runsOnce: isOneForAll,
	async execute(item) {
		const from = (await recipientsOf(item, check.properties)) as ContactOrigin;
		const options = { ...readListOptions(item), references: [], isLookOnly: true };
		const result = await checkedContacts(item, from, options);
		for (const finding of [...result.refusals, ...result.warnings]) item.hintOnce(findingText(finding));
		tellPhoneField(item, result.columnsUsed);
		return [{ json: row(result) }];
	},
};

/** A check is meant to find refusals, so they are part of the output, not an error. */
const row = (result: CheckedContacts): IDataObject => ({
	ready: result.refusals.length === 0,
	columnsUsed: result.columnsUsed,
	preview: result.first.slice(0, PREVIEWED),
	recipients: result.recipients,
	refusals: result.refusals,
	warnings: result.warnings,
	encoding: result.encoding,
	delimiter: result.delimiter,
	changes: result.changes,
});
