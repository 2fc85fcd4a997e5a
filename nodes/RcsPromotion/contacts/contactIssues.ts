import { counted, grouped } from '../../service/values';
import { asInfo, asWarning, issueAboutList, joinNames, joinWords, shortenName, type Issue } from '../issues';
import {
	FIELD_KINDS,
	fieldLabel,
	isMainField,
	type CheckOptions,
	type ContactReference,
	type FieldKind,
	type FieldNames,
	type RecipientCounts,
} from './contact';
import type { ContactSource } from './contactSource';
import { CODE_INCLUDED, countryLabel } from './countries';
import { DO_NOT_CONTACT } from './doNotContact';
import {
	getReasonText,
	invalidReasons,
	notReachableReasons,
	structuralReasons,
	type Finding,
	type Findings,
	type Reason,
} from './findings';

/** A share of fewer contacts than this may be chance. */
const FEWEST_TO_STOP = 3;
/** A larger share of invalid numbers is more likely the wrong field, or a list that was damaged. */
const MOST_INVALID = 0.05;
/** A larger share of landlines is more likely the wrong country, or the wrong field. */
const MOST_LANDLINES = 0.5;
/** How many lines an issue names. */
const SHOWN_LINES = 10;

interface ReadList {
	source: ContactSource;
	findings: Findings;
	recipients: RecipientCounts & Record<'rows' | 'ready' | 'invalid', number>;
	options: CheckOptions;
}

/** What the findings mean. */
export function findIssues(list: ReadList): Issue[] {
	const missing = [...findMissingFields(list), ...findFieldsNotChosen(list)];
	if (missing.length > 0) return missing;
	const issuesOf = (reasons: readonly Reason[]) => list.findings.of(reasons).map((finding) => toIssue(list, finding));
	const structural = issuesOf(structuralReasons);
	const stop = structural.length > 0 ? undefined : findStop(list);
	const ofContacts = issuesOf([...invalidReasons, ...notReachableReasons]);
	return [
		...structural,
		// If the numbers stop the launch, the message also says what is wrong with each kind.
		...(stop ? [stop, ...ofContacts] : []),
		...issuesOf(['emptyValue']).map((issue) => (doAllLackIt(list, issue) ? issue : asWarning(issue))),
		...findMissingParts(list),
		...(stop ? [] : ofContacts.map(addLeftOut)),
		...issuesOf(['duplicate']).map(asInfo),
	];
}

/** One issue, however many contacts it applies to. */
function toIssue(list: ReadList, { reason, field, lines, example }: Finding): Issue {
	const shownOfField = (kind: FieldKind) =>
		reason === 'emptyValue' ? describeGap(list, kind, example) : FIELD_KINDS[kind].one;
	const { what, advice } = getReasonText(reason, field ? shownOfField(field) : maskPhone(example));
	const [one, many] = list.source.from === 'csvFile' ? ['Line', 'lines'] : ['Item', 'items'];
	const count = lines.length;
	const shown = lines.slice(0, SHOWN_LINES);
	const more = count > SHOWN_LINES ? `, and ${grouped(count - SHOWN_LINES)} more` : '';
	const others = count > 1 ? `. This applies to ${grouped(count)} contacts: ${many} ${shown.join(', ')}${more}` : '';
	return { code: reason, message: `${one} ${lines[0]}: ${what}${others}`, advice, count, lines: shown };
}

/** Enough to recognize what is wrong, too short to identify anyone. */
function maskPhone(phone: string): string {
	const text = phone.trim();
	return text.length <= 4 ? text : `${text.slice(0, 4)}…`;
}

function describeGap({ options: { references } }: ReadList, kind: FieldKind, value: string): string {
	const uses = references ? `, but ${describeUses(kind, references)} shows it` : '';
	return `'${FIELD_KINDS[kind].one}' is ${value.trim() === '' ? 'empty' : `"${shortenName(value)}"`}${uses}`;
}

/** If all lack it, that stops a launch like any other share. */
const doAllLackIt = ({ recipients, options }: ReadList, { count = 0 }: Issue) =>
	options.checkContacts === 'stop' && count >= FEWEST_TO_STOP && count >= recipients.ready;

const addLeftOut = (issue: Issue): Issue =>
	asInfo({ ...issue, advice: issue.code === 'noNumber' ? 'Left out.' : `Left out. ${issue.advice}` });

/** A file that an item carries is no field of it. */
const CHOOSE_FILE = " If the contacts are in a CSV file, set 'Recipients' to 'CSV File'.";
const NAMES_COME_FIRST = ' If the file has a title or sep=; above the names of its columns, delete that line.';

