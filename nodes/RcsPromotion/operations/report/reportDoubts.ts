import type { INodeProperties } from 'n8n-workflow';
import { withoutNumbers } from '../../../service/serviceReason';
import { counted } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Column, Columns } from '../../report/columns';
import type { ReportDemands } from '../../report/reportParser';

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
		item.hintOnce(
			`${counted(problemRows, 'row')} of the report of ${promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`,
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
			`${of} more columns: ${listed(unknown)}. Turn off 'Simplify' to get them.`,
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
