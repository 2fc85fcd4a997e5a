import * as texts from './messages';
import { phoneOddities } from './phone';
import type { Review } from './review';
import type { ContactCheckOptions, ContactFinding, ContactSource } from './types';

/** In warn, more odd numbers than this stop a launch. */
const MOST_ODD_PHONES = 0.05;
/** Fewer contacts may all lack a value by chance. */
const FEWEST_ALIKE = 3;

export interface Verdict {
	refusals: ContactFinding[];
	warnings: ContactFinding[];
}

/** What the review of the contacts comes to: reasons not to send, and what else is worth telling. */
export function verdictOn(source: ContactSource, review: Review, options: ContactCheckOptions): Verdict {
	const refusals: ContactFinding[] = [];
	const warnings: ContactFinding[] = [...source.remarks];
	const note = (finding: ContactFinding, refuses: boolean) => (refuses ? refusals : warnings).push(finding);
	const { place, columns, fields, width, file } = source;
	const { flaws, counts } = review;
	const rows = counts.rows ?? 0;
	const isStrict = options.checkContacts === 'strict';
	const goesAsItIs = file?.goesAsItIs === true;
	const cardsWith = (column: string) =>
		options.references.filter((reference) => reference.column === column).map((reference) => reference.place);

	for (const column of new Set(options.references.map((reference) => reference.column))) {
		if (!columns.includes(column)) note(texts.missingColumn(column, cardsWith(column), fields, place), true);
	}
	if (rows === 0) note(texts.noRows(), true);
	const columnCount = flaws.of('columnCount');
	if (columnCount.count > 0) note(texts.columnCount(columnCount, width, place), true);
	for (const column of columns) {
		const notText = flaws.of(`notText ${column}`);
		if (notText.count > 0) note(texts.notText(column, notText, place), true);
	}

	const odd = flaws.of('odd');
	const usual = { oddity: review.usualOddity, found: flaws.of(review.usualOddity), place };
	const isMany = odd.count > rows * MOST_ODD_PHONES;
	if (rows > columnCount.count && counts.ready === 0) note(texts.nobodyLeft(counts, usual, options), true);
	else if (isMany) {
		const phoneField = source.columnsUsed.phone ?? 'phone';
		note(texts.manyOddPhones(odd, rows, usual, phoneField, options), options.checkContacts === 'warn');
	}
	for (const oddity of phoneOddities) {
		const found = flaws.of(oddity);
		if (found.count > 0) note(texts.oddPhone(oddity, found, place, options, goesAsItIs), isStrict);
	}
	const duplicate = flaws.of('duplicate');
	if (duplicate.count > 0) note(texts.duplicate(duplicate, place, goesAsItIs), isStrict && goesAsItIs);

	for (const column of columns) {
		const empty = flaws.of(`empty ${column}`);
		if (empty.count === 0) continue;
		// A column without a single value is as good as none.
		const isEmptyForAll = empty.count >= FEWEST_ALIKE && empty.count === counts.ready;
		if (isEmptyForAll) note(texts.emptyForAll(column, cardsWith(column), empty), true);
		else note(texts.emptyValue(column, cardsWith(column), empty, place), isStrict);
	}
	if (goesAsItIs && file.departures.length > 0) note(texts.otherForm(file.departures), false);
	return { refusals, warnings };
}
