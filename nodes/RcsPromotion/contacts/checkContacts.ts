import { createHash } from 'crypto';
import { counted } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { ContactChecker } from './contactChecker';
import { getContactFile } from './contactFile';
import { Refusal } from '../../form/refusal';
import { asWarning, contactRefusal, groupByLevel, issueAboutList } from '../issues';
import { readContactsInFile, openFile, readRows } from './contactsInFile';
import { chosenPhoneFields, getItemsInput, mapsCountry, readContactsInItems, type ItemsInput } from './contactsInItems';
import { DO_NOT_CONTACT, readDoNotContact } from './doNotContact';
import { findIssues, NO_ROWS } from './contactIssues';
import { buildFile, buildUnchangedFile } from './outgoingFile';
import { fingerprintOfUnseenList } from './fingerprint';
import { getReasonText } from './reasons';
import type {
	CheckedContacts,
	ColumnNames,
	ContactCheckOptions,
	ContactFile,
	ReadingOptions,
	ContactOrigin,
	ContactSource,
	DoNotContact,
	RecipientCounts,
} from './types';

/** The input items, or a function that finds the file: only when it is needed, so that problems are reported in their order. */
export type ContactsInput = ItemsInput | (() => ContactFile);
const isFile = (input: ContactsInput) => typeof input === 'function';

/** Where the contacts are that the node's form points to. All input items make one list. */
export const getContactsInput = (item: ItemContext, from: ContactOrigin): ContactsInput =>
	from === 'inputItems' ? getItemsInput(item.context) : () => getContactFile(item);

/** Reads and checks the contacts. Sends nothing. */
export async function checkContacts(input: ContactsInput, options: ContactCheckOptions): Promise<CheckedContacts> {
	try {
		if (isFile(input) && options.sendFileUnchanged) return await checkUnchangedFile(input(), options);
		const { source, doNotContact } = await readContacts(input, options);
		return await checkSource(source, options, doNotContact);
	} catch (error) {
		// Contacts that cannot be read are an issue like any other.
		if (!(error instanceof Refusal && error.issue)) throw error as Error;
		return { ...UNKNOWN_CONTACTS, issues: [error.issue] };
	}
}

/** The contacts, and whom to leave out. */
export async function readContacts(input: ContactsInput, options: ReadingOptions) {
	const { country, fileColumns } = options;
	const format = isFile(input)
		? { country, chosenFields: fileColumns.phone === undefined ? [] : [[fileColumns.phone]] }
		: { country, hasOwnCountries: mapsCountry(input), chosenFields: chosenPhoneFields(input) };
	const doNotContact =
		options.doNotContact === undefined ? undefined : await readDoNotContact(options.doNotContact, format);
	const source = isFile(input)
		? await readContactsInFile(input(), options)
		: await readContactsInItems(input, options.country);
	return { source, doNotContact };
}

/** Decides on each contact, and prepares the file to send. */
async function checkSource(
	source: ContactSource,
	options: ContactCheckOptions,
	doNotContact: DoNotContact | undefined,
): Promise<CheckedContacts> {
	const checker = new ContactChecker(source, options, doNotContact);
	for await (const portion of source.contacts()) checker.checkPortion(portion);
	const { file } = source;
	const issues = findIssues(checker, options);
	return {
		columnsUsed: source.columnsUsed,
		recipients: checker.counts,
		issues,
		encoding: file?.encoding ?? null,
		delimiter: file?.delimiter ?? null,
		changes: describeChanges(checker),
		firstRecipients: checker.firstRecipients,
		fingerprint: checker.fingerprint.entries(),
		file: options.makesFile && groupByLevel(issues).refusals.length === 0 ? buildFile(checker) : undefined,
	};
}

