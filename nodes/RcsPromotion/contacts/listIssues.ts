import { grouped } from '../../service/values';
import type { Admission, Occurrences } from './admission';
import { BY_HAND } from './advice';
import { issueOfList, joinNames, joinWords, shortenName, type ContactIssue } from '../issues';
import { countryLabel } from './countries';
import { EXCLUSIONS } from './exclusions';
import { columnLabel } from './fields';
import { phoneProblems, maskPhone, type PhoneProblem } from './phone';
import { getReason, type Reason } from './reasons';
import { contactColumns, type ContactCheckOptions, type ContactColumn, type ContactSource } from './types';

/** With 'warn', a larger share of odd numbers than this stops a launch. */
const MOST_ODD_PHONES = 0.05;
/** A larger share of landlines is more likely the wrong country, or the wrong field. */
const MOST_LANDLINES = 0.5;
/** In a shorter list, all contacts may lack a value by chance. */
const FEWEST_ALIKE = 3;
const CORRECT_OR_LEAVE_OUT =
	"See below what to correct; Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.";

interface ListIssues {
	refusals: ContactIssue[];
	warnings: ContactIssue[];
	notes: ContactIssue[];
}

/** What the look at the contacts comes to: reasons not to send, what a person should mend or is not known, and what happened. */
export function findIssues(source: ContactSource, admission: Admission, options: ContactCheckOptions): ListIssues {
	const structural = [
		...describeMissingColumns(source, options),
		...describeWidth(admission.getOccurrences('columnCount')),
		...describeUnusable('notText', source, admission),
		...describeUnusable('lineBreak', source, admission),
	];
	const phones = describePhones(source, admission);
	const stop = structural.length > 0 ? undefined : findStop(admission, options);
	const isStrict = options.checkContacts === 'strict';
	// A run that stops because of its numbers says what is wrong with each kind of them.
	const phonesRefuse = stop !== undefined || (isStrict && phones.length > 0);
	const empty = describeEmpty(source, admission, options);
	// A column without a single value is as good as missing.
	const refuses = ({ count }: ContactIssue) => isStrict || (count >= FEWEST_ALIKE && count === admission.counts.ready);
	return {
		refusals: [...structural, ...(stop ? [stop] : []), ...(phonesRefuse ? phones : []), ...empty.filter(refuses)],
		warnings: [...admission.exclusions.flatMap(({ issues }) => issues), ...empty.filter((issue) => !refuses(issue))],
		notes: [
			...describeConsent(source),
			...(phonesRefuse ? [] : phones.map(addLeftOut)),
			...issueOnce('duplicate', source, admission.getOccurrences('duplicate'), getReason('duplicate')),
			...describeNumbers('withoutNine', source, admission),
		],
	};
}

export const NOBODY_LEFT = 'No one is left to send to';

export const NO_ROWS = issueOfList('noRows', 'There are no contacts', 'Check the step that creates the list.');

/** What stops a launch because of the phone numbers as a whole. */
function findStop({ counts }: Admission, { checkContacts, country }: ContactCheckOptions): ContactIssue | undefined {
	const { rows, ready, invalid, landlines, leftOut: withoutMessage } = counts;
	if (rows === 0) return NO_ROWS;
	const missing = withoutMessage - invalid - landlines;
	const numbers = rows - missing;
	const maySend = checkContacts === 'leaveOut' && ready !== 0;
	if (!maySend && landlines > numbers * MOST_LANDLINES) {
		const are =
			landlines === 1
				? 'is a landline, toll-free or premium number, which gets'
				: 'are landlines, toll-free or premium numbers, which get';
		const message = `${grouped(landlines)} of ${grouped(numbers)} phone numbers ${are} no RCS messages`;
		const check = country === '' ? '' : `Check 'Country': it is set to ${countryLabel(country)}. `;
		return { ...issueOfList('manyLandlines', message, check + CORRECT_OR_LEAVE_OUT), count: landlines };
	}
	if (ready === 0) {
		const have = (count: number, what: string) =>
			count > 0 ? [`${grouped(count)} ${count === 1 ? 'has' : 'have'} ${what}`] : [];
		const excluding = EXCLUSIONS.filter(({ name }) => counts[name] > 0);
		const why = [
			...have(invalid, 'a phone number that cannot be used'),
			...have(landlines, 'a landline, toll-free or premium number'),
			...have(missing, 'no phone number'),
			...excluding.map(({ name, why }) => `${grouped(counts[name])} ${counts[name] === 1 ? 'is' : 'are'} ${why}`),
		];
		return issueOfList(
			'nobodyLeft',
			`${NOBODY_LEFT}: ${joinWords(why)}`,
			withoutMessage > 0 ? undefined : excluding.map(({ adviceIfNoneLeft }) => adviceIfNoneLeft).join(' '),
		);
	}
	if (checkContacts !== 'warn' || invalid <= numbers * MOST_ODD_PHONES) return undefined;
	const message = `${grouped(invalid)} of ${grouped(numbers)} phone numbers ${invalid === 1 ? 'looks' : 'look'} wrong`;
	return { ...issueOfList('manyOddPhones', message, CORRECT_OR_LEAVE_OUT), count: invalid };
}

