export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252';

/** Windows-1252 from 0x80 to 0x9f; everything else in it is Latin-1. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** The encoding that a byte order mark announces. */
export function readByteOrderMark(head: Uint8Array): TextEncoding | undefined {
	if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'UTF-8';
	if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
	if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
	return undefined;
}

/** Call it with each chunk, and without a chunk at the end. */
type Decode = (chunk?: Uint8Array) => string;

export function createDecoder(encoding: TextEncoding): Decode {
	if (encoding === 'windows-1252') return decodeWindows1252;
	const decoder = new TextDecoder(encoding);
	return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

/** Does not use TextDecoder, because some versions of Node.js treat this encoding as plain Latin-1. */
function decodeWindows1252(chunk?: Uint8Array): string {
	if (!chunk) return '';
	const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
	return text.replace(/[\x80-\x9f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));
}
