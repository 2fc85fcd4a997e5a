import { counted, grouped } from '../../service/values';
import { asInfo, asWarning, issueAboutList, joinNames, joinWords, shortenName, type Issue } from '../issues';
import {
	kindLabels,
	type CheckedContacts,
	type CheckOptions,
	type ContactColumn,
	type FieldKind,
	type FieldNames,
	type RecipientCounts,
} from './contact';
import { FIELD_LABELS, type ContactSource } from './contactSource';
import { countryLabel } from './countries';
import { DO_NOT_CONTACT } from './doNotContact';
import type { Findings, FindingKind } from './findings';
import { CODE_INCLUDED, maskPhone, noPhoneReasons } from './phone';
import { getReasonText, type ReasonText, type WhyNotSent } from './reasons';

/** A share of fewer contacts than this may be chance. */
const FEWEST_TO_STOP = 3;
/** A larger share of invalid numbers is more likely the wrong field, or a list that was damaged. */
const MOST_INVALID = 0.05;
/** A larger share of landlines is more likely the wrong country, or the wrong field. */
const MOST_LANDLINES = 0.5;

interface Found {
	source: ContactSource;
	findings: Findings;
	recipients: RecipientCounts & Record<'rows' | 'ready' | 'invalid', number>;
	options: CheckOptions;
	/** The columns whose values people see. */
	shown: readonly ContactColumn[];
}

/** What the findings mean, once all contacts were read. */
export function findIssues(found: Found): Issue[] {
	const missing = [...findMissingFields(found), ...findFieldsNotChosen(found)];
	if (missing.length > 0) return missing;
	const structural = (['tooManyValues', 'swallowedRows'] as const).flatMap((kind) => issuesOf(found, kind));
	const stop = structural.length > 0 ? undefined : findStop(found);
	// In the order of the list.
	const ofContacts = [
		...noPhoneReasons.flatMap((reason) => issuesOf(found, reason)),
		...issuesOf(found, 'landline'),
		...fieldKinds.flatMap((kind) => [...issuesOf(found, 'notText', kind), ...issuesOf(found, 'inexact', kind)]),
	].sort((one, other) => (one.lines?.[0] ?? 0) - (other.lines?.[0] ?? 0));
	return [
		...structural,
		// If the numbers stop the launch, the message also says what is wrong with each kind.
		...(stop ? [stop, ...ofContacts] : []),
		...found.shown.flatMap((column) => findEmptyValues(found, column)),
		...findMissingParts(found),
		...(stop ? [] : ofContacts.map(addLeftOut)).map(asInfo),
		...issuesOf(found, 'duplicate').map(asInfo),
	];
}

const fieldKinds = Object.keys(kindLabels) as FieldKind[];

/** A file that an item carries is no field of it. */
const CHOOSE_FILE = " If the contacts are in a CSV file, set 'Recipients' to 'CSV File'.";
const NAMES_COME_FIRST = ' If the file has a title or sep=; above the names of its columns, delete that line.';

/** A field that no contact has. */
function findMissingFields({ source }: Found): Issue[] {
	return source.fields
		.filter(({ found }) => found.length === 0)
		.map(({ kind, label, missing }) => {
			const names = missing.map((name) => `"${shortenName(name)}"`).join(' or ');
			const isFile = source.from === 'csvFile';
			const what = isFile ? `The file has no column ${names}` : `No contact has a field ${names}`;
			const message = `${missing.length === 0 ? `'${label}' is empty` : what}. ${describeFields(source)}`;
			const whatElse = isFile ? NAMES_COME_FIRST : CHOOSE_FILE;
			const advice = `${adviseToChoose(kind, source)}.${kind === 'phone' ? whatElse : ''}`;
			return issueAboutList('missingField', message, advice);
		});
}

/** A text that shows a value for which no field was chosen. */
function findFieldsNotChosen({ source, options: { references = [] } }: Found): Issue[] {
	const columns = [...new Set(references.map(({ column }) => column))];
	return columns
		.filter((column) => !source.fields.some(({ kind }) => kind === column))
		.map((column) => {
			const message = `${describeUses(column, references)} shows the contact's ${kindLabels[column]}, but '${FIELD_LABELS[column]}' is empty. ${describeFields(source)}`;
			return issueAboutList('missingField', message, `${adviseToChoose(column, source)}, or use fixed text instead.`);
		});
}

