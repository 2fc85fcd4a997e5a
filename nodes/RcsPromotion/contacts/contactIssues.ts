import { counted, grouped } from '../../service/values';
import { asInfo, asWarning, issueAboutList, joinNames, joinWords, shortenName, type Issue } from '../issues';
import {
	FIELD_KINDS,
	fieldLabel,
	type CheckedContacts,
	type CheckOptions,
	type ContactColumn,
	type ContactReference,
	type FieldKind,
	type FieldNames,
	type RecipientCounts,
} from './contact';
import type { ContactSource } from './contactSource';
import { countryLabel } from './countries';
import { DO_NOT_CONTACT } from './doNotContact';
import { CODE_INCLUDED, maskPhone, noPhoneReasons } from './phone';
import { getReasonText, type FindingKind, type Findings, type WhyNotSent } from './reasons';

/** A share of fewer contacts than this may be chance. */
const FEWEST_TO_STOP = 3;
/** A larger share of invalid numbers is more likely the wrong field, or a list that was damaged. */
const MOST_INVALID = 0.05;
/** A larger share of landlines is more likely the wrong country, or the wrong field. */
const MOST_LANDLINES = 0.5;

/** A list, once all its contacts were read. */
interface ReadList {
	source: ContactSource;
	findings: Findings;
	recipients: RecipientCounts & Record<'rows' | 'ready' | 'invalid', number>;
	options: CheckOptions;
	/** The columns whose values people see. */
	shown: readonly ContactColumn[];
}

/** What the findings mean. */
export function findIssues(list: ReadList): Issue[] {
	const missing = [...findMissingFields(list), ...findFieldsNotChosen(list)];
	if (missing.length > 0) return missing;
	const structural = (['tooManyValues', 'swallowedRows'] as const).flatMap((kind) => issuesOf(list, kind));
	const stop = structural.length > 0 ? undefined : findStop(list);
	// In the order of the list.
	const ofContacts = [
		...[...noPhoneReasons, 'landline' as const].flatMap((reason) => issuesOf(list, reason)),
		...fieldKinds.flatMap((kind) => [...issuesOf(list, 'notText', kind), ...issuesOf(list, 'inexact', kind)]),
	].sort((one, other) => (one.lines?.[0] ?? 0) - (other.lines?.[0] ?? 0));
	return [
		...structural,
		// If the numbers stop the launch, the message also says what is wrong with each kind.
		...(stop ? [stop, ...ofContacts] : []),
		...list.shown.flatMap((column) => findEmptyValues(list, column)),
		...findMissingParts(list),
		...(stop ? [] : ofContacts.map(addLeftOut)),
		...issuesOf(list, 'duplicate').map(asInfo),
	];
}

const fieldKinds = Object.keys(FIELD_KINDS) as FieldKind[];

const addLeftOut = (issue: Issue): Issue =>
	asInfo({ ...issue, advice: issue.code === 'noNumber' ? 'Left out.' : `Left out. ${issue.advice}` });

/** A file that an item carries is no field of it. */
const CHOOSE_FILE = " If the contacts are in a CSV file, set 'Recipients' to 'CSV File'.";
const NAMES_COME_FIRST = ' If the file has a title or sep=; above the names of its columns, delete that line.';

/** A field that no contact has. */
function findMissingFields({ source }: ReadList): Issue[] {
	const isFile = source.from === 'csvFile';
	return source.fields
		.filter(({ found }) => found.length === 0)
		.map(({ kind, missing }) => {
			const names = missing.map((name) => `"${shortenName(name)}"`).join(' or ');
			const what = isFile ? `The file has no column ${names}` : `No contact has a field ${names}`;
			const message = `${missing.length === 0 ? `'${fieldLabel(kind)}' is empty` : what}. ${describeFields(source)}`;
			const whatElse = isFile ? NAMES_COME_FIRST : CHOOSE_FILE;
			return issueAboutList(
				'missingField',
				message,
				`${adviseToChoose(kind, source)}.${kind === 'phone' ? whatElse : ''}`,
			);
		});
}

