import { randomBytes } from 'crypto';
import type { LaunchUpload } from '../../service/client';
import type { OutgoingFile } from '../contacts/types';

/**
 * A body of known length that is produced while it is sent. n8n's HTTP client accepts a Blob and reads it through `stream()`.
 * An ordinary Blob would hold all its bytes in memory; this one holds none. It works for files that n8n keeps on disk, in a
 * database or in memory, and for files that are generated while sending.
 */
class StreamedBlob extends Blob {
	constructor(
		private readonly chunks: () => AsyncIterable<Uint8Array>,
		byteLength: number,
		type: string,
	) {
		super([], { type });
		// n8n drops a body without enumerable properties of its own, and a Blob has none.
		Object.defineProperty(this, 'size', { value: byteLength, enumerable: true });
	}

	override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
		return streams.from(this.chunks() as AsyncIterable<Uint8Array<ArrayBuffer>>);
	}
}

/** Node.js has `ReadableStream.from`; the types for browsers, with which the tests are compiled, do not. */
const streams = ReadableStream as unknown as { from<T>(chunks: AsyncIterable<T>): ReadableStream<T> };

/** The request body of a launch that includes its contacts. The file comes first, as in the document. */
export function buildMultipartUpload(file: OutgoingFile, fields: object): LaunchUpload {
	// Lowercase, because a Blob lowercases its type.
	const boundary = `----rcs-promotion-${randomBytes(16).toString('hex')}`;
	const head = Buffer.from(
		`--${boundary}\r\n` +
			`Content-Disposition: form-data; name="file"; filename="${escapedFileName(file.fileName)}"\r\n` +
			'Content-Type: text/csv\r\n\r\n',
	);
	const tail = Buffer.from(
		`\r\n--${boundary}\r\n` +
			'Content-Disposition: form-data; name="body"\r\n' +
			'Content-Type: application/json\r\n\r\n' +
			`${JSON.stringify(fields)}\r\n--${boundary}--\r\n`,
	);
	const contentType = `multipart/form-data; boundary=${boundary}`;
	const byteLength = head.length + file.byteLength + tail.length;
	const chunks = async function* () {
		yield head;
		try {
			yield* file.chunks();
		} catch (error) {
			// n8n's HTTP client would only say that the connection was lost. `upload` exists by now, because this runs while it is sent.
			upload.fileReadError = error;
			throw error as Error;
		}
		yield tail;
	};
	const body = new StreamedBlob(chunks, byteLength, contentType);
	const upload: LaunchUpload = { contentType, byteLength, body };
	return upload;
}

/** The request body of a launch to a list that the service already has. */
export function buildJsonUpload(body: object): LaunchUpload {
	const text = JSON.stringify(body);
	return { contentType: 'application/json', byteLength: Buffer.byteLength(text), body: text };
}

/** Escapes file names the way browsers do in forms. */
const escapedFileName = (fileName: string) => fileName.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
