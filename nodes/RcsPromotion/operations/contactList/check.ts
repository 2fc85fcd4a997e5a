import type { IDataObject } from 'n8n-workflow';
import { optionsField } from '../../../service/formFields';
import { checkedContacts, tellPhoneField } from '../../contacts/checkContacts';
import { contactFields, contactOptionFields, recipientsField } from '../../contacts/fields';
import { readListOptions } from '../../contacts/request';
import type { CheckResult } from '../../contacts/types';
import { findingText } from '../../finding';
import type { Operation } from '../operation';
import { isFromItems, originOf } from './origin';

export const check: Operation = {
	name: 'Check',
	description: 'Check contacts as a launch would, without sending anything',
	action: 'Check contact list',
	writes: false,
	properties: [recipientsField(), ...contactFields, optionsField(contactOptionFields)],
	runsOnce: isFromItems,
	async execute(item) {
		const from = await originOf(item, check.properties);
		const options = { ...readListOptions(item), references: [], isLookOnly: true };
		const { result } = await checkedContacts(item, from, options);
		for (const finding of [...result.refusals, ...result.warnings]) item.hintOnce(findingText(finding));
		tellPhoneField(item, result.columnsUsed);
		return [{ json: row(result) }];
	},
};

/** A check is meant to find refusals, so they are part of the output, not an error. */
function row({
	columnsUsed,
	preview,
	recipients,
	refusals,
	warnings,
	encoding,
	delimiter,
	changes,
}: CheckResult): IDataObject {
	const { rows, ready, ...others } = recipients;
	return {
		ready: refusals.length === 0,
		columnsUsed,
		preview,
		recipients: { rows, ready, sent: 0, ...others },
		refusals,
		warnings,
		encoding,
		delimiter,
		changes,
	};
}