function findMissingFields({ source }: ReadList): Issue[] {
	const [nobodyHas, orElse] =
		source.from === 'csvFile' ? ['The file has no column', NAMES_COME_FIRST] : ['No contact has a field', CHOOSE_FILE];
	return source.fields
		.filter(({ found }) => found.length === 0)
		.map(({ kind, missing }) => {
			const names = missing.map((name) => `"${shortenName(name)}"`).join(' or ');
			const what = names === '' ? `'${fieldLabel(kind)}' is empty` : `${nobodyHas} ${names}`;
			const advice = `${adviseToChoose(kind, source)}.${kind === 'phone' ? orElse : ''}`;
			return issueAboutList('missingField', `${what}. ${describeFields(source)}`, advice);
		});
}

function findFieldsNotChosen({ source, options: { references = [] } }: ReadList): Issue[] {
	return [...new Set(references.map(({ column }) => column))]
		.filter((column) => !source.fields.some(({ kind }) => kind === column))
		.map((column) => {
			const message = `${describeUses(column, references)} shows the contact's ${FIELD_KINDS[column].one}, but '${fieldLabel(column)}' is empty. ${describeFields(source)}`;
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
	const take = from === 'csvFile' ? 'Type the name of the column' : 'Drag the field';
	const place = `'${fieldLabel(kind)}'${isMainField(kind) ? '' : " under 'More Fields' in 'Options'"}`;
	return `${take} with the ${FIELD_KINDS[kind].many} into ${place}`;
}

function describeUses(kind: FieldKind, references: readonly ContactReference[]): string {
	const [one, ...more] = references.filter(({ column }) => column === kind);
	return `${one?.where}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
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
	const numbers = rows - findings.count(['noNumber']);
	const landlines = findings.count(['landline']);
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
		const isOnlyOptOuts = invalid + findings.count(notReachableReasons) === 0;
		return isOnlyOptOuts ? issueAboutList('nobodyLeft', message, 'Check that list.') : stop('nobodyLeft', 0, message);
	}
	if (isTooMany(invalid, MOST_INVALID)) {
		const what =
			findings.count(['notText', 'inexact']) === 0
				? `phone numbers in ${from} look wrong`
				: `contacts have a phone number in ${from}, or another value, that cannot be used`;
		return stop('manyInvalid', invalid, `${grouped(invalid)} of ${grouped(numbers)} ${what}`);
	}
	return undefined;
}

/** If most of those who get nothing have a number without +, or one that may be read in the wrong country. */
function adviseCountry({ findings, recipients, options }: ReadList): string | undefined {
	const ofChosen = options.country === '' ? 0 : findings.count(['impossible', 'ambiguous', 'landline']);
	const isLikely = (findings.count(['noCountry']) + ofChosen) * 2 > recipients.invalid + findings.count(['landline']);
	return isLikely ? "Check 'Country'." : undefined;
}

function describeNobodyLeft({ findings, recipients: { invalid, doNotContact } }: ReadList, from: string): string {
	const describe = (count: number | null, one: string, many: string, what: string) =>
		count ? [`${grouped(count)} ${count === 1 ? one : many} ${what}`] : [];
	return joinWords([
		...describe(invalid, 'has', 'have', `a phone number in ${from}, or another value, that cannot be used`),
		...describe(findings.count(['landline']), 'has', 'have', `a landline, toll-free or premium number in ${from}`),
		...describe(findings.count(['noNumber']), 'has', 'have', `no phone number in ${from}`),
		...describe(doNotContact, 'is', 'are', `listed in '${DO_NOT_CONTACT}'`),
	]);
}

/** Which fields were used, so that users see it without having to look. */
export const describeFieldsUsed = (fieldsUsed: FieldNames): string =>
	Object.entries(fieldsUsed)
		.map(([kind, name]) => `${FIELD_KINDS[kind as FieldKind].one} from ${name}`)
		.join(', ');

/** What 'Do Not Contact' did. Where a person is looking, a list that left out nobody is worth a question. */
export function describeOptOuts(found: { entries: number; leftOut: number } | null, isLookedAt: boolean): Issue[] {
	if (!found) return [];
	const { entries, leftOut } = found;
	const has = `'${DO_NOT_CONTACT}' has ${grouped(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
	if (entries === 0) {
		const message = `'${DO_NOT_CONTACT}' is an empty list, so no one was left out`;
		return [asWarning(issueAboutList('noOptOuts', message, 'If anyone has opted out, check the node it comes from.'))];
	}
	if (leftOut > 0) return [asInfo(issueAboutList('optOuts', `${has}; ${counted(leftOut, 'contact')} left out`))];
	const nobody = issueAboutList('optOuts', `${has}, and none of them is one of these contacts`);
	return [isLookedAt ? asWarning({ ...nobody, advice: 'Does the list hold the phone numbers?' }) : asInfo(nobody)];
}
