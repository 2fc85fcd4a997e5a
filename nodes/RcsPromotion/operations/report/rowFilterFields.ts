import type { INodeProperties } from 'n8n-workflow';
import { phoneDigits } from '../../../service/phoneDigits';
import type { ItemContext } from '../../itemContext';
import type { RowFilters } from '../../report/rowFilter';

export const rowFiltersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'Return only recipients that match all filters. Rows are filtered while the report arrives, so picking a few out of a million takes little memory.',
	options: [
		{
			displayName: 'Failed Only',
			name: 'hasErrorReason',
			type: 'boolean',
			default: true,
			description: 'Whether to return only recipients with an error reason (on), or only those without one (off)',
		},
		{
			displayName: 'Include Rows Without Time',
			name: 'includeWithoutTime',
			type: 'boolean',
			default: true,
			description: 'Whether to also return rows whose time is empty or unreadable when you use Since or Until',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +1 415 555 0132',
			description: 'Only this number, with its country code. Spaces, a plus sign and a leading 00 do not matter.',
		},
		{
			displayName: 'Since',
			name: 'since',
			type: 'dateTime',
			default: '',
			description: 'Only rows at or after this time, in the time zone of the workflow',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Failed',
			description:
				'Only recipients with one of these statuses, such as Delivered or Failed. Use the words of the report. Case does not matter; separate several with commas.',
		},
		{
			displayName: 'Statuses to Leave Out',
			name: 'statusesToLeaveOut',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Delivered',
			description: 'All recipients except those with one of these statuses',
		},
		{
			displayName: 'Until',
			name: 'until',
			type: 'dateTime',
			default: '',
			description: 'Only rows before this time, in the time zone of the workflow',
		},
	],
};

/** A filter that was added and is empty is refused: what an expression did not find must not let everybody through. */
export function rowFiltersOf(item: ItemContext): RowFilters {
	const form = item.form.collection('filters');
	const statuses = (name: string, label: string) => {
		const texts = form.list(name);
		if (form.has(name) && texts.length === 0) {
			throw item.refusal(`'${label}' is empty`, 'Enter a status such as Failed, or remove the filter.');
		}
		// A status may have a comma of its own.
		return texts.flatMap((text) => [text, ...text.split(',')]).filter((text) => text.trim() !== '');
	};
	const digits = phoneDigits(form.optionalText('phone'));
	if (form.has('phone') && digits === '') {
		throw item.refusal("'Phone' has no digits", 'Enter a number such as +1 415 555 0132, or remove the filter.');
	}
	const filters = {
		statuses: statuses('statuses', 'Statuses'),
		statusesToLeaveOut: statuses('statusesToLeaveOut', 'Statuses to Leave Out'),
		phoneDigits: digits,
		includeWithoutTime: form.has('includeWithoutTime') && form.isOn('includeWithoutTime'),
		...(form.has('hasErrorReason') ? { hasErrorReason: form.isOn('hasErrorReason') } : {}),
		...(form.has('since') ? { sinceMs: form.moment('since') } : {}),
		...(form.has('until') ? { untilMs: form.moment('until') } : {}),
	};
	const { sinceMs = -Infinity, untilMs = Infinity } = filters;
	if (sinceMs < untilMs) return filters;
	throw item.refusal("'Until' is not later than 'Since'", 'No row can match. Change one of the two filters.');
}
