import type { INodeProperties } from 'n8n-workflow';
import { phoneDigits } from '../../../service/phoneDigits';
import { withoutNumbers } from '../../../service/reportFaults';
import type { ItemContext } from '../../itemContext';
import type { Column, Columns } from '../../report/columns';
import type { ReportDemands } from '../../report/reportParser';
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
			placeholder: 'e.g. +49 151 23456789',
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
		throw item.refusal("'Phone' has no digits", 'Enter a number such as +49 151 23456789, or remove the filter.');
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

export const requireCompleteOption: INodeProperties = {
	displayName: 'Require Complete Report',
	name: 'requireComplete',
	type: 'boolean',
	default: false,
	description:
		'Whether to stop when n8n cannot tell whether the report is complete. Some services do not mark where a report ends.',
};

export const stopAtBrokenRowsOption: INodeProperties = {
	displayName: 'Stop at Broken Rows',
	name: 'stopAtBrokenRows',
	type: 'boolean',
	default: false,
	description:
		'Whether to stop at a row with a quotation mark in the wrong place, or with more or fewer values than there are columns. Otherwise it is read as a spreadsheet reads it, and marked with rowProblem.',
};

export function demandsOf(item: ItemContext): ReportDemands {
	const options = item.form.collection('options');
	return { wellFormed: options.isOn('stopAtBrokenRows'), complete: options.isOn('requireComplete') };
}

export interface ReadReport {
	promotionId: string;
	rows: number;
	problemRows: number;
	/** Undefined where the end was not read. */
	complete: true | null | undefined;
}

/** What a user must know about a report that was read to its end. */
export function hintAtDoubts(item: ItemContext, { promotionId, rows, problemRows, complete }: ReadReport): void {
	if (rows === 0) hintAtNoRows(item, promotionId);
	if (complete === null) hintAtUnprovenEnd(item, promotionId);
	if (problemRows > 0) {
		const count = problemRows === 1 ? '1 row' : `${problemRows.toLocaleString('en')} rows`;
		item.hintOnce(
			`${count} of the report of ${promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`,
			ofReports('may have values in the wrong columns', promotionId),
		);
	}
}

export function hintAtUnprovenEnd(item: ItemContext, promotionId: string): void {
	item.hintOnce(
		`n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its rows with Attempted in the statistics.`,
		ofReports('may be incomplete', promotionId),
	);
}

const SIMPLIFIED_COLUMNS = new Set<Column>(['Phone', 'Name', 'Status', 'Error', 'Timestamp', 'RetryCount']);

/** Columns under names that we do not know, which only raw rows show. */
export function hintAtColumns(item: ItemContext, promotionId: string, { unknown, missing }: Columns): void {
	const empty = missing.filter((column) => SIMPLIFIED_COLUMNS.has(column));
	const of = `The report of ${promotionId} has`;
	const listed = (names: string[]) =>
		names
			.slice(0, 10)
			.map((name) => withoutNumbers(item.client.hideInData(name)))
			.join(', ');
	if (unknown.length > 0)
		item.hintOnce(
			`${of} more columns: ${listed(unknown)}. Turn off Simplify to get them.`,
			ofReports('have more columns', promotionId),
		);
	if (empty.length > 0)
		item.hintOnce(
			`${of} no column ${listed(empty)}, so these values are empty.`,
			ofReports('lack columns', promotionId),
		);
}

export const hintAtNoRows = (item: ItemContext, promotionId: string) =>
	item.hintOnce(nothingYet(promotionId), ofReports('have no rows yet', promotionId));

const ofReports = (what: string, promotionId: string) => ({
	key: what,
	summary: `{count} reports ${what}`,
	label: promotionId,
});

export const nothingYet = (promotionId: string) =>
	`The report of ${promotionId} has no rows yet. Run this again after the promotion has sent messages.`;
