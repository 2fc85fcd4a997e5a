import type { IDataObject } from 'n8n-workflow';
import { without } from '../../../service/values';
import { contactFields, contactOptionFields } from '../../contacts/fields';
import { checkedContacts, tellPhoneField } from '../../contacts/checkContacts';
import { readContactOptions } from '../../contacts/options';
import type { CheckResult, ContactPlace } from '../../contacts/types';
import { recipientsField } from '../../launch/fields';
import { refuseFileOfTool } from '../../launch/request';
import { stopAtDifferences } from '../../launch/sameForAll';
import type { Operation } from '../operation';
import { optionsField } from '../sharedFields';

export const check: Operation = {
	name: 'Check',
	description: 'Check contacts as a launch would, without sending anything',
	action: 'Check contact list',
	writes: false,
	properties: [recipientsField(), ...contactFields, optionsField(...contactOptionFields)],
	runsOnce: ({ form }) => form.choice('recipients') === 'inputItems',
	async execute(item) {
		const recipients = item.form.choice('recipients') as ContactPlace;
		if (recipients === 'csvFile') refuseFileOfTool(item);
		else await stopAtDifferences(item.context, check.properties);
		const options = readContactOptions(item);
		const { result } = await checkedContacts(item, recipients, { ...options, references: [] });
		tellPhoneField(item, result.columnsUsed);
		return [{ json: row(result) }];
	},
};

/** A check is meant to find refusals, so they are part of the output, not an error. */
function row(checked: CheckResult): IDataObject {
	const { columnsUsed, preview, recipients, refusals, ...result } = without(checked, 'recipientsDigest');
	const { rows, ready, ...others } = recipients;
	return {
		ready: refusals.length === 0,
		columnsUsed,
		preview,
		recipients: { rows, ready, sent: 0, ...others },
		refusals,
		...result,
	};
}
