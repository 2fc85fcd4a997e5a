import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { phoneDigits } from '../../report/phone';
import type { RowFilters } from '../../report/rowFilter';
import { collectionOf } from '../collection';
import { hintOnce } from '../hints';
import type { OperationRun } from '../operation';

export const rowFiltersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Rows are judged while the report arrives, so that a few out of a million cost little memory',
	options: [
		{
			displayName: 'Has Error Reason',
			name: 'hasErrorReason',
			type: 'boolean',
			default: true,
			description: 'Whether to return only rows with an error reason (on) or only rows without one (off)',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +49 151 23456789',
			description: 'Only rows of this number, with country code; spaces, signs and a leading 00 do not matter',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Failed',
			description: 'Only rows with one of these statuses as the report writes them, in upper or lower case',
		},
	],
};

export function rowFiltersOf(context: IExecuteFunctions, itemIndex: number): RowFilters {
	const filters = collectionOf(context, 'filters', itemIndex);
	const phone = textOf(filters.phone);
	const digits = phoneDigits(phone);
	if (phone.trim() !== '' && digits === '') {
		throw new NodeOperationError(context.getNode(), 'Phone in Filters has no digits', {
			itemIndex,
			description: 'Enter a number such as +49 151 23456789, or remove the filter.',
		});
	}
	return {
		statuses: statusesOf(filters.statuses),
		...(typeof filters.hasErrorReason === 'boolean' ? { hasErrorReason: filters.hasErrorReason } : {}),
		phoneDigits: digits,
	};
}

/** Several entries, an expression that gives a list, or one text with commas: all mean the same. */
function statusesOf(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]).flat() : [value];
	const texts = entries.map(textOf).filter((text) => text.trim() !== '');
	return [...new Set(texts.flatMap((text) => [text, ...text.split(',')]).filter((text) => text.trim() !== ''))];
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What a user must know about a report that was read to its end. */
export async function hintAtDoubts(run: OperationRun, endIsUncertain: boolean, unevenRows: number): Promise<void> {
	if (endIsUncertain) {
		await hintOnce(
			run,
			'The service does not mark where its report ends, so it cannot be proven that every row has arrived.',
		);
	}
	if (unevenRows > 0) {
		const rows = unevenRows === 1 ? '1 row of the report has' : `${unevenRows} rows of the report have`;
		await hintOnce(run, `${rows} more or fewer values than its header has columns.`);
	}
}
