import { createHash } from 'crypto';
import { counted } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { addLine, ContactChecker, createOccurrences } from './contactChecker';
import { getContactFile } from './contactFile';
import { issueAboutList, UnusableContacts, type Hint } from '../issues';
import { readContactsInFile, openFile, readRows } from './contactsInFile';
import { getItemsInput, hasOwnCountries, readContactsInItems } from './contactsInItems';
import { countExclusions, EXCLUSIONS, type ExclusionCounts } from './exclusions';
import { findIssues, NO_ROWS, issueAboutColumnCount } from './listIssues';
import { buildFile, buildUnchangedFile } from './outgoingFile';
import { readExclusions } from './readExclusions';
import { fingerprintOfUnseenList } from './fingerprint';
import type {
	CheckedContacts,
	ColumnNames,
	ContactCheckOptions,
	ContactFile,
	ContactOptions,
	ContactOrigin,
	ContactSource,
	Exclusion,
} from './types';

/** Reads and checks the contacts that the node's form points to. All input items make one list. Sends nothing. */
export async function checkContacts(
	item: ItemContext,
	from: ContactOrigin,
	options: ContactCheckOptions,
): Promise<CheckedContacts> {
	return await catchUnusable(async () => {
		if (from === 'csvFile' && options.sendFileUnchanged) return await checkUnchangedFile(getContactFile(item), options);
		const { source, exclusions } = await readContacts(item, from, options);
		return await checkSource(source, options, exclusions);
	});
}

/** Contacts that cannot be read are a refusal like any other. */
export async function catchUnusable(check: () => Promise<CheckedContacts>): Promise<CheckedContacts> {
	try {
		return await check();
	} catch (error) {
		if (!(error instanceof UnusableContacts)) throw error as Error;
		return { ...NOTHING_READ, refusals: [error.issue] };
	}
}

/** The contacts that the node's form points to, and the options that leave people out. From here on, everything takes plain data. */
export async function readContacts(item: ItemContext, from: ContactOrigin, options: ContactOptions) {
	const input = from === 'inputItems' ? getItemsInput(item.context) : undefined;
	const hasCountries = input !== undefined && hasOwnCountries(input);
	const exclusions = await readExclusions(options, { country: options.country, hasOwnCountries: hasCountries });
	const source = input
		? await readContactsInItems(input, options.country)
		: await readContactsInFile(getContactFile(item), options);
	return { source, exclusions };
}

/** Decides on each contact, and prepares the file to send. */
export async function checkSource(
	source: ContactSource,
	options: ContactCheckOptions,
	exclusions: readonly Exclusion[],
): Promise<CheckedContacts> {
	const checker = new ContactChecker(source, options, exclusions);
	for await (const portion of source.contacts()) checker.checkPortion(portion);
	const { file } = source;
	const issues = findIssues(checker, options);
	return {
		columnsUsed: source.columnsUsed,
		recipients: checker.counts,
		...issues,
		encoding: file?.encoding ?? null,
		delimiter: file?.delimiter ?? null,
		changes: describeChanges(checker),
		firstRecipients: checker.firstRecipients,
		fingerprint: checker.fingerprint.hashes(),
		...(checker.countries && { countries: checker.countries.all }),
		file: issues.refusals.length > 0 || options.isCheckOnly ? undefined : buildFile(checker),
	};
}

/** A file whose bytes go out as they are: only its rows are counted. */
export async function checkUnchangedFile(file: ContactFile, options: ContactCheckOptions): Promise<CheckedContacts> {
	refuseCheckOptions(options);
	const source = await openFile(file, options);
	let rows = 0;
	const wrongColumnCount = createOccurrences();
	for await (const portion of readRows(source)) {
		rows += portion.length;
		for (const { values, line } of portion) {
			if (values.length !== source.labels.length) addLine(wrongColumnCount, line);
		}
	}
	const { hash, byteLength } = await measureFile(file);
	const refusals = [...(rows === 0 ? [NO_ROWS] : []), ...issueAboutColumnCount(wrongColumnCount)];
	return {
		...NOTHING_READ,
		recipients: { ...NOTHING_READ.recipients, rows, ready: rows },
		encoding: source.encoding,
		delimiter: source.delimiter,
		refusals,
		warnings: [NOT_CHECKED],
		fingerprint: fingerprintOfUnseenList(hash),
		file: refusals.length > 0 ? undefined : buildUnchangedFile(source, byteLength),
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

const NOT_CHECKED = issueAboutList(
	'notChecked',
	"The file is sent unchanged ('Send File Unchanged'), so phone numbers, duplicates and opt-outs were not checked",
	"To have them checked, remove the option 'Send File Unchanged'.",
);

/** The phone field and the options that leave people out decide who gets the message, so users see them without having to look. */
export function buildRecipientHints(columnsUsed: ColumnNames | null, recipients: ExclusionCounts | null): Hint[] {
	const phone = columnsUsed?.phone === undefined ? [] : [`Phone field: ${columnsUsed.phone}`];
	const exclusions = EXCLUSIONS.flatMap(({ name, label, entryNoun, entryCountField }) => {
		const entries = recipients?.[entryCountField];
		// For an empty list there is a warning instead.
		if (!recipients || !entries) return [];
		const leftOut = `${counted(recipients[name], 'contact')} left out because of ${entries === 1 ? 'it' : 'them'}`;
		return [`${label}: ${counted(entries, entryNoun)}, ${leftOut}`];
	});
	return [...phone, ...exclusions].map((text) => ({ text, type: 'info' }));
}

const NOTHING_READ: CheckedContacts = {
	columnsUsed: {},
	recipients: {
		rows: null,
		ready: null,
		sent: 0,
		duplicatesRemoved: 0,
		invalid: null,
		landlines: null,
		leftOut: 0,
		...countExclusions([], () => 0),
	},
	refusals: [],
	warnings: [],
	notes: [],
	encoding: null,
	delimiter: null,
	changes: [],
	firstRecipients: [],
	fingerprint: [],
};

/** A file that is sent unchanged includes everyone, so an option that would leave people out is refused, not ignored. */
function refuseCheckOptions(options: ContactCheckOptions): void {
	const [forbidden] = [
		EXCLUSIONS.filter(({ name }) => options[name] !== undefined).map(({ label }) => `'${label}'`),
		options.checkContacts === 'warn' ? [] : ["'Check Contacts'"],
		options.country === '' ? [] : ["'Country'"],
		Object.keys(options.fileColumns).length > 0 ? ["'File Columns'"] : [],
	].flat();
	if (forbidden === undefined) return;
	throw new UnusableContacts(
		'cannotLeaveOut',
		`${forbidden} cannot be used together with 'Send File Unchanged'`,
		'Remove one of the two options.',
	);
}

/** How the file that is sent differs from the input, apart from contacts left out. */
function describeChanges({ source: { file, columnsUsed }, phonesChanged }: ContactChecker): string[] {
	const phones = phonesChanged > 0 ? [`${counted(phonesChanged, 'phone number')} in international form`] : [];
	if (!file) return phones;
	const used = Object.entries(columnsUsed);
	const others = file.labels.length - used.length;
	return [
		...(file.encoding === 'UTF-8' ? [] : [`encoding ${file.encoding} → UTF-8`]),
		...(file.delimiter === 'comma' ? [] : [`delimiter ${file.delimiter} → comma`]),
		...used.filter(([column, label]) => label !== column).map(([column, label]) => `column "${label}" → ${column}`),
		...(others > 0 ? [`${counted(others, 'unused column')} left out`] : []),
		...phones,
	];
}