const describeFields = (source: ContactSource) =>
	`The ${source.from === 'csvFile' ? 'file' : 'input'} has: ${joinNames(source.names())}`;

const WHAT_FIELDS_HOLD: Record<FieldKind, string> = {
	phone: 'phone numbers',
	name: 'names',
	language: 'languages',
	businesssubscriberid: 'IDs',
	country: 'countries',
};

function adviseToChoose(kind: FieldKind, { from }: ContactSource): string {
	const isMainField = kind === 'phone' || kind === 'name';
	const place = `'${FIELD_LABELS[kind]}'${isMainField ? '' : " under 'More Fields' in 'Options'"}`;
	return from === 'csvFile'
		? `Type the name of the column with the ${WHAT_FIELDS_HOLD[kind]} into ${place}`
		: `Drag the field with the ${WHAT_FIELDS_HOLD[kind]} into ${place}`;
}

/** One of several names that no contact has. */
const findMissingParts = ({ source }: Found): Issue[] =>
	source.fields.flatMap(({ label, missing }) =>
		missing.map((name) =>
			asWarning(
				issueAboutList(
					'missingPart',
					`'${label}' names "${shortenName(name)}", which no contact has`,
					'Correct the name or remove it.',
				),
			),
		),
	);

export const NO_ROWS = issueAboutList('noRows', 'There are no contacts', 'Check the step that creates the list.');
export const NOBODY_LEFT = 'No one is left to send to';

/** What is wrong with the list as a whole, so that nothing is sent. */
function findStop({ source, findings, recipients, options }: Found): Issue | undefined {
	const { rows, ready, invalid } = recipients;
	if (rows === 0) return NO_ROWS;
	const stopsAtShares = options.checkContacts === 'stop';
	const numbers = rows - findings.count('noNumber');
	const landlines = findings.count('landline');
	const isTooMany = (count: number, most: number) => stopsAtShares && count >= FEWEST_TO_STOP && count > numbers * most;
	const from = `"${source.fields.find(({ kind }) => kind === 'phone')?.found.join(', ')}"`;
	const [place, put] = source.from === 'csvFile' ? ['column', 'type its name'] : ['field', 'drag it'];
	const choose = `If another ${place} holds the phone numbers, ${put} into '${FIELD_LABELS.phone}'. ${describeFields(source)}.`;
	const stop = (code: string, count: number, message: string, advice: string) => ({
		...issueAboutList(code, message, `${advice}${choose} ${CORRECT_OR_LEAVE_OUT}`),
		count,
	});
	if (isTooMany(landlines, MOST_LANDLINES)) {
		const { country } = options;
		const where = country === '' || country === CODE_INCLUDED ? '' : ` in ${countryLabel(country)}`;
		const message = `${grouped(landlines)} of ${grouped(numbers)} numbers in ${from} are landlines${where}, which get no RCS message`;
		return stop('manyLandlines', landlines, message, "Check 'Country'. ");
	}
	if (ready === 0) return findNobodyLeft(findings, recipients, from, choose);
	if (isTooMany(invalid, MOST_INVALID)) {
		const areNumbers = invalid === findings.count(...noPhoneReasons) - findings.count('noNumber');
		const message = areNumbers
			? `${grouped(invalid)} of ${grouped(numbers)} phone numbers in ${from} look wrong`
			: `${grouped(invalid)} of ${grouped(numbers)} contacts have a phone number in ${from}, or another value, that cannot be used`;
		const setCountry = "If they are all of one country, set 'Country'. ";
		return stop('manyInvalid', invalid, message, findings.count('noCountry') > invalid / 2 ? setCountry : '');
	}
	return undefined;
}

const CORRECT_OR_LEAVE_OUT =
	"See below what to correct; Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.";

