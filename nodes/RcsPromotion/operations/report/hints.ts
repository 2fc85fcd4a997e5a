import { withoutNumbers } from '../../../service/answers';
import { counted, grouped } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Column, Columns } from '../../report/columns';

const MOST_SHOWN = 10;
/** From here on the editor and the nodes behind get slow. */
const MANY_ITEMS = 10_000;
const SIMPLIFIED_COLUMNS = new Set<Column>(['Phone', 'Name', 'Status', 'Error', 'Timestamp', 'RetryCount']);

/** What a user must know about the report of one promotion; n8n shows the hints of one group as one line that unfolds. */
export class ReportHints {
	constructor(
		private readonly item: ItemContext,
		private readonly promotionId: string,
	) {}

	/** What the end of a report told. */
	ended({ rowsRead, problemRows, complete }: { rowsRead: number; problemRows: number; complete: true | null }): void {
		if (rowsRead === 0) this.noRows();
		if (complete === null) this.unprovenEnd();
		if (problemRows === 0) return;
		this.tell(
			`${counted(problemRows, 'row')} of the report of ${this.promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`,
			'may have values in the wrong columns',
		);
	}

	unprovenEnd(): void {
		this.tell(
			`n8n cannot tell whether this report is complete (promotion ${this.promotionId}): compare its rows with Attempted in the statistics.`,
			'may be incomplete',
		);
	}

	noRows(): string {
		return this.tell(
			`The report of ${this.promotionId} has no rows yet. Run this again after the promotion has sent messages.`,
			'have no rows yet',
		);
	}

	/** Columns that only raw rows show, and values that no row has. */
	columns({ unknown, missing }: Columns): void {
		const empty = missing.filter((column) => SIMPLIFIED_COLUMNS.has(column));
		const raw = this.item.isTool ? "Set 'Output' to 'Raw'" : "Turn off 'Simplify'";
		const of = `The report of ${this.promotionId} has`;
		if (unknown.length > 0)
			this.tell(`${of} more columns: ${listed(unknown)}. ${raw} to get them.`, 'have more columns');
		if (empty.length > 0) this.tell(`${of} no column ${listed(empty)}, so these values are empty.`, 'lack columns');
	}

	rowsWithoutTime(rows: number): void {
		if (rows === 0) return;
		const were = rows === 1 ? 'was' : 'were';
		this.tell(
			`${counted(rows, 'row')} ${were} left out of the report of ${this.promotionId}, because the time is empty or cannot be read. To get such rows, remove 'Since' and 'Until'.`,
		);
	}

	nobodyLeftOut(statuses: string[]): void {
		if (statuses.length === 0) return;
		this.tell(
			`'Statuses to Leave Out' left out nobody in the report of ${this.promotionId}, which has: ${listed(statuses)}.`,
		);
	}

	/** Statuses are free text of the service: whoever asks for one that does not occur is shown those that do. */
	noneMatches(rowsRead: number, statusesInstead: string[], hasPhone: boolean): string {
		if (statusesInstead.length > 0) {
			return this.tell(
				`No recipient in the report of ${this.promotionId} has a status from 'Statuses'. The report has: ${listed(statusesInstead)}.`,
			);
		}
		const advice = hasPhone ? " 'Phone' needs the country code, such as +1 415 555 0132." : '';
		return this.tell(
			`The report of ${this.promotionId} has ${counted(rowsRead, 'recipient')}, and none of them matches the filters.${advice}`,
		);
	}

	manyItems(items: number): void {
		if (items < MANY_ITEMS) return;
		this.tell(
			`${grouped(items)} items can slow the workflow down. If you need counts, use Summarize; if you need a file, use Download.`,
		);
	}

	unreadableFile(): void {
		this.tell(
			`The file of ${this.promotionId} does not look like a delivery report. It is as the service sent it; Get Many and Summarize cannot read it.`,
		);
	}

	private tell(message: string, whatReportsDo?: string): string {
		const group = { key: whatReportsDo ?? '', summary: `{count} reports ${whatReportsDo}`, label: this.promotionId };
		this.item.hintOnce(message, whatReportsDo === undefined ? undefined : group);
		return message;
	}
}

function listed(texts: string[]): string {
	const shown = texts.slice(0, MOST_SHOWN).map((text) => (text === '' ? '(empty)' : withoutNumbers(text)));
	const more = texts.length > shown.length ? ` and ${texts.length - shown.length} more` : '';
	return `${shown.join(', ')}${more}`;
}
