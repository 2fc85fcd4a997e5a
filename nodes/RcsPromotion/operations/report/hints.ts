import { maskNumbers } from '../../../service/answers';
import { counted } from '../../../service/values';
import type { ItemContext } from '../../itemContext';

/** Hints about what was read of a report, or downloaded. */
export function hintAtDoubts(
	item: ItemContext,
	promotionId: string,
	{ complete, problemRows = 0 }: { complete: true | null | undefined; problemRows?: number },
): void {
	if (complete === null) {
		item.hintOnce(
			`n8n cannot tell whether this report is complete (promotion ${promotionId}): compare its number of rows with Attempted in the statistics.`,
		);
	}
	if (problemRows > 0) {
		item.hintOnce(
			`${counted(problemRows, 'row')} of the report of ${promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`,
		);
	}
}

export const describeNoRows = (promotionId: string): string =>
	`The report of ${promotionId} has no rows yet. Run this again after the promotion has sent messages.`;

export const describeWithoutTime = (promotionId: string, rows: number): string =>
	`${counted(rows, 'row')} ${rows === 1 ? 'was' : 'were'} left out of the report of ${promotionId}, because the time is empty or cannot be read. To get such rows, remove 'Since' and 'Until'.`;

const MOST_SHOWN = 10;

/** Statuses are free text from the service. If none of those in the report passes the filters, the hint lists them. */
export function describeNoMatch(promotionId: string, rows: number, statusesInstead: string[]): string {
	const found = `The report of ${promotionId} has ${counted(rows, 'recipient')}, and none of them matches the filters.`;
	if (statusesInstead.length === 0) return found;
	const shown = statusesInstead.slice(0, MOST_SHOWN).map((text) => (text === '' ? '(empty)' : maskNumbers(text)));
	return `${found} Its most common statuses are: ${shown.join(', ')}.`;
}
