import type { INodeProperties } from 'n8n-workflow';
import { phoneDigits } from '../../report/phone';
import type { RowFilters } from '../../report/rowFilter';
import { collectionOf, switchOf } from '../collection';
import type { ItemContext } from '../../itemContext';

export const rowFiltersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'A recipient must match all of them. They are judged while the report arrives, so that a few out of a million cost little memory.',
	options: [
		{
			displayName: 'Has Error Reason',
			name: 'hasErrorReason',
			type: 'boolean',
			default: true,
			description:
				'Whether to return only recipients with an error reason, who are those that failed (on), or only those without one (off)',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +49 151 23456789',
			description: 'Only this number, with its country code; spaces, signs and a leading 00 do not matter',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: [],
			placeholder: 'e.g. Failed',
			description:
				'Only recipients with one of these statuses, such as Delivered or Failed: as the report writes them, in upper or lower case, several with commas',
		},
	],
};

export function rowFiltersOf(item: ItemContext): RowFilters {
	const filters = collectionOf(item, 'filters');

	// Left empty, mostly by an expression that found nothing, a filter would let everybody through. A model leaves out that way.
	const mayBeEmpty = item.isTool;
	const phone = textOf(filters.phone);
	const digits = phoneDigits(phone);
	if ('phone' in filters && digits === '' && !(mayBeEmpty && phone.trim() === '')) {
		throw item.refusal(
			'Phone in Filters has no digits',
			'Enter a number such as +49 151 23456789, or remove the filter.',
		);
	}
	const statuses = statusesOf(filters.statuses);
	if ('statuses' in filters && statuses.length === 0 && !mayBeEmpty) {
		throw item.refusal('Statuses in Filters is empty', 'Enter a status such as Failed, or remove the filter.');
	}
	const hasErrorReason = switchOf(item, [filters, 'hasErrorReason'], 'Has Error Reason in Filters');
	return { statuses, ...(hasErrorReason === undefined ? {} : { hasErrorReason }), phoneDigits: digits };
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

export interface ReadToEnd {
	promotionId: string;
	rows: number;
	unevenRows: number;
	endIsUncertain: boolean;
}

/** What a user must know about a report that was read to its end. */
export function hintAtDoubts(item: ItemContext, report: ReadToEnd): void {
	const { promotionId, rows, unevenRows, endIsUncertain } = report;
	if (rows === 0) item.hintOnce(nothingYet(promotionId));
	hintAtUncertainEnd(item, promotionId, endIsUncertain);
	if (unevenRows > 0) {
		const of = `of the report of ${promotionId}`;
		const uneven = unevenRows === 1 ? `1 row ${of} has` : `${unevenRows} rows ${of} have`;
		item.hintOnce(`${uneven} more or fewer values than its header has columns.`);
	}
}

export function hintAtUncertainEnd(item: ItemContext, promotionId: string, isUncertain: boolean): void {
	if (!isUncertain) return;
	item.hintOnce(
		`The service does not mark where the report of ${promotionId} ends, so it cannot be proven that every row has arrived.`,
	);
}

export const nothingYet = (promotionId: string) =>
	`The report of ${promotionId} has no rows yet. Run this again when messages of the promotion have been sent.`;
