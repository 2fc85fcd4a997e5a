import type { ContactFile } from './types';
import type { ItemContext } from '../itemContext';

/** A multiple of four letters of base64, so that each slice stands for whole bytes. */
const SLICE_LETTERS = 64 * 1024;
const SLICE_BYTES = 64 * 1024;
const USUAL_FILE_NAME = 'contacts.csv';

/** The file in a binary field of an item, in whatever way this n8n keeps files. */
export function contactFile(item: ItemContext): ContactFile {
	const { name, remark } = binaryFieldOf(item);
	const { id, data, fileName } = item.context.helpers.assertBinaryData(item.itemIndex, name);
	return {
		fileName: fileName === undefined || fileName.trim() === '' ? USUAL_FILE_NAME : fileName,
		remark,
		open: async () =>
			id === undefined || id === ''
				? decoded(data)
				: sliced((await item.context.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>),
	};
}

function binaryFieldOf(item: ItemContext): { name: string; remark?: string } {
	const asked = item.parameter('binaryPropertyName', 'data');
	const name = typeof asked === 'string' ? asked.trim() : '';
	if (name === '') {
		throw item.refusal("'Input Binary Field' is empty", 'Enter the name of the field with the file, such as data.');
	}
	const { json = {}, binary = {} } = item.context.getInputData()[item.itemIndex] ?? {};
	// Newer workflows keep files among the other values of an item.
	const inJson = Object.entries(json).flatMap(([key, value]) => (isBinary(value) ? [key] : []));
	const existing = [...Object.keys(binary), ...inJson];
	const [only] = existing;
	if (existing.includes(name)) return { name };
	if (only === undefined) {
		throw item.refusal(
			`No file found in '${name}'`,
			"If your contacts are rows from a CRM or sheet, set 'Recipients' to 'Input Items'. If they are in a file, add a node before this one that reads or downloads it.",
		);
	}
	if (existing.length > 1) {
		throw item.refusal(
			`No file found in '${name}'`,
			`The files are in: ${existing.join(', ')}. Enter one of these names in 'Input Binary Field'.`,
		);
	}
	return { name: only, remark: `There is no file in '${name}', so the only one was taken: '${only}'.` };
}

function isBinary(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'mimeType' in value && ('data' in value || 'id' in value);
}

/** A file in n8n's database comes as one piece, of which each step of the check would otherwise make another of its size. */
async function* sliced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
	}
}

/** Piece by piece: the host holds the file once already. */
async function* decoded(base64: string): AsyncGenerator<Uint8Array> {
	let rest = '';
	for (let at = 0; at < base64.length; at += SLICE_LETTERS) {
		// Mails and web services break base64 into lines, so a slice need not hold whole groups of four letters.
		const letters = rest + base64.slice(at, at + SLICE_LETTERS).replace(/\s+/g, '');
		const whole = letters.length - (letters.length % 4);
		yield Buffer.from(letters.slice(0, whole), 'base64');
		rest = letters.slice(whole);
	}
	yield Buffer.from(rest, 'base64');
}
