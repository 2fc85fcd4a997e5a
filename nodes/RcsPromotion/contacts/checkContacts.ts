import { counted } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { contactFile } from './contactFile';
import { ContactRefusal } from './contactFinding';
import { fileRows } from './csvRows';
import { itemRows } from './itemRows';
import { csvRow, fileAsItIs, fileFromTexts, fileWrittenAnew } from './outgoingFile';
import { Review } from './review';
import type {
	CheckedContacts,
	CheckResult,
	ColumnNames,
	ContactCheckOptions,
	ContactPlace,
	ContactSource,
	OutgoingFile,
	PreviewContact,
} from './types';
import { verdictOn } from './verdict';

/** Reads and checks the contacts that the node's form points to. All input items make one list. Sends nothing. */
export async function checkedContacts(
	item: ItemContext,
	place: ContactPlace,
	options: ContactCheckOptions,
): Promise<CheckedContacts> {
	return await checked(options, async () => {
		if (place === 'inputItems') return await itemRows(item.context, options.country);
		refuseToLeaveOut(options);
		return await fileRows(contactFile(item), options);
	});
}

/** Reads the rows, reviews them, and prepares the file to send. */
export async function checked(
	options: ContactCheckOptions,
	read: () => Promise<ContactSource>,
): Promise<CheckedContacts> {
	try {
		const source = await read();
		const review = await Review.of(source, options);
		return conclusion(source, review, options);
	} catch (error) {
		if (!(error instanceof ContactRefusal)) throw error as Error;
		return checkedList({ ...NOTHING_READ, refusals: [error.finding] });
	}
}

/** The phone field decides who gets the message, so users see it without having to look for it. */
export function tellPhoneField(item: ItemContext, columnsUsed: ColumnNames | null): void {
	if (columnsUsed?.phone !== undefined) item.hintOnce(`Phone field: ${columnsUsed.phone}`, { type: 'info' });
}

const NOTHING_READ: CheckResult = {
	recipients: { rows: null, ready: null, duplicatesRemoved: 0, invalid: 0, leftOut: 0, suppressed: 0 },
	preview: [],
	columnsUsed: {},
	encoding: null,
	delimiter: null,
	refusals: [],
	warnings: [],
	sample: [],
	changes: [],
};

/** A file that is sent as is includes everyone, and the service then reads its own column `phone`. */
export function refuseToLeaveOut(options: ContactCheckOptions): void {
	if (options.normalizeFile) return;
	const [cannot] = [
		options.checkContacts === 'leaveOut' ? ["'Check Contacts' set to 'Leave Out Invalid'"] : [],
		options.doNotContact ? ["'Do Not Contact'"] : [],
		options.country === '' ? [] : ["'Country'"],
		Object.keys(options.fileColumns).length > 0 ? ["'File Columns'"] : [],
	].flat();
	if (cannot === undefined) return;
	throw new ContactRefusal(
		'cannotLeaveOut',
		`${cannot} cannot be used while 'Normalize File' is off, because the file is then sent as is`,
		"Turn on 'Normalize File', or remove the option.",
	);
}

function conclusion(source: ContactSource, review: Review, options: ContactCheckOptions): CheckedContacts {
	const { file, columns } = source;
	const verdict = verdictOn(source, review, options);
	const staysWhole = review.counts.ready === review.counts.rows && review.phonesChanged === 0;
	const isInForm = file?.departures.length === 0 && file.emptyRows === 0;
	const goesAsItIs = file !== undefined && (file.goesAsItIs || (staysWhole && isInForm));
	const result: CheckResult = {
		recipients: review.counts,
		preview: review.preview,
		columnsUsed: Object.fromEntries(columns.map(({ name, label }) => [name, label])),
		encoding: file?.encoding ?? null,
		delimiter: file?.delimiter ?? null,
		...verdict,
		sample: review.sample.texts(),
		changes: goesAsItIs ? [] : changesOf(source, review),
	};
	if (verdict.refusals.length > 0) return checkedList(result);
	return checkedList(result, goesAsItIs ? fileAsItIs(file) : fileWrittenAnew(source, review));
}

const checkedList = (result: CheckResult, file?: OutgoingFile): CheckedContacts => ({
	result,
	file,
	forPhones(phones) {
		const { preview: first } = result;
		const preview = phones.map((phone, index) => ({ ...first[index % first.length], phone }));
		const columns = Object.keys(preview[0] ?? {}) as Array<keyof PreviewContact>;
		const rows = preview.map((contact) => csvRow(columns.map((column) => contact[column] ?? '')));
		return { file: fileFromTexts('contacts.csv', [csvRow(columns), ...rows]), preview };
	},
});

/** How the file that is sent differs from the input, apart from contacts left out. */
function changesOf({ file, width, columns }: ContactSource, { phonesChanged }: Review): string[] {
	const others = file ? width - columns.length : 0;
	return [
		...(file?.departures ?? []),
		...(others > 0 ? [`${counted(others, 'unused column')} left out`] : []),
		...(phonesChanged > 0 ? [`${counted(phonesChanged, 'phone number')} in international form`] : []),
		...(file && file.emptyRows > 0 ? [`${counted(file.emptyRows, 'empty row')} removed`] : []),
	];
}
