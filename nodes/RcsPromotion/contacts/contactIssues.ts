import { grouped } from '../../service/values';
import type { ContactChecker, IssueKind, Occurrences } from './contactChecker';
import { asInfo, asWarning, issueAboutList, joinNames, joinWords, shortenName, type Issue } from '../issues';
import { countryLabel } from './countries';
import { DO_NOT_CONTACT } from './doNotContact';
import { columnLabel } from './formFields';
import { noPhoneReasons, maskPhone } from './phone';
import { getReasonText, SET_MAP_MANUALLY, type ReasonText, type WhyNotSent } from './reasons';
import { type ContactCheckOptions, type ContactColumn, type ContactOrigin, type ContactSource } from './types';

/** With 'warn', a larger share of invalid numbers than this stops a launch. */
const MOST_INVALID_PHONES = 0.05;
/** A larger share of landlines is more likely the wrong country, or the wrong field. */
const MOST_LANDLINES = 0.5;
/** In a shorter list, all contacts may lack a value by chance. */
const FEWEST_EMPTY_TO_STOP = 3;
const CORRECT_OR_LEAVE_OUT =
	"See below what to correct; Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.";

/** Everything wrong with the list, once all contacts are checked. */
export function findIssues(checker: ContactChecker, options: ContactCheckOptions): Issue[] {
	const columnIssues = [
		...findMissingColumns(checker.source, options),
		...findIssuesOf(checker, 'columnCount'),
		...findIssuesOf(checker, 'swallowedRows'),
		...checker.usedColumns.flatMap((column) => findIssuesOf(checker, 'notText', column)),
		...findIssuesOf(checker, 'inexact', 'businesssubscriberid'),
		...checker.usedColumns.flatMap((column) => findIssuesOf(checker, 'lineBreak', column)),
	];
	const unusedColumns = checker.columns.filter((column) => !checker.usedColumns.includes(column));
	const phoneIssues = findPhoneIssues(checker);
	const wholeListIssue = columnIssues.length > 0 ? undefined : findWholeListIssue(checker, options);
	const isStrict = options.checkMode === 'strict';
	// If the numbers stop the launch, the message also says what is wrong with them.
	const phoneIssuesRefuse = wholeListIssue !== undefined || (isStrict && phoneIssues.length > 0);
	const emptyValues = findEmptyValues(checker, options);
	// A column without a single value is as good as missing.
	const stopsLaunch = ({ count = 0 }: Issue) =>
		isStrict || (count >= FEWEST_EMPTY_TO_STOP && count === checker.counts.ready);
	const notes = [
		...findRivalIssue(checker.source),
		...findConsentIssue(checker.source),
		...(phoneIssuesRefuse ? [] : phoneIssues.map(addLeftOut)),
		...findIssuesOf(checker, 'duplicate'),
		...findIssuesOf(checker, 'withoutNine'),
		// They are left empty, because no text uses them.
		...unusedColumns.flatMap((column) => findIssuesOf(checker, 'notText', column)),
	];
	return [
		...columnIssues,
		...(wholeListIssue ? [wholeListIssue] : []),
		...(phoneIssuesRefuse ? phoneIssues : []),
		...(checker.doNotContact?.issues ?? []),
		...emptyValues.map((issue) => (stopsLaunch(issue) ? issue : asWarning(issue))),
		...notes.map(asInfo),
	];
}

export const NOBODY_LEFT = 'No one is left to send to';
export const NO_ROWS = issueAboutList('noRows', 'There are no contacts', 'Check the step that creates the list.');

/** What is wrong with the phone numbers as a whole, so that nothing is sent. */
function findWholeListIssue(checker: ContactChecker, options: ContactCheckOptions): Issue | undefined {
	if (checker.counts.rows === 0) return NO_ROWS;
	return findManyLandlines(checker, options) ?? findNobodyLeft(checker) ?? findManyInvalid(checker, options);
}

function findManyLandlines(checker: ContactChecker, { checkMode, country }: ContactCheckOptions) {
	const { rows, ready, landlines } = checker.counts;
	const numbers = rows - checker.getOccurrences('noNumber').count;
	if (checkMode === 'leaveOut' && ready > 0) return undefined;
	if (landlines <= numbers * MOST_LANDLINES) return undefined;
	const are =
		landlines === 1
			? 'is a landline, toll-free or premium number, which gets'
			: 'are landlines, toll-free or premium numbers, which get';
	const message = `${grouped(landlines)} of ${grouped(numbers)} phone numbers ${are} no RCS messages`;
	const check = country === '' ? '' : `Check 'Country': it is set to ${countryLabel(country)}. `;
	return { ...issueAboutList('manyLandlines', message, check + CORRECT_OR_LEAVE_OUT), count: landlines };
}

function findNobodyLeft(checker: ContactChecker): Issue | undefined {
	const { counts } = checker;
	const { ready, invalid, landlines, doNotContact, leftOut: withoutUsablePhone } = counts;
	if (ready > 0) return undefined;
	const describe = (count: number, one: string, many: string, what: string) =>
		count > 0 ? [`${grouped(count)} ${count === 1 ? one : many} ${what}`] : [];
	const why = [
		...describe(invalid, 'has', 'have', 'a phone number that cannot be used'),
		...describe(landlines, 'has', 'have', 'a landline, toll-free or premium number'),
		...describe(checker.getOccurrences('noNumber').count, 'has', 'have', 'no phone number'),
		...describe(doNotContact, 'is', 'are', `listed in '${DO_NOT_CONTACT}'`),
	];
	// If there are issues of the phones, they say what to do.
	const advice = withoutUsablePhone > 0 ? undefined : 'Check that list.';
	return issueAboutList('nobodyLeft', `${NOBODY_LEFT}: ${joinWords(why)}`, advice);
}

