/** What nobody means to send, and what must not freeze n8n for its other users: each as a check, in three sizes. */
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { benchCase, finished } from '../parts/benchCase';
import { digitsOf } from '../parts/people';

/** Of these, ten times as many and a hundred times as many bytes. */
const SIZES = [1, 10, 100];
const FIELDS = 10_000;
const LONGEST_ROW = 1024 * 1024;

interface HostileInput extends IDataObject {
	/** Of the largest. */
	bytes: number;
	files: string[];
}

/** A list of about that many bytes, and what a check must say of it: how many contacts it has, or why it cannot be read. */
interface Hostile {
	text: string;
	says: number | string;
}

const phone = (row: number) => `+49151${digitsOf(row)}`;

/** A file of one contact, in one row. */
const inOneRow = (value: string): Hostile => {
	const row = `${phone(0)},${value}\n`;
	return { text: `phone,name\n${row}`, says: row.length > LONGEST_ROW ? 'longRow' : 1 };
};

const files: Record<string, (bytes: number) => Hostile> = {
	'hostile-columns': (bytes) => {
		const header = ['phone', ...Array.from({ length: FIELDS - 1 }, (_, index) => `c${index}`)].join();
		const empty = ','.repeat(FIELDS - 1);
		const rows = Math.max(1, Math.round((bytes - header.length) / empty.length));
		const lines = Array.from({ length: rows }, (_, row) => phone(row) + empty);
		return { text: [header, ...lines].join('\n'), says: rows };
	},
	// Rows with one of the many values that the header has.
	'hostile-short': (bytes) => {
		const header = `phone,${'c,'.repeat(FIELDS - 1)}`.slice(0, -1);
		const row = `${phone(0)}\n`;
		return { text: `${header}\n${row.repeat(Math.max(1, (bytes - header.length) / row.length))}`, says: 1 };
	},
	'hostile-phones': (bytes) => ({
		text: `${'phone,'.repeat(Math.min(bytes, LONGEST_ROW - 6) / 6)}phone\n${phone(0)}\n`,
		says: 'unknownColumn',
	}),
	// Numbers that take long to read; a twentieth of the bytes, since all of them would take minutes.
	'hostile-numbers': (bytes) => {
		const row = `${' ('.repeat(20)}1${' )'.repeat(9)}\n`;
		return { text: `phone\n${row.repeat(bytes / 20 / row.length)}`, says: 0 };
	},
	'hostile-row': (bytes) => inOneRow('x'.repeat(bytes - 30)),
	'hostile-quotes': (bytes) => inOneRow(`"${'""'.repeat((bytes - 30) / 2)}"`),
};

/** Contacts from a CRM with all they know of each of them. */
function items(bytes: number): Hostile {
	const fields = Array.from({ length: FIELDS }, (_, index) => [`f${index}`, { a: [{}] }]);
	const deep = '{"a":'.repeat(500) + '1' + '}'.repeat(500);
	const known = JSON.stringify(Object.fromEntries(fields)).slice(1);
	const count = Math.max(1, Math.round(bytes / known.length));
	const list = Array.from({ length: count }, (_, row) => `{"phone":"${phone(row)}","deep":${deep},${known}`);
	return { text: `[${list.join()}]`, says: count };
}

/** All contacts in one item, as a list; and beside it as many others as it takes. */
function oneItem(bytes: number): Hostile {
	const list = Array.from({ length: Math.round(bytes / 30) }, () => ({ phone: 'x' }));
	const others = Array.from({ length: Math.round(bytes / 30) }, () => ({ a: 'b' }));
	return { text: JSON.stringify([{ list }, ...others]), says: 'missingField' };
}

/** Each contact has its number in the last of a hundred fields that may hold it. */
const MANY_FIELDS = Array.from({ length: 100 }, (_, index) => `f${index}.number`);
function inLastField(bytes: number): Hostile {
	const count = Math.round(bytes / 3000);
	const list = Array.from({ length: count }, (_, row) =>
		Object.fromEntries(
			MANY_FIELDS.map((_path, at) => [`f${at}`, { number: at === MANY_FIELDS.length - 1 ? phone(row) : ' none' }]),
		),
	);
	return { text: JSON.stringify(list), says: count };
}