/** A text that shows a value for which no field was chosen. */
function findFieldsNotChosen({ source, options: { references = [] } }: ReadList): Issue[] {
	return [...new Set(references.map(({ column }) => column))]
		.filter((column) => !source.fields.some(({ kind }) => kind === column))
		.map((column) => {
			const message = `${describeUses(column, references)} shows the contact's ${FIELD_KINDS[column][0]}, but '${fieldLabel(column)}' is empty. ${describeFields(source)}`;
			return issueAboutList('missingField', message, `${adviseToChoose(column, source)}, or use fixed text instead.`);
		});
}

/** One of several names that no contact has. */
const findMissingParts = ({ source }: ReadList): Issue[] =>
	source.fields.flatMap(({ kind, missing }) =>
		missing.map((name) => {
			const message = `'${fieldLabel(kind)}' names "${shortenName(name)}", which no contact has`;
			return asWarning(issueAboutList('missingPart', message, 'Correct the name or remove it.'));
		}),
	);

const describeFields = (source: ContactSource) =>
	`The ${source.from === 'csvFile' ? 'file' : 'input'} has: ${joinNames(source.names())}`;

function adviseToChoose(kind: FieldKind, { from }: ContactSource): string {
	const isMainField = kind === 'phone' || kind === 'name';
	const take = from === 'csvFile' ? 'Type the name of the column' : 'Drag the field';
	const place = `'${fieldLabel(kind)}'${isMainField ? '' : " under 'More Fields' in 'Options'"}`;
	return `${take} with the ${FIELD_KINDS[kind][1]} into ${place}`;
}

export const NO_ROWS = issueAboutList('noRows', 'There are no contacts', 'Check the step that creates the list.');
export const NOBODY_LEFT = 'No one is left to send to';

const FIND_OR_LEAVE_OUT =
	"Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.";

/** What is wrong with the list as a whole, so that nothing is sent. */
function findStop(list: ReadList): Issue | undefined {
	const { source, findings, recipients, options } = list;
	const { rows, ready, invalid } = recipients;
	if (rows === 0) return NO_ROWS;
	const numbers = rows - findings.count('noNumber');
	const landlines = findings.count('landline');
	const isTooMany = (count: number, most: number) =>
		options.checkContacts === 'stop' && count >= FEWEST_TO_STOP && count > numbers * most;
	const from = `"${source.fields.find(({ kind }) => kind === 'phone')?.found.join(', ')}"`;
	const [place, put] = source.from === 'csvFile' ? ['column', 'type its name'] : ['field', 'drag it'];
	const choose = `If another ${place} holds the phone numbers, ${put} into '${fieldLabel('phone')}'. ${describeFields(source)}.`;
	const stop = (code: string, count: number, message: string): Issue => ({
		...issueAboutList(code, message, adviseCountry(list)),
		count,
		lastAdvice: count > 0 ? `${choose} ${FIND_OR_LEAVE_OUT}` : choose,
	});
	if (isTooMany(landlines, MOST_LANDLINES)) {
		const { country } = options;
		const where = country === '' || country === CODE_INCLUDED ? '' : ` in ${countryLabel(country)}`;
		const message = `${grouped(landlines)} of ${grouped(numbers)} numbers in ${from} are landlines${where}, which get no RCS message`;
		return stop('manyLandlines', landlines, message);
	}
	if (ready === 0) {
		const message = `${NOBODY_LEFT}: ${describeNobodyLeft(list, from)}`;
		const isOnlyOptOuts = invalid + findings.count('noNumber', 'landline') === 0;
		return isOnlyOptOuts ? issueAboutList('nobodyLeft', message, 'Check that list.') : stop('nobodyLeft', 0, message);
	}
	if (isTooMany(invalid, MOST_INVALID)) {
		const areNumbers = invalid === findings.count(...noPhoneReasons) - findings.count('noNumber');
		const what = areNumbers
			? `phone numbers in ${from} look wrong`
			: `contacts have a phone number in ${from}, or another value, that cannot be used`;
		return stop('manyInvalid', invalid, `${grouped(invalid)} of ${grouped(numbers)} ${what}`);
	}
	return undefined;
}