function findManyInvalid(checker: ContactChecker, { checkMode }: ContactCheckOptions): Issue | undefined {
	const { rows, invalid } = checker.counts;
	const numbers = rows - checker.getOccurrences('noNumber').count;
	if (checkMode !== 'warn' || invalid <= numbers * MOST_INVALID_PHONES) return undefined;
	const message = `${grouped(invalid)} of ${grouped(numbers)} phone numbers ${invalid === 1 ? 'looks' : 'look'} wrong`;
	const lackCountry = checker.getOccurrences('noCountry').count > invalid / 2;
	const setCountry = lackCountry ? "If they are all of one country, set 'Country'. Otherwise: " : '';
	return { ...issueAboutList('manyOddPhones', message, setCountry + CORRECT_OR_LEAVE_OUT), count: invalid };
}

/** One issue for each kind of number that gets nothing, and one for contacts without any, in the order of the list. */
const findPhoneIssues = (checker: ContactChecker): Issue[] =>
	[...noPhoneReasons, 'landline' as const]
		.flatMap((reason) => findIssuesOf(checker, reason))
		.sort((one, other) => (one.lines?.[0] ?? 0) - (other.lines?.[0] ?? 0));

const addLeftOut = (issue: Issue): Issue => ({
	...issue,
	advice: issue.code === 'noNumber' ? 'Left out.' : `Left out. ${issue.advice}`,
});

const findEmptyValues = (checker: ContactChecker, options: ContactCheckOptions): Issue[] =>
	checker.columns.flatMap((column) => {
		const value = checker.getOccurrences('emptyValue', column).example.trim();
		const isEmpty = value === '' ? 'is empty' : `is "${shortenName(value)}"`;
		const what = `'${columnLabel(column)}' ${isEmpty}, but ${describeUses(column, options)} shows it`;
		const found = checker.getOccurrences('emptyValue', column);
		return buildIssues('emptyValue', checker.source.from, found, {
			what,
			advice: 'Fill it in, or use fixed text instead.',
		});
	});

/** Fields that agree so far, but may not for the next list. */
function findRivalIssue({ otherPhones, columnsUsed }: ContactSource): Issue[] {
	if (otherPhones.length === 0) return [];
	const message = `Other fields hold phone numbers, too, but none that differs from '${columnsUsed.phone}': ${joinNames(otherPhones)}`;
	return [issueAboutList('otherPhones', message, 'If one differs in another list, nothing is sent until you choose.')];
}

function findConsentIssue({ consentFields }: ContactSource): Issue[] {
	if (consentFields.length === 0) return [];
	const message = `Fields that may say who agreed to get messages were not read: ${joinNames(consentFields)}`;
	const advice =
		"No one is left out because of them. To leave people out, add a Filter node before this one, or use 'Do Not Contact' in 'Options'.";
	return [issueAboutList('consent', message, advice)];
}

function findMissingColumns(source: ContactSource, options: ContactCheckOptions): Issue[] {
	const { fieldNames, isMapped, columnsUsed } = source;
	const used = new Set(options.references.map(({ column }) => column));
	const beside = `there is none beside "${shortenName(columnsUsed.phone ?? 'phone')}"; the contacts have: ${joinNames(fieldNames)}`;
	return [...used]
		.filter((column) => columnsUsed[column] === undefined)
		.map((column) => {
			const label = columnLabel(column);
			const why = isMapped ? `'${label}' under 'Values to Send' is empty` : beside;
			const message = `${describeUses(column, options)} uses the contact field '${label}', but ${why}`;
			return issueAboutList('missingColumn', message, `${adviseToAdd(label, source)}, or use fixed text instead.`);
		});
}

function adviseToAdd(label: string, { from, isMapped }: ContactSource): string {
	if (isMapped) return `Drag a field into '${label}' there`;
	if (from === 'inputItems') return `${SET_MAP_MANUALLY} and drag fields into 'Phone' and '${label}'`;
	return `Add the option 'File Columns' and enter the name of the right column under '${label}', add the column to the file`;
}

function findIssuesOf(checker: ContactChecker, kind: WhyNotSent | 'withoutNine', column?: ContactColumn) {
	const found = checker.getOccurrences(kind, column);
	const shown = column === undefined ? maskPhone(found.example) : columnLabel(column);
	return buildIssues(kind, checker.source.from, found, getReasonText(kind, shown));
}

/** One issue, however many contacts it applies to; none if there are none. */
function buildIssues(
	code: IssueKind,
	from: ContactOrigin,
	{ count, lines }: Occurrences,
	{ what, advice }: ReasonText,
): Issue[] {
	if (count === 0) return [];
	const [one, many] = from === 'csvFile' ? ['Line', 'lines'] : ['Item', 'items'];
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	const others = count > 1 ? `. This applies to ${grouped(count)} contacts: ${many} ${lines.join(', ')}${more}` : '';
	return [{ code, message: `${one} ${lines[0]}: ${what}${others}`, advice, count, lines }];
}

/** Where the template uses the column. */
function describeUses(column: ContactColumn, { references }: ContactCheckOptions): string {
	const [one, ...more] = references.filter((reference) => reference.column === column);
	return `${one?.where}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}