/** A file whose bytes go out as they are: only its rows are counted. */
async function checkUnchangedFile(file: ContactFile, options: ContactCheckOptions): Promise<CheckedContacts> {
	throwIfOptionNeedsReading(options);
	const { csvFile } = await openFile(file, options);
	let rows = 0;
	for await (const portion of readRows(csvFile)) {
		rows += portion.length;
		const wrong = portion.find(({ values }) => values.length !== csvFile.headers.length);
		if (!wrong) continue;
		const { what, advice } = getReasonText('columnCount');
		throw contactRefusal('columnCount', `Line ${wrong.line}: ${what}`, advice, wrong.line);
	}
	const { hash, byteLength } = await measureFile(file);
	return {
		...UNKNOWN_CONTACTS,
		recipients: { ...UNKNOWN_CONTACTS.recipients, rows, ready: rows },
		encoding: csvFile.encoding,
		delimiter: csvFile.delimiter,
		issues: rows === 0 ? [NO_ROWS, UNCHANGED_FILE_WARNING] : [UNCHANGED_FILE_WARNING],
		fingerprint: fingerprintOfUnseenList(hash),
		file: rows === 0 ? undefined : buildUnchangedFile(csvFile, byteLength),
	};
}

async function measureFile(file: ContactFile): Promise<{ hash: string; byteLength: number }> {
	const hash = createHash('sha256');
	let byteLength = 0;
	for await (const chunk of await file.open()) {
		hash.update(chunk);
		byteLength += chunk.length;
	}
	return { hash: hash.digest('hex'), byteLength };
}

const UNCHANGED_FILE_WARNING = asWarning(
	issueAboutList(
		'notChecked',
		"The file is sent unchanged ('Send File Unchanged'), so phone numbers, duplicates and opt-outs were not checked",
		"To have them checked, remove the option 'Send File Unchanged'.",
	),
);

/** The phone field and 'Do Not Contact' decide who gets the message, so users see them without having to look. */
export function buildRecipientHints(
	columnsUsed: ColumnNames | null,
	counts: Pick<RecipientCounts, 'doNotContact' | 'doNotContactNumbers'> | null,
): string[] {
	const texts = columnsUsed?.phone === undefined ? [] : [`Phone field: ${columnsUsed.phone}`];
	// Null: not added. 0: there is a warning instead.
	if (counts?.doNotContactNumbers) {
		const { doNotContact, doNotContactNumbers: numbers } = counts;
		const because = numbers === 1 ? 'it' : 'them';
		texts.push(
			`${DO_NOT_CONTACT}: ${counted(numbers, 'phone number')}, ${counted(doNotContact, 'contact')} left out because of ${because}`,
		);
	}
	return texts;
}

const UNKNOWN_CONTACTS: CheckedContacts = {
	columnsUsed: {},
	recipients: {
		rows: null,
		ready: null,
		sent: 0,
		duplicatesRemoved: 0,
		invalid: null,
		landlines: null,
		leftOut: 0,
		doNotContact: 0,
		doNotContactNumbers: null,
	},
	issues: [],
	encoding: null,
	delimiter: null,
	changes: [],
	firstRecipients: [],
	fingerprint: [],
};

/** A file that is sent unchanged includes everyone, so an option that would leave people out is refused, not ignored. */
function throwIfOptionNeedsReading(options: ContactCheckOptions): void {
	const fields = [
		{ label: DO_NOT_CONTACT, isUsed: options.doNotContact !== undefined },
		{ label: 'Check Contacts', isUsed: options.checkMode !== 'warn' },
		{ label: 'Country', isUsed: options.country !== '' },
		{ label: 'File Columns', isUsed: Object.keys(options.fileColumns).length > 0 },
	];
	const forbidden = fields.find(({ isUsed }) => isUsed);
	if (!forbidden) return;
	throw contactRefusal(
		'cannotLeaveOut',
		`'${forbidden.label}' cannot be used together with 'Send File Unchanged'`,
		'Remove one of the two options.',
	);
}

/** How the file that is sent differs from the input, apart from contacts left out. */
function describeChanges({ source: { file, columnsUsed }, phonesChanged }: ContactChecker): string[] {
	const phones = phonesChanged > 0 ? [`${counted(phonesChanged, 'phone number')} in international form`] : [];
	if (!file) return phones;
	const used = Object.entries(columnsUsed);
	const others = file.headers.length - used.length;
	return [
		...(file.encoding === 'UTF-8' ? [] : [`encoding ${file.encoding} → UTF-8`]),
		...(file.delimiter === 'comma' ? [] : [`delimiter ${file.delimiter} → comma`]),
		...used.filter(([column, label]) => label !== column).map(([column, label]) => `column "${label}" → ${column}`),
		...(others > 0 ? [`${counted(others, 'unused column')} left out`] : []),
		...phones,
	];
}
