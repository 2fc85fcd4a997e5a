import type { CsvFault } from '../../vendor/csvParse';
import { isMobileNumber } from '../../vendor/libphonenumber';
import * as texts from './messages';
import { phoneOddities } from './phones';
import { sampleOf, type ContactReview, type Occurrences } from './review';
import type { CheckStrictness, ContactCheckOptions, ContactColumn, ContactFinding, ContactFindingCode } from './types';

/** In which settings of Check Contacts a finding stands in the way. Leaving out invalid phones is as lenient as stopping at many. */
type Weight = 'always' | 'unlessOff' | 'strict' | 'never';

export interface WeighedFinding extends ContactFinding {
	weight: Weight;
}

/** What was seen of the contacts as a whole. */
interface ContactFacts {
	place: texts.Place;
	review: ContactReview;
	/** The columns that go out. */
	columns: readonly ContactColumn[];
	/** What the contacts have besides, in words: the header of a file, the fields of items. */
	fields: readonly string[];
	/** Where the phone numbers come from. */
	phoneField: string;
	/** How many values a row should have. */
	width: number;
	fault?: CsvFault;
}

const MOST_ODD_PHONES = 0.05;
/** Fewer contacts may all lack a value by chance. */
const FEWEST_ALIKE = 3;

export interface Verdict {
	refusals: ContactFinding[];
	warnings: ContactFinding[];
}

export function verdictOn(findings: WeighedFinding[], strictness: CheckStrictness): Verdict {
	const verdict: Verdict = { refusals: [], warnings: [] };
	for (const { weight, ...finding } of findings) {
		const refuses =
			weight === 'always' ||
			(weight === 'unlessOff' && strictness !== 'off') ||
			(weight === 'strict' && strictness === 'strict');
		verdict[refuses ? 'refusals' : 'warnings'].push(finding);
	}
	return verdict;
}

/** A finding about the list as a whole. */
export const ofTheList = (
	weight: Weight,
	code: ContactFindingCode,
	message: string,
	line?: number,
): WeighedFinding => ({ weight, code, message, count: 0, lines: line === undefined ? [] : [line] });

export const ofContacts = (
	weight: Weight,
	code: ContactFindingCode,
	message: string,
	found: Occurrences,
): WeighedFinding => ({
	weight,
	code,
	message,
	count: found.count,
	lines: found.places,
});

/** What there is to say of the contacts of a file and of items alike. */
export function findingsOn(facts: ContactFacts, options: ContactCheckOptions): WeighedFinding[] {
	const { place, review, fault, columns, fields, width } = facts;
	const { flaws, counts } = review;
	const found: WeighedFinding[] = [];
	const unreadable = flaws.of('unreadable');
	if (unreadable.count > 0) {
		found.push(ofContacts('unlessOff', 'undecodable', texts.unreadable(unreadable, place), unreadable));
	}
	if (fault) {
		const { line } = fault;
		found.push({
			weight: 'unlessOff',
			code: 'brokenQuotes',
			message: texts.brokenQuotes(fault),
			count: 1,
			lines: [line],
		});
	}
	for (const column of new Set(options.references.map((reference) => reference.column))) {
		if (columns.includes(column) || columns.length === 0) continue;
		const cards = options.references
			.filter((reference) => reference.column === column)
			.map((reference) => reference.place);
		found.push(ofTheList('unlessOff', 'missingColumn', texts.missingColumn(column, cards, fields, place)));
	}
	if (counts.rows === 0 && !fault) found.push(ofTheList('unlessOff', 'noRows', texts.noRows()));
	else if (counts.ready === 0 && !fault) {
		found.push(ofTheList('always', 'nobodyLeft', texts.nobodyLeft(counts, usualOddity(facts), options)));
	}
	const columnCount = flaws.of('columnCount');
	if (columnCount.count > 0) {
		const message = texts.columnCount(columnCount, width, place);
		found.push(ofContacts('unlessOff', 'columnCount', message, columnCount));
	}
	if (options.country !== '' && options.phoneFormat === 'asIs' && !options.doNotContact) {
		found.push(ofTheList('never', 'countryUnused', texts.countryUnused()));
	}
	found.push(...ofPhones(facts, options), ...ofValues(facts, options));
	return found;
}

const usualOddity = ({ review, place }: ContactFacts): texts.UsualOddity => {
	const oddity = review.usualOddity;
	return { oddity, found: review.flaws.of(oddity), place };
};

function ofPhones(facts: ContactFacts, options: ContactCheckOptions): WeighedFinding[] {
	const { review, place, phoneField } = facts;
	const { flaws, counts } = review;
	const rows = counts.rows ?? 0;
	const odd = flaws.of('odd');
	const found: WeighedFinding[] = [];
	const isMany = odd.count > rows * MOST_ODD_PHONES;
	const weight = isMany && options.checkContacts !== 'leaveOut' ? 'unlessOff' : 'never';
	const national = review.withoutPlus.filter(lacksCountryCode);
	if (2 * national.length > review.withoutPlus.length) {
		// Alone no reason to stop, as the service may know the country. Told first, so that a list is corrected in one go.
		const message = texts.missingCountryCodes(sampleOf(national[0] ?? ''));
		found.push(ofTheList(weight, 'missingCountryCodes', message));
	}
	if (isMany) {
		const message = texts.manyOddPhones(odd.count, rows, usualOddity(facts), phoneField, options);
		found.push(ofContacts(weight, 'manyOddPhones', message, odd));
	}
	for (const oddity of phoneOddities) {
		const occurrences = flaws.of(oddity);
		if (occurrences.count === 0) continue;
		found.push(ofContacts('strict', 'oddPhone', texts.oddPhone(oddity, occurrences, place, options), occurrences));
	}
	const duplicate = flaws.of('duplicate');
	if (duplicate.count > 0) {
		found.push(ofContacts('strict', 'duplicate', texts.duplicate(duplicate, place, options), duplicate));
	}
	return found;
}

/** "612 345 678" is a mobile phone in Spain, and nowhere in Australia, whose code is 61. */
const lacksCountryCode = (phone: string) => !isMobileNumber(`+${phone}`);

function ofValues({ review, place, columns }: ContactFacts, { references }: ContactCheckOptions): WeighedFinding[] {
	const found: WeighedFinding[] = [];
	for (const column of columns) {
		const empty = review.flaws.of(`empty ${column}`);
		if (empty.count === 0) continue;
		const places = references.filter((reference) => reference.column === column).map((reference) => reference.place);
		// A column without a single value is as good as none.
		const isEmptyForAll = empty.count >= FEWEST_ALIKE && empty.count === review.counts.ready;
		const message = isEmptyForAll
			? texts.emptyForAll(column, places, empty)
			: texts.emptyValue(column, places, empty, place);
		found.push(ofContacts(isEmptyForAll ? 'unlessOff' : 'strict', 'emptyValue', message, empty));
	}
	for (const [column, value] of review.sameForAll) {
		found.push(ofTheList('never', 'sameForAll', texts.sameForAll(column, value, review.counts.ready ?? 0)));
	}
	return found;
}
