import type { IBinaryData } from 'n8n-workflow';
import type { ContactSource } from './types';
import type { ItemContext } from '../itemContext';

/** A multiple of four letters of base64, so that each slice stands for whole bytes. */
const SLICE_LETTERS = 64 * 1024;
const SLICE_BYTES = 64 * 1024;
const USUAL_FILE_NAME = 'contacts.csv';

/** The file in a binary field of an item, in whatever way this n8n keeps files. */
export function binarySource(item: ItemContext, field: string): ContactSource {
	const binary = binaryOf(item, field);
	const { id, data, fileName } = binary;
	return {
		fileName: fileName === undefined || fileName.trim() === '' ? USUAL_FILE_NAME : fileName,
		open: async () =>
			id === undefined || id === ''
				? decoded(data)
				: sliced((await item.context.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>),
	};
}

function binaryOf(item: ItemContext, field: string): IBinaryData {
	try {
		return item.context.helpers.assertBinaryData(item.itemIndex, field);
	} catch {
		throw item.refusal(`The item has no file in the field "${field}"`, adviceFor(binaryFieldsOf(item)));
	}
}

function adviceFor(existing: string[]): string {
	if (existing.length === 0) {
		return 'It has no file at all. Add a node before this one that reads or downloads the CSV file; a Code or Edit Fields node between them may have dropped it.';
	}
	return `Its files are in: ${existing.join(', ')}. Enter one of these names in Input Binary Field.`;
}

/** Newer workflows keep files among the other values of an item. */
function binaryFieldsOf(item: ItemContext): string[] {
	const { json = {}, binary = {} } = item.context.getInputData()[item.itemIndex] ?? {};
	const inJson = Object.entries(json).flatMap(([name, value]) => (isBinary(value) ? [name] : []));
	return [...Object.keys(binary), ...inJson];
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
