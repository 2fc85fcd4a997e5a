import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { buildUpload } from '../../../nodes/RcsPromotion/launch/request';
import type { OutgoingFile } from '../../../nodes/RcsPromotion/contacts/contact';

const fileOf = (chunks: Uint8Array[], fileName = 'contacts.csv'): OutgoingFile => ({ fileName, chunks });

/** A form read by a parser that is not ours. */
async function readForm(bytes: Buffer, contentType: string): Promise<Map<string, unknown>> {
	const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
	const parts = new Map<string, unknown>();
	(await response.formData()).forEach((value, name) => parts.set(name, value));
	return parts;
}

async function bytesOf(body: unknown): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	for await (const piece of (body as Blob).stream() as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
	return Buffer.concat(pieces);
}

describe('the form that carries the contacts', () => {
	it('is as long as it says and reads back as the same file and body', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }),
				fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
				async (pieces, body) => {
					const { body: blob, byteLength, contentType } = buildUpload('csvFile', body as IDataObject, fileOf(pieces));
					const bytes = await bytesOf(blob);
					expect(bytes).toHaveLength(byteLength);
					expect((blob as Blob).size).toBe(byteLength);
					expect((blob as Blob).type).toBe(contentType);
					const form = await readForm(bytes, contentType);
					expect([...form.keys()]).toEqual(['file', 'body']);
					const file = form.get('file') as File;
					expect([file.name, file.type]).toEqual(['contacts.csv', 'text/csv']);
					expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.concat(pieces));
					expect(JSON.parse(form.get('body') as string)).toEqual(body);
				},
			),
			{ numRuns: 100 },
		);
	});

	it.each(['a"b.csv', 'the "best" ones.csv', 'line\r\nbreak.csv', 'Kontakte März.csv', '联系人.csv', 'a;b.csv'])(
		'keeps the file name %j inside its quotation marks',
		async (fileName) => {
			const { body, contentType } = buildUpload('inputItems', {}, fileOf([Buffer.from('x')], fileName));
			const form = await readForm(await bytesOf(body), contentType);
			expect((form.get('file') as File).name).toBe(fileName);
		},
	);
});

it('the form for an uploaded list is the body alone', () => {
	const upload = buildUpload('uploadedList', { name: 'März ${name}' });
	expect(upload).toMatchObject({ contentType: 'application/json', body: '{"name":"März ${name}"}' });
	expect(upload.byteLength).toBe(Buffer.byteLength(upload.body as string));
});

it('contacts without a file never go to a list of that name in the service', () => {
	for (const source of ['csvFile', 'inputItems'] as const) expect(() => buildUpload(source, {})).toThrow();
});