/** If most of those who get nothing have a number without +, or one that may be read in the wrong country. */
function adviseCountry({ findings, recipients, options }: ReadList): string | undefined {
	const ofChosen = options.country === '' ? 0 : findings.count('impossible', 'ambiguous', 'landline');
	const isLikely = (findings.count('noCountry') + ofChosen) * 2 > recipients.invalid + findings.count('landline');
	return isLikely ? "Check 'Country'." : undefined;
}

function describeNobodyLeft({ findings, recipients: { invalid, doNotContact } }: ReadList, from: string): string {
	const describe = (count: number | null, one: string, many: string, what: string) =>
		count ? [`${grouped(count)} ${count === 1 ? one : many} ${what}`] : [];
	return joinWords([
		...describe(invalid, 'has', 'have', `a phone number in ${from}, or another value, that cannot be used`),
		...describe(findings.count('landline'), 'has', 'have', `a landline, toll-free or premium number in ${from}`),
		...describe(findings.count('noNumber'), 'has', 'have', `no phone number in ${from}`),
		...describe(doNotContact, 'is', 'are', `listed in '${DO_NOT_CONTACT}'`),
	]);
}

/** If all lack it, that stops a launch like any other share. */
function findEmptyValues({ source, findings, recipients, options }: ReadList, column: ContactColumn): Issue[] {
	const { example, count } = findings.get('emptyValue', column);
	const uses = options.references ? `, but ${describeUses(column, options.references)} shows it` : '';
	const what = `'${FIELD_KINDS[column][0]}' is ${example.trim() === '' ? 'empty' : `"${shortenName(example)}"`}${uses}`;
	const text = { what, advice: 'Fill it in, or use fixed text instead.' };
	const issues = toIssues(source, findings, text, 'emptyValue', column);
	const areAll = count >= FEWEST_TO_STOP && count >= recipients.ready;
	return areAll && options.checkContacts === 'stop' ? issues : issues.map(asWarning);
}

function issuesOf({ source, findings }: ReadList, kind: WhyNotSent, field?: FieldKind): Issue[] {
	const shown = field ? FIELD_KINDS[field][0] : maskPhone(findings.get(kind).example);
	return toIssues(source, findings, getReasonText(kind, shown), kind, field);
}

/** One issue, however many contacts it applies to; none if there are none. */
function toIssues(
	{ from }: ContactSource,
	findings: Findings,
	{ what, advice }: ReturnType<typeof getReasonText>,
	code: FindingKind,
	field?: FieldKind,
): Issue[] {
	const { count, lines } = findings.get(code, field);
	if (count === 0) return [];
	const [one, many] = from === 'csvFile' ? ['Line', 'lines'] : ['Item', 'items'];
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	const others = count > 1 ? `. This applies to ${grouped(count)} contacts: ${many} ${lines.join(', ')}${more}` : '';
	return [{ code, message: `${one} ${lines[0]}: ${what}${others}`, advice, count, lines }];
}

/** Where the template shows the column. */
function describeUses(column: ContactColumn, references: readonly ContactReference[]): string {
	const [one, ...more] = references.filter((reference) => reference.column === column);
	return `${one?.where}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

/** Which fields were used, so that users see it without having to look. */
export const describeFieldsUsed = (fieldsUsed: FieldNames): string =>
	Object.entries(fieldsUsed)
		.map(([kind, name]) => `${FIELD_KINDS[kind as FieldKind][0]} from ${name}`)
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
