import { Refusal } from '../../service/refusal';
import { normalizeText } from '../../service/values';
import type { Column, Columns } from './columns';
import { readErrorReason, readRowPhone, type CurrentRow } from './row';

export interface RowFilters {
	/** Empty: every status is wanted, unless it is left out. Case and outer spaces do not matter. */
	statuses: string[];
	statusesToLeaveOut: string[];
	errorReason: 'any' | 'with' | 'without';
	/** By which phones are compared. Undefined: any phone. */
	e164Number?: number;
}

/** A column may have a different value in each of a million rows. */
const MOST_STATUSES = 1000;

/** Decides which rows become items, before any item is made. */
export class RowFilter {
	private readonly conditions: Array<(row: CurrentRow) => boolean> = [];
	/** By the text in the row: the same few texts repeat, so each is compared once. */
	private readonly statusesSeen = new Map<string, { isWanted: boolean; rows: number }>();

	constructor(
		private readonly filters: RowFilters,
		columns: Columns,
	) {
		const { statuses, statusesToLeaveOut, errorReason, e164Number } = filters;
		const addCondition = (column: Column, isMatch: (text: string) => boolean) => {
			const position = columns.position(column);
			if (position < 0) {
				throw new Refusal(
					`The report has no column ${column}, which the chosen filter needs`,
					'Remove the filter, or use Download to see the file.',
					'Call again without this filter. If it was not yours, tell the person.',
				);
			}
			this.conditions.push((row) => isMatch(row.text(position)));
		};
		if (statuses.length + statusesToLeaveOut.length > 0) addCondition('Status', (text) => this.isWantedStatus(text));
		if (errorReason === 'with') addCondition('Error', (text) => readErrorReason(text) !== '');
		if (errorReason === 'without') addCondition('Error', (text) => readErrorReason(text) === '');
		if (e164Number !== undefined) addCondition('Phone', (text) => readRowPhone(text)?.e164Number === e164Number);
	}

	matches(row: CurrentRow): boolean {
		return this.conditions.every((isMet) => isMet(row));
	}

	/** If no row has a wanted status, the statuses that the rows have, the most common first; otherwise empty. */
	get statusesIfNoneWanted(): string[] {
		if ([...this.statusesSeen.values()].some(({ isWanted }) => isWanted)) return [];
		return [...this.statusesSeen].sort(([, a], [, b]) => b.rows - a.rows).map(([text]) => text.trim());
	}

	private isWantedStatus(text: string): boolean {
		const seen = this.statusesSeen.get(text);
		if (seen) {
			seen.rows++;
			return seen.isWanted;
		}
		const { statuses, statusesToLeaveOut } = this.filters;
		const isIn = (names: string[]) => names.some((name) => normalizeText(name) === normalizeText(text));
		const isWanted = (statuses.length === 0 || isIn(statuses)) && !isIn(statusesToLeaveOut);
		// A wanted one is always kept, so that statusesIfNoneWanted knows of it.
		if (isWanted || this.statusesSeen.size < MOST_STATUSES) this.statusesSeen.set(text, { isWanted, rows: 1 });
		return isWanted;
	}
}
