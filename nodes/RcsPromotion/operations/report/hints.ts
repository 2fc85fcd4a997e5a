import { withoutNumbers } from '../../../service/answers';
import { counted } from '../../../service/values';
import type { ItemContext } from '../../itemContext';

const MOST_SHOWN = 10;

/** Hints about the report of one promotion. n8n shows the hints of one group as a single line that expands. */
export class ReportHints {
	constructor(
		private readonly item: ItemContext,
		private readonly promotionId: string,
	) {}

	/** Unless the report is certainly complete. */
	completeness(complete: true | null | undefined): void {
		if (complete !== null) return;
		this.tell(
			`n8n cannot tell whether this report is complete (promotion ${this.promotionId}): compare its rows with Attempted in the statistics.`,
			'may be incomplete',
		);
	}

	problemRows(rows: number): void {
		if (rows === 0) return;
		this.tell(
			`${counted(rows, 'row')} of the report of ${this.promotionId} may have values in the wrong columns: a quotation mark (") in the wrong place, or more or fewer values than columns. Get Many marks them with rowProblem.`,
			'may have values in the wrong columns',
		);
	}

	noRows(): string {
		return this.tell(
			`The report of ${this.promotionId} has no rows yet. Run this again after the promotion has sent messages.`,
			'have no rows yet',
		);
	}

	rowsWithoutTime(rows: number): void {
		if (rows === 0) return;
		const were = rows === 1 ? 'was' : 'were';
		this.tell(
			`${counted(rows, 'row')} ${were} left out of the report of ${this.promotionId}, because the time is empty or cannot be read. To get such rows, remove 'Since' and 'Until'.`,
		);
	}

	/** Statuses are free text from the service. If none of those in the report passes, the hint lists them. */
	noneMatches(rowsRead: number, statusesInstead: string[], hasPhone: boolean): string {
		const found = `The report of ${this.promotionId} has ${counted(rowsRead, 'recipient')}, and none of them matches the filters.`;
		if (statusesInstead.length > 0) return this.tell(`${found} Its statuses are: ${listed(statusesInstead)}.`);
		return this.tell(hasPhone ? `${found} 'Phone' needs the country code, such as +1 415 555 0132.` : found);
	}

	unreadableFile(): void {
		this.tell(
			`The file of ${this.promotionId} does not look like a delivery report. It is exactly what the service sent; Get Many and Summarize cannot read it.`,
		);
	}

	private tell(message: string, whatReportsDo?: string): string {
		const group = { key: whatReportsDo ?? '', summary: `{count} reports ${whatReportsDo}`, label: this.promotionId };
		this.item.hintOnce(message, whatReportsDo === undefined ? {} : { group });
		return message;
	}
}

function listed(texts: string[]): string {
	const shown = texts.slice(0, MOST_SHOWN).map((text) => (text === '' ? '(empty)' : withoutNumbers(text)));
	const more = texts.length > shown.length ? ` and ${texts.length - shown.length} more` : '';
	return `${shown.join(', ')}${more}`;
}
