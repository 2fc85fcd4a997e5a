import { randomBytes } from 'crypto';
import type { LaunchUpload } from '../../service/client';
import type { OutgoingFile } from '../contacts/types';

/**
 * A body that is made while it is sent, of a length known beforehand. n8n's HTTP client takes a Blob as a body and reads it
 * through `stream()`; an ordinary Blob would hold all its bytes, this one holds none. It works alike for files that
 * n8n keeps on disk, in a database or in memory, and for files that are made on the way.
 */
class StreamedBlob extends Blob {
	constructor(
		private readonly chunks: () => AsyncIterable<Uint8Array>,
		byteLength: number,
		type: string,
	) {
		super([], { type });
		// Of its own and enumerable, since n8n drops a body that shows no properties.
		Object.defineProperty(this, 'size', { value: byteLength, enumerable: true });
	}

	override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
		const iterator = this.chunks()[Symbol.asyncIterator]();
		return new ReadableStream({
			async pull(controller) {
				const next = await iterator.next();
				if (next.done === true) controller.close();
				else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
			},
			async cancel() {
				await iterator.return?.();
			},
		});
	}
}

/** The form of a launch that carries its contacts: the file first, as the document names it first. */
export function multipartUpload(file: OutgoingFile, body: object): LaunchUpload {
	// In lower case, because a Blob writes its type so.
	const boundary = `----rcs-promotion-${randomBytes(16).toString('hex')}`;
	const head = Buffer.from(
		`--${boundary}\r\n` +
			`Content-Disposition: form-data; name="file"; filename="${escapedFileName(file.fileName)}"\r\n` +
			`Content-Type: ${file.mimeType}\r\n\r\n`,
	);
	const tail = Buffer.from(
		`\r\n--${boundary}\r\n` +
			'Content-Disposition: form-data; name="body"\r\n' +
			'Content-Type: application/json\r\n\r\n' +
			`${JSON.stringify(body)}\r\n--${boundary}--\r\n`,
	);
	const contentType = `multipart/form-data; boundary=${boundary}`;
	const byteLength = head.length + file.byteLength + tail.length;
	const chunks = async function* () {
		yield head;
		yield* file.chunks();
		yield tail;
	};
	return { contentType, byteLength, body: new StreamedBlob(chunks, byteLength, contentType) };
}

/** The form of a launch to a list that the service already has. */
export function jsonUpload(body: object): LaunchUpload {
	const text = JSON.stringify(body);
	return { contentType: 'application/json', byteLength: Buffer.byteLength(text), body: text };
}

/** As browsers write file names into forms. */
const escapedFileName = (fileName: string) => fileName.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
