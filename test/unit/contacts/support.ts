import { checkContacts } from '../../../nodes/RcsPromotion/contacts/checkContacts';
import { groupByLevel } from '../../../nodes/RcsPromotion/issues';
import type {
	CheckedContacts,
	ContactCheckOptions,
	ContactFile,
	OutgoingFile,
} from '../../../nodes/RcsPromotion/contacts/types';

/** What the form gives when nobody touched its options. */
export const usual: ContactCheckOptions = {
	checkMode: 'warn',
	country: '',
	encoding: 'detect',
	delimiter: 'detect',
	fileColumns: {},
	sendFileUnchanged: false,
	references: [],
	makesFile: true,
};

export interface TestFile extends ContactFile {
	opened: number;
	/** How many readings were given up or finished. */
	closed: number;
}

export function fileOf(content: string | Uint8Array, chunkSize = 65_536): TestFile {
	const bytes: Uint8Array = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	const file: TestFile = {
		fileName: 'my contacts.csv',
		opened: 0,
		closed: 0,
		open: async () => {
			file.opened++;
			return (async function* () {
				try {
					for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.slice(at, at + chunkSize);
				} finally {
					file.closed++;
				}
			})();
		},
	};
	return file;
}

/** What is said of a list, and what would go out. */
export interface Checked {
	result: CheckedContacts & ReturnType<typeof groupByLevel>;
	file: OutgoingFile | undefined;
}
export const inTwo = (result: CheckedContacts): Checked => ({
	result: { ...result, ...groupByLevel(result.issues) },
	file: result.file,
});

export async function checkRows(rows: object[], options: Partial<ContactCheckOptions> = {}): Promise<Checked> {
	const items = rows.map((json) => ({ json: json as never }));
	const input = { items, executeOnce: false, evaluate: () => undefined };
	return inTwo(await checkContacts(input, { ...usual, ...options }));
}

export async function check(
	content: string | Uint8Array,
	options: Partial<ContactCheckOptions> = {},
	chunkSize?: number,
): Promise<Checked> {
	return await checkFile(fileOf(content, chunkSize), options);
}

export async function checkFile(file: ContactFile, options: Partial<ContactCheckOptions> = {}): Promise<Checked> {
	return inTwo(await checkContacts(() => file, { ...usual, ...options }));
}

export async function bytesOf(file: OutgoingFile | undefined): Promise<Buffer> {
	if (!file) throw new Error('There is no file to send');
	const chunks: Uint8Array[] = [];
	for await (const chunk of file.chunks()) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	expect(file.byteLength).toBe(bytes.length);
	return bytes;
}

export const textOf = async (file: OutgoingFile | undefined): Promise<string> => (await bytesOf(file)).toString('utf8');

export const codes = (findings: Array<{ code?: string }>) => findings.map(({ code }) => code);

/** The one refusal as people read it. */
export function refusalOf({ result, file }: Checked): string {
	expect(file).toBeUndefined();
	expect(result.refusals).toHaveLength(1);
	const [{ message, advice } = { message: '' }] = result.refusals;
	return `${message} → ${advice ?? ''}`;
}
