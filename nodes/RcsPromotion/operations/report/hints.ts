import { maskNumbers } from '../../../service/answers';
import { counted, shortened } from '../../../service/values';
import { joinNames, joinWords } from '../../issues';
import type { Report } from '../../report/report';

/** What people must know who use what was read of a report: what may be missing, or stand in the wrong place. */
export function describeReport(promotionId: string, { columns, complete, problemRows, rowsRead }: Report): string[] {
	const missing = columns.listMissing();
	return [
		...(missing.length > 0 ? [describeMissingColumns(promotionId, missing, columns.names)] : []),
		...(complete === null ? [describeIncomplete(promotionId)] : []),
		...(problemRows > 0 ? [describeProblemRows(promotionId, problemRows)] : []),
		...(rowsRead === 0 ? [describeNoRows(promotionId)] : []),
	];
}

/** A service may name them otherwise. Which is which, a person has to say: n8n's Edit Fields renames them. */
const describeMissingColumns = (promotionId: string, missing: readonly string[], names: readonly string[]) =>
	`The report of ${promotionId} has no ${missing.length === 1 ? 'column' : 'columns'} ${joinWords(missing)}, so what comes from there is null. Its columns are ${joinNames(names)}. To get them as they are, turn off 'Simplify' in Get Many.`;

export const describeIncomplete = (promotionId: string): string =>
	`n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its number of rows with Attempted in the statistics.`;

const describeProblemRows = (promotionId: string, rows: number): string =>
	`${counted(rows, 'row')} of the report of ${promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`;

const describeNoRows = (promotionId: string): string =>
	`The report of ${promotionId} has no rows yet. Run this again after the promotion has sent messages.`;

const MOST_STATUSES_SHOWN = 10;

/** Statuses are free text from the service. `statuses` are those in the report, if the filter wants none of them. */
export function describeNoMatch(promotionId: string, rows: number, statuses: string[]): string {
	const found = `The report of ${promotionId} has ${counted(rows, 'recipient')}, and none of them matches the filters.`;
	if (statuses.length === 0) return found;
	const shown = statuses
		.slice(0, MOST_STATUSES_SHOWN)
		.map((text) => (text === '' ? '(empty)' : shortened(maskNumbers(text), 60)));
	return `${found} Its most common statuses are: ${shown.join(', ')}.`;
}
