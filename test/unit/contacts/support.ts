import { checkFile } from '../../../nodes/RcsPromotion/contacts/checkFile';
import { automaticContacts, checkItems } from '../../../nodes/RcsPromotion/contacts/checkItems';
import type {
	CheckedContacts,
	ContactCheckOptions,
	ContactFile,
	OutgoingFile,
} from '../../../nodes/RcsPromotion/contacts/types';

/** What the form gives when nobody touched its options. */
export const usual: ContactCheckOptions = {
	checkContacts: 'warn',
	removeDuplicates: true,
	delimiter: 'auto',
	normalizeFile: true,
	phoneFormat: 'asIs',
	country: '',
	references: [],
};

export interface TestSource extends ContactFile {
	opened: number;
	/** How many readings were given up or finished. */
	closed: number;
}

export function sourceOf(content: string | Uint8Array, chunkSize = 65_536): TestSource {
	const bytes: Uint8Array = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	const source: TestSource = {
		fileName: 'my contacts.csv',
		opened: 0,
		closed: 0,
		open: async () => {
			source.opened++;
			return (async function* () {
				try {
					for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.slice(at, at + chunkSize);
				} finally {
					source.closed++;
				}
			})();
		},
	};
	return source;
}

export const checkRows = (rows: object[], options: Partial<ContactCheckOptions> = {}) =>
	checkItems(
		automaticContacts(
			rows.map((json) => ({ json: json as never })),
			options.references ?? [],
		),
		{ ...usual, ...options },
	);

export async function check(
	content: string | Uint8Array,
	options: Partial<ContactCheckOptions> = {},
	chunkSize?: number,
): Promise<CheckedContacts> {
	return await checkFile(sourceOf(content, chunkSize), { ...usual, ...options });
}

export async function bytesOf(file: OutgoingFile | undefined): Promise<Buffer> {
	if (!file) throw new Error('There is no file to send');
	const chunks: Uint8Array[] = [];
	for await (const chunk of file.chunks()) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	expect(file.byteLength).toBe(bytes.length);
	return bytes;
}

export async function textOf(file: OutgoingFile | undefined): Promise<string> {
	return (await bytesOf(file)).toString('utf8');
}

export const codes = (findings: Array<{ code: string }>) => findings.map(({ code }) => code);

/** Outside of quotation marks there must be no line breaks but those between rows: many readers heed every kind of them. */
export function expectRowsApart(text: string, rows: number): void {
	const bare = text.replace(/"(?:[^"]|"")*"/g, '');
	expect(bare.split('\r\n')).toHaveLength(rows + 1);
	expect(bare.replaceAll('\r\n', '')).not.toMatch(/[\r\n"]/);
}
