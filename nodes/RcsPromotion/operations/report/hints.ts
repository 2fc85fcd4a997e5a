import { maskNumbers } from '../../../service/answers';
import { counted } from '../../../service/values';

/** Hints that rows may be missing, or have values in the wrong columns. */
export function describeReadingProblems(
	promotionId: string,
	{ complete, problemRows = 0 }: { complete?: true | null; problemRows?: number },
): string[] {
	const doubt = `n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its number of rows with Attempted in the statistics.`;
	const problems = `${counted(problemRows, 'row')} of the report of ${promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`;
	return [...(complete === null ? [doubt] : []), ...(problemRows > 0 ? [problems] : [])];
}

export const describeNoRows = (promotionId: string): string =>
	`The report of ${promotionId} has no rows yet. Run this again after the promotion has sent messages.`;

export const describeRowsWithoutTime = (promotionId: string, rows: number): string =>
	`${counted(rows, 'row')} ${rows === 1 ? 'was' : 'were'} left out of the report of ${promotionId}, because the time is empty or cannot be read. To get such rows, remove 'Since' and 'Until'.`;

const MOST_STATUSES_SHOWN = 10;

/** Statuses are free text from the service. `statuses` are those in the report, if the filter wants none of them. */
export function describeNoMatch(promotionId: string, rows: number, statuses: string[]): string {
	const found = `The report of ${promotionId} has ${counted(rows, 'recipient')}, and none of them matches the filters.`;
	if (statuses.length === 0) return found;
	const shown = statuses.slice(0, MOST_STATUSES_SHOWN).map((text) => (text === '' ? '(empty)' : maskNumbers(text)));
	return `${found} Its most common statuses are: ${shown.join(', ')}.`;
}
