import type { CsvFault } from '../../vendor/csvParse';
import type { Header } from './columns';
import { missingColumns } from './columns';
import * as texts from './messages';
import type { PhoneOddity } from './phones';
import type { ContactFlaw } from './recipients';
import type { Tally } from './tally';
import type { CheckStrictness, ContactCheckOptions, ContactFinding, ContactFindingCode } from './types';

/** In which settings of Check Contacts a finding stands in the way. */
type Weight = 'always' | 'warnAndStrict' | 'strict' | 'never';

interface Judgement {
	weight: Weight;
	finding: ContactFinding;
}

/** What was seen of the contacts as a whole. */
export interface ContactFacts {
	place: texts.Place;
	header: Header;
	/** Where it is; items have none. */
	headerLine?: number;
	/** Whether the first row looks like a contact instead of a header. */
	headerIsContact: boolean;
	rows: number;
	flaws: Tally<ContactFlaw>;
	fault?: CsvFault;
	duplicatesAreRemoved: boolean;
	/** How the file departs from UTF-8 with commas, if it goes out that way; in words. */
	otherForm?: string;
}

const oddities: readonly PhoneOddity[] = ['missing', 'tooShort', 'tooLong', 'shortened', 'otherCharacters'];
const MOST_ODD_PHONES = 0.05;

export interface Verdict {
	refusals: ContactFinding[];
	warnings: ContactFinding[];
}

export function judge(facts: ContactFacts, options: ContactCheckOptions): Verdict {
	return verdictOf([...ofTheList(facts, options), ...ofTheContacts(facts, options)], options.checkContacts);
}

export function verdictOf(judgements: Judgement[], strictness: CheckStrictness): Verdict {
	const refuses = ({ weight }: Judgement) =>
		weight === 'always' ||
		(weight === 'warnAndStrict' && strictness !== 'off') ||
		(weight === 'strict' && strictness === 'strict');
	return {
		refusals: judgements.filter(refuses).map(({ finding }) => finding),
		warnings: judgements.filter((judgement) => !refuses(judgement)).map(({ finding }) => finding),
	};
}

export function ofTheWhole(weight: Weight, code: ContactFindingCode, message: string): Judgement {
	return { weight, finding: { code, message, count: 0, lines: [] } };
}

function* ofTheList(facts: ContactFacts, { references }: ContactCheckOptions): Iterable<Judgement> {
	const { fault, flaws, place } = facts;
	const unreadable = flaws.of('unreadable');
	if (unreadable.count > 0) {
		const message = texts.unreadable(unreadable, place);
		yield { weight: 'warnAndStrict', finding: { code: 'undecodable', message, ...unreadable } };
	}
	if (fault) {
		const message = texts.brokenQuotes(fault);
		yield { weight: 'warnAndStrict', finding: { code: 'brokenQuotes', message, count: 1, lines: [fault.line] } };
	}
	for (const [code, sentence] of ofTheHeader(facts, references)) {
		const lines = facts.headerLine === undefined ? [] : [facts.headerLine];
		const message = texts.atHeader(facts.headerLine, sentence);
		yield { weight: 'warnAndStrict', finding: { code, message, count: 0, lines } };
	}
	if (facts.otherForm !== undefined) yield ofTheWhole('never', 'otherForm', texts.otherForm(facts.otherForm));
}

function* ofTheHeader(
	{ header, headerIsContact, place, rows, fault }: ContactFacts,
	references: ContactCheckOptions['references'],
): Iterable<[ContactFindingCode, string]> {
	if (headerIsContact) yield ['noHeader', texts.noHeader()];
	else if (header.positions.phone === undefined) yield ['noPhoneColumn', texts.noPhoneColumn(header.cells)];
	for (const column of header.repeated) yield ['repeatedColumn', texts.repeatedColumn(column)];
	for (const missing of headerIsContact ? [] : missingColumns(header, references)) {
		yield ['missingColumn', texts.missingColumn(missing, header.cells, place)];
	}
	if (rows === 0 && !fault) yield ['noRows', texts.noRows()];
}

function* ofTheContacts(facts: ContactFacts, { references }: ContactCheckOptions): Iterable<Judgement> {
	const { flaws, place, rows, header } = facts;
	const columnCount = flaws.of('columnCount');
	if (columnCount.count > 0) {
		const message = texts.columnCount(columnCount, header.cells.length, place);
		yield { weight: 'warnAndStrict', finding: { code: 'columnCount', message, ...columnCount } };
	}
	const odd = flaws.of('odd');
	if (odd.count > rows * MOST_ODD_PHONES) {
		const message = texts.manyOddPhones(odd, rows, header, place);
		yield { weight: 'warnAndStrict', finding: { code: 'manyOddPhones', message, ...odd } };
	}
	for (const oddity of oddities) {
		const occurrences = flaws.of(oddity);
		if (occurrences.count === 0) continue;
		const message = texts.oddPhone(oddity, occurrences, place);
		yield { weight: 'strict', finding: { code: 'oddPhone', message, ...occurrences } };
	}
	const duplicate = flaws.of('duplicate');
	if (duplicate.count > 0) {
		const message = texts.duplicate(duplicate, place, facts.duplicatesAreRemoved);
		yield { weight: 'strict', finding: { code: 'duplicate', message, ...duplicate } };
	}
	for (const column of new Set(references.map((reference) => reference.column))) {
		const empty = flaws.of(`empty ${column}`);
		if (empty.count === 0) continue;
		const places = references.filter((reference) => reference.column === column).map((reference) => reference.place);
		const message = texts.emptyValue(column, places, empty, place);
		yield { weight: 'strict', finding: { code: 'emptyValue', message, ...empty } };
	}
}