/** One issue for each kind of number that gets nothing, and one for contacts without any, in the order of the list. */
const describePhones = (source: ContactSource, admission: Admission): ContactIssue[] =>
	[...phoneProblems, 'landline' as const]
		.flatMap((problem) => describeNumbers(problem, source, admission))
		.sort(({ lines: [one = 0] }, { lines: [other = 0] }) => one - other);

function describeNumbers(
	kind: PhoneProblem | 'landline' | 'withoutNine',
	source: ContactSource,
	admission: Admission,
): ContactIssue[] {
	const found = admission.getOccurrences(kind);
	return issueOnce(kind, source, found, getReason(kind, maskPhone(found.example)));
}

const addLeftOut = (issue: ContactIssue): ContactIssue => ({
	...issue,
	advice: issue.code === 'noNumber' ? 'Left out.' : `Left out. ${issue.advice}`,
});

/** The rows of a file with more or fewer values than its header. */
export const describeWidth = (found: Occurrences): ContactIssue[] =>
	issueOnce('columnCount', { from: 'csvFile' }, found, getReason('columnCount'));

const describeUnusable = (why: 'notText' | 'lineBreak', source: ContactSource, admission: Admission): ContactIssue[] =>
	contactColumns.flatMap((column) =>
		issueOnce(why, source, admission.getOccurrences(`${why} ${column}`), getReason(why, columnLabel(column))),
	);

const describeEmpty = (source: ContactSource, admission: Admission, options: ContactCheckOptions): ContactIssue[] =>
	admission.columns.flatMap((column) => {
		const found = admission.getOccurrences(`empty ${column}`);
		const value = found.example.trim();
		const isEmpty = value === '' ? 'is empty' : `is "${shortenName(value)}"`;
		const what = `'${columnLabel(column)}' ${isEmpty}, but ${describeUses(column, options)} shows it`;
		return issueOnce('emptyValue', source, found, { what, advice: 'Fill it in, or use fixed text instead.' });
	});

function describeConsent({ consent }: ContactSource): ContactIssue[] {
	if (consent.length === 0) return [];
	const message = `Fields that may say who agreed to get messages were not read: ${joinNames(consent)}`;
	const advice =
		"No one is left out because of them. To leave people out, add a Filter node before this one, or use 'Do Not Contact' in 'Options'.";
	return [issueOfList('consent', message, advice)];
}

function describeMissingColumns(source: ContactSource, options: ContactCheckOptions): ContactIssue[] {
	const used = new Set(options.references.map(({ column }) => column));
	return [...used]
		.filter((column) => source.columnsUsed[column] === undefined)
		.map((column) => {
			const label = columnLabel(column);
			const [why, add] = describeMissing(source, label);
			const message = `${describeUses(column, options)} uses the contact field '${label}', but ${why}`;
			return issueOfList('missingColumn', message, `${add}, or use fixed text instead.`);
		});
}

function describeMissing(
	{ fields, from, isMapped, columnsUsed }: ContactSource,
	label: string,
): [why: string, add: string] {
	if (isMapped) return [`'${label}' under 'Values to Send' is empty`, `Drag a field into '${label}' there`];
	const why = `there is none beside "${shortenName(columnsUsed.phone ?? 'phone')}"; the contacts have: ${joinNames(fields)}`;
	if (from === 'inputItems') return [why, `${BY_HAND} and drag fields into 'Phone' and '${label}'`];
	return [
		why,
		`Add the option 'File Columns' and enter the name of the right column under '${label}', add the column to the file`,
	];
}

/** One issue, however many contacts it applies to; none if there are none. */
function issueOnce(
	code: string,
	{ from }: Pick<ContactSource, 'from'>,
	{ count, lines }: Occurrences,
	{ what, advice }: Reason,
): ContactIssue[] {
	if (count === 0) return [];
	const [one, many] = from === 'csvFile' ? ['Line', 'lines'] : ['Item', 'items'];
	const more = count > lines.length ? `, and ${grouped(count - lines.length)} more` : '';
	const all = count > 1 ? `. This applies to ${grouped(count)} contacts: ${many} ${lines.join(', ')}${more}` : '';
	return [{ code, message: `${one} ${lines[0]}: ${what}${all}`, advice, count, lines }];
}

/** Where the template uses the column. */
function describeUses(column: ContactColumn, { references }: ContactCheckOptions): string {
	const [one, ...more] = references.filter((reference) => reference.column === column);
	return `${one?.where}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}