/** Sixty numbers of 1 MB in the largest. */
function spaces(bytes: number): Hostile {
	const count = Math.max(1, Math.round((bytes * 6) / 1_000_000));
	const list = Array.from({ length: count }, () => ({ phone: `1${' '.repeat(1_000_000)}x` }));
	return { text: JSON.stringify(list), says: 0 };
}

async function prepare(bytes: number, listOf: (bytes: number) => Hostile) {
	const lists = sizes(bytes).map(listOf);
	const folder = await mkdtemp(join(tmpdir(), 'bench-hostile-'));
	const paths = lists.map((_, index) => join(folder, String(index)));
	await Promise.all(lists.map(async ({ text }, index) => await writeFile(paths[index]!, text)));
	const input: HostileInput = { bytes, files: paths };
	const stop = async () => await rm(folder, { recursive: true, force: true });
	return { input, expected: { says: lists.map(({ says }) => says) }, stop };
}

const sizes = (largest: number) => SIZES.map((times) => (largest * times) / 100);

/** Why the list cannot be read at all, or how many contacts would get the message. */
function said({ recipients, refusals }: IDataObject): unknown {
	const code = (refusals as IDataObject[])[0]?.code;
	const { ready } = (recipients ?? {}) as IDataObject;
	return ready === undefined || code === 'missingField' ? code : ready;
}

const hostile = (
	name: string,
	recipients: 'csvFile' | 'inputItems',
	listOf: (bytes: number) => Hostile,
	more: (bytes: number) => INodeParameters = () => ({}),
) =>
	benchCase<HostileInput>({
		name,
		rows: 10_000_000,
		limits: { longestPauseMs: 200 },
		prepare: async (bytes) => await prepare(bytes, listOf),
		sides: {
			async ours({ engine }, { files: paths, bytes }) {
				const service = { baseUrl: 'http://127.0.0.1:9', accountId: 'bench', apiKey: 'unused' };
				const credentials = engine.credentials('rcsPromotionApi', service);
				const parameters = {
					resource: 'contactList',
					operation: 'check',
					recipients,
					country: 'AR',
					phoneField: 'phone',
				};
				const lists = await Promise.all(
					paths.map(async (path): Promise<INodeExecutionData[]> =>
						recipients === 'csvFile' ? [await engine.fileItem(createReadStream(path))] : await itemsIn(path),
					),
				);
				return async () => {
					const says: unknown[] = [];
					for (const [index, list] of lists.entries()) {
						const chosen = { ...parameters, ...more(sizes(bytes)[index]!) };
						const { json } = await finished(engine.run({ credentials, parameters: chosen, items: list }));
						says.push(said(json[0]!));
					}
					return () => ({ found: { says } });
				};
			},
		},
	});

async function itemsIn(path: string): Promise<INodeExecutionData[]> {
	return (JSON.parse(await readFile(path, 'utf8')) as IDataObject[]).map((json) => ({ json }));
}

/** Opt-outs as lines full of digits. */
const OPT_OUTS: Record<string, (bytes: number) => string> = {
	'hostile-digits': (bytes) => `${'1 '.repeat(500)}\n`.repeat(bytes / 1001),
	'hostile-dates': (bytes) => `${'2026-11-02 '.repeat(100)}\n`.repeat(bytes / 1101),
};
const optOuts = ([name, textOf]: [string, (bytes: number) => string]) =>
	hostile(
		name,
		'inputItems',
		() => ({ text: JSON.stringify([{ phone: phone(0) }]), says: 1 }),
		(bytes) => ({
			options: { doNotContact: `${textOf(bytes)} +15551234567` },
		}),
	);

export const cases = [
	...Object.entries(files).map(([name, listOf]) => hostile(name, 'csvFile', listOf)),
	hostile('hostile-items', 'inputItems', items),
	hostile('hostile-item', 'inputItems', oneItem),
	hostile('hostile-fields', 'inputItems', inLastField, () => ({ phoneField: MANY_FIELDS.join() })),
	hostile('hostile-spaces', 'inputItems', spaces),
	...Object.entries(OPT_OUTS).map(optOuts),
];