function findNobodyLeft(
	findings: Findings,
	{ invalid, doNotContact }: RecipientCounts,
	from: string,
	choose: string,
): Issue {
	const describe = (count: number | null, one: string, many: string, what: string) =>
		count ? [`${grouped(count)} ${count === 1 ? one : many} ${what}`] : [];
	const why = [
		...describe(invalid, 'has', 'have', `a phone number in ${from}, or another value, that cannot be used`),
		...describe(findings.count('landline'), 'has', 'have', `a landline, toll-free or premium number in ${from}`),
		...describe(findings.count('noNumber'), 'has', 'have', `no phone number in ${from}`),
		...describe(doNotContact, 'is', 'are', `listed in '${DO_NOT_CONTACT}'`),
	];
	const advice = invalid || findings.count('noNumber', 'landline') ? choose : 'Check that list.';
	return issueAboutList('nobodyLeft', `${NOBODY_LEFT}: ${joinWords(why)}`, advice);
}

const addLeftOut = (issue: Issue): Issue => ({
	...issue,
	advice: issue.code === 'noNumber' ? 'Left out.' : `Left out. ${issue.advice}`,
});

/** If all lack it, that stops a launch like any other share. */
function findEmptyValues({ source, findings, recipients, options }: Found, column: ContactColumn): Issue[] {
	const found = findings.get('emptyValue', column);
	const uses = options.references ? `, but ${describeUses(column, options.references)} shows it` : '';
	const what = `'${kindLabels[column]}' is ${found.example.trim() === '' ? 'empty' : `"${shortenName(found.example)}"`}${uses}`;
	const issues = toIssues(source, 'emptyValue', found, { what, advice: 'Fill it in, or use fixed text instead.' });
	const areAll = found.count >= FEWEST_TO_STOP && found.count >= recipients.ready;
	return areAll && options.checkContacts === 'stop' ? issues : issues.map(asWarning);
}

function issuesOf({ source, findings }: Found, kind: WhyNotSent, field?: FieldKind): Issue[] {
	const found = findings.get(kind, field);
	return toIssues(source, kind, found, getReasonText(kind, field ? found.example : maskPhone(found.example)));
}

/** One issue, however many contacts it applies to; none if there are none. */
function toIssues(
	{ from }: ContactSource,
	code: FindingKind,
	{ count, lines }: ReturnType<Findings['get']>,
	{ what, advice }: ReasonText,
): Issue[] {
	if (count === 0) return [];
	const [one, many] = from === 'csvFile' ? ['Line', 'lines'] : ['Item', 'items'];
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	const others = count > 1 ? `. This applies to ${grouped(count)} contacts: ${many} ${lines.join(', ')}${more}` : '';
	return [{ code, message: `${one} ${lines[0]}: ${what}${others}`, advice, count, lines }];
}

/** Where the template shows the column. */
function describeUses(column: ContactColumn, references: NonNullable<CheckOptions['references']>): string {
	const [one, ...more] = references.filter((reference) => reference.column === column);
	return `${one?.where}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

/** Which fields were used, so that users see it without having to look. */
export const describeFieldsUsed = (fieldsUsed: FieldNames): string =>
	Object.entries(fieldsUsed)
		.map(([kind, name]) => `${kindLabels[kind as FieldKind]} from ${name}`)
		.join(', ');

/** What 'Do Not Contact' did. Where a person is looking, a list that left out nobody is worth a question. */
export function describeOptOuts(doNotContact: CheckedContacts['doNotContact'], isLookedAt: boolean): Issue[] {
	if (!doNotContact) return [];
	const { entries, leftOut } = doNotContact;
	const has = `'${DO_NOT_CONTACT}' has ${grouped(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
	if (entries === 0) {
		const message = `'${DO_NOT_CONTACT}' is an empty list, so no one was left out`;
		return [asWarning(issueAboutList('noOptOuts', message, 'If anyone has opted out, check the node it comes from.'))];
	}
	if (leftOut > 0) return [asInfo(issueAboutList('optOuts', `${has}; ${counted(leftOut, 'contact')} left out`))];
	const nobody = issueAboutList('optOuts', `${has}, and none of them is one of these contacts`);
	return [isLookedAt ? asWarning({ ...nobody, advice: 'Does the list hold the phone numbers?' }) : asInfo(nobody)];
}
