import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { isListOrObject, isObject } from '../../service/values';
import type { ItemContext } from '../itemContext';

export interface BinaryFile {
	fileName: string;
	bytes: Buffer;
}

/** The file in a binary field of an item, however this n8n stores files. */
export async function readBinaryFile(item: ItemContext): Promise<BinaryFile> {
	const { id, data, fileName } = findBinary(item);
	const bytes = id ? await readStored(item.context, id) : Buffer.from(data, 'base64');
	return { fileName: fileName?.trim() ? fileName : 'contacts.csv', bytes };
}

async function readStored(context: IExecuteFunctions, id: string): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	try {
		for await (const chunk of await context.helpers.getBinaryStream(id)) chunks.push(chunk as Uint8Array);
	} catch (error) {
		throw missingFileError(error as Error);
	}
	return Buffer.concat(chunks);
}

const missingFileError = ({ message }: Error) =>
	new Refusal(
		`n8n cannot read the file of 'Input Binary Field': ${message}`,
		'n8n deletes files together with old executions. Run the workflow from the step that brings the file; after a Wait, fetch the file again before this node.',
	);

/** The form holds the name of a binary field, or the file itself if the user dragged it there. */
function findBinary({ context, itemIndex, form }: ItemContext): IBinaryData {
	const given = form.raw('binaryPropertyName');
	if (isFile(given)) return given;
	if (isListOrObject(given)) {
		const advice = "Switch it to 'Fixed' and enter the name of the field with the file, such as data.";
		return form.refuse('binaryPropertyName', 'is not a file', advice);
	}
	const name = form.text('binaryPropertyName');
	const { binary = {}, json }: Partial<INodeExecutionData> = context.getInputData()[itemIndex] ?? {};
	const findInJson = (path: string) => findFileInJson(context, itemIndex, path);
	const file = binary[name] ?? findInJson(`${COMBINED}.${name}`) ?? findInJson(name);
	if (file) return file;
	const namesInJson = Object.keys(json?.[COMBINED] ?? {}).filter((key) => findInJson(`${COMBINED}.${key}`));
	const names = [...Object.keys(binary), ...namesInJson];
	throw new Refusal(
		`No file found in '${name}'`,
		names.length > 0
			? `The files are in: ${names.join(', ')}. Enter one of these names in 'Input Binary Field'.`
			: "If your contacts are rows from a CRM or sheet, set 'Recipients' to 'Input Items'. If they are in a file, add a node before this one that reads or downloads it.",
	);
}

/** The field of an item's JSON in which n8n keeps files if the workflow's setting `binaryMode` is `combined`. */
const COMBINED = '_files';

/** Only n8n knows whether the workflow has this setting. Without it, nothing in an item's JSON is a file. */
function findFileInJson(context: IExecuteFunctions, itemIndex: number, path: string): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(itemIndex, path);
	} catch {
		return undefined;
	}
}

/** n8n keeps the content in memory as `data`, or in a store that its ID begins with. A message may have a MIME type and an ID, too. */
export function isFile(value: unknown): value is IBinaryData {
	if (!isObject(value) || typeof value.mimeType !== 'string') return false;
	return typeof value.data === 'string' || (typeof value.id === 'string' && value.id.includes(':'));
}
