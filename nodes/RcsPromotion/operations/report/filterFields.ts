import { filtersField } from '../../../form/formFields';
import type { ItemContext } from '../../itemContext';
import { toPhoneDigits } from '../../report/row';
import type { RowFilters } from '../../report/rowFilter';

export const rowFiltersField = filtersField(
	[
		{
			displayName: 'Error Reason',
			name: 'errorReason',
			type: 'options',
			default: 'with',
			description:
				'Only recipients with, or only those without, an error reason. Signs alone, such as "-", count as none, and so does null.',
			options: [
				{ name: 'With Error Reason', value: 'with' },
				{ name: 'With or Without', value: 'any' },
				{ name: 'Without Error Reason', value: 'without' },
			],
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +1 415 555 0132',
			description: 'Only this number, with its country code. How it is written does not matter.',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Failed',
			description:
				'Only recipients with one of these statuses, such as Delivered or Failed. Use the words of the report; upper and lower case do not matter.',
		},
		{
			displayName: 'Statuses to Leave Out',
			name: 'statusesToLeaveOut',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Delivered',
			description: 'All recipients except those with one of these statuses. Use the words of the report.',
		},
	],
	'Return only recipients that match all filters',
);

export function readRowFilters(item: ItemContext): RowFilters {
	const form = item.form.collection('filters');
	// The form reader refuses a filter that is an empty text, but not one that is an empty list.
	const readStatuses = (name: string) => {
		const statuses = form.list(name);
		if (statuses.length > 0 || !form.has(name)) return statuses;
		return form.refuse(name, 'is empty', 'Enter a status such as Failed, or remove the filter.');
	};
	const phoneDigits = toPhoneDigits(form.optionalText('phone'));
	if (form.has('phone') && phoneDigits === '') {
		form.refuse(
			'phone',
			'is not a phone number with its country code',
			'Enter a number such as +1 415 555 0132, or remove the filter.',
		);
	}
	return {
		statuses: readStatuses('statuses'),
		statusesToLeaveOut: readStatuses('statusesToLeaveOut'),
		// The default of the field counts only once it is added.
		errorReason: form.has('errorReason') ? (form.choice('errorReason') as RowFilters['errorReason']) : 'any',
		phoneDigits,
	};
}
