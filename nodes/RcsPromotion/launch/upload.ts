import { randomBytes } from 'crypto';
import type { LaunchUpload } from '../../service/client';
import type { OutgoingFile } from '../contacts/contact';

/** The request body of a launch that includes its contacts. The file comes first, as in the document. */
export function buildMultipartUpload(file: OutgoingFile, fields: object): LaunchUpload {
	// Lowercase, because a Blob lowercases its type.
	const boundary = `----rcs-promotion-${randomBytes(16).toString('hex')}`;
	const head =
		`--${boundary}\r\n` +
		`Content-Disposition: form-data; name="file"; filename="${escapedFileName(file.fileName)}"\r\n` +
		'Content-Type: text/csv\r\n\r\n';
	const tail =
		`\r\n--${boundary}\r\n` +
		'Content-Disposition: form-data; name="body"\r\n' +
		'Content-Type: application/json\r\n\r\n' +
		`${JSON.stringify(fields)}\r\n--${boundary}--\r\n`;
	const contentType = `multipart/form-data; boundary=${boundary}`;
	const body = new Blob([head, ...(file.chunks as Array<Uint8Array<ArrayBuffer>>), tail], { type: contentType });
	// Some versions of n8n drop a body without enumerable properties of its own, and list all bytes of a Buffer to find some.
	Object.defineProperty(body, 'size', { value: body.size, enumerable: true });
	return { contentType, byteLength: body.size, body };
}

/** The request body of a launch to a list that the service already has. */
export function buildJsonUpload(body: object): LaunchUpload {
	const text = JSON.stringify(body);
	return { contentType: 'application/json', byteLength: Buffer.byteLength(text), body: text };
}

/** Escapes file names the way browsers do in forms. */
const escapedFileName = (fileName: string) => fileName.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
