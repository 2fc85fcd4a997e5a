import { peek } from './bytes';
import type { ContactEncoding } from './types';
import { Utf8Inspector } from './utf8';

/** U+FFFD stands where bytes mean nothing, NUL is in no text. */
const UNREADABLE = /[\ufffd\0]/;
const LINE_BREAK_OR_UNREADABLE = /\r\n|[\r\n\ufffd\0]/g;
/** Windows-1252 from 0x80 to 0x9f; everything else in it is Latin-1. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** The encoding that the first bytes announce, by a byte order mark or by the zeros of UTF-16. */
export function announcedEncoding(head: Uint8Array): ContactEncoding | undefined {
	if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'UTF-8';
	if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
	if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
	const zeros = [0, 0];
	const length = Math.min(head.length, 1024);
	for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	if (odd * 5 > length && even === 0) return 'UTF-16LE';
	if (even * 5 > length && odd === 0) return 'UTF-16BE';
	return undefined;
}

/** Reads a text that is not pure UTF-8 to its end. In doubt it is a damaged UTF-8: sending wrong letters is worse than asking. */
export async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<ContactEncoding> {
	const inspector = new Utf8Inspector();
	const { head, all } = await peek(bytes, 3);
	for await (const chunk of all) inspector.push(chunk);
	inspector.end();
	const { wholeLetters, foreignBytes, unknownBytes } = inspector;
	if (announcedEncoding(head) !== undefined) return 'UTF-8';
	return unknownBytes === 0 && wholeLetters * 10 < foreignBytes ? 'windows-1252' : 'UTF-8';
}

/** Turns a text of any encoding into UTF-8, as it arrives. */
export interface Utf8Converter {
	push(chunk: Uint8Array): Uint8Array;
	end(): Uint8Array;
}

/** `onUnreadable` hears of the lines, once each, in which bytes mean nothing. */
export function utf8Converter(encoding: ContactEncoding, onUnreadable: (line: number) => void): Utf8Converter {
	const decode = decoderOf(encoding);
	let line = 1;
	let reported = 0;
	let endsWithCr = false;
	const look = (text: string) => {
		for (const { 0: found } of text.matchAll(LINE_BREAK_OR_UNREADABLE)) {
			if (!UNREADABLE.test(found)) line++;
			else if (reported < line) onUnreadable((reported = line));
		}
	};
	const convert = (text: string) => {
		// A CR LF may fall apart into two chunks.
		if (endsWithCr && text.startsWith('\n')) line--;
		look(text);
		if (text !== '') endsWithCr = text.endsWith('\r');
		return Buffer.from(text, 'utf8');
	};
	return { push: (chunk) => convert(decode(chunk)), end: () => convert(decode()) };
}

type Decode = (chunk?: Uint8Array) => string;

function decoderOf(encoding: ContactEncoding): Decode {
	if (encoding === 'windows-1252') return decodeWindows1252;
	const decoder = new TextDecoder(encoding === 'UTF-8' ? 'utf-8' : 'utf-16le');
	const decode: Decode = (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
	return encoding === 'UTF-16BE' ? swappingPairs(decode) : decode;
}

/** Not by TextDecoder: some versions of Node.js take this encoding for plain Latin-1. */
function decodeWindows1252(chunk?: Uint8Array): string {
	if (!chunk) return '';
	const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
	return text.replace(/[\x80-\x9f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));
}

function swappingPairs(decode: Decode): Decode {
	let rest = Buffer.alloc(0);
	return (chunk) => {
		if (!chunk) return decode(rest) + decode();
		const bytes = Buffer.concat([rest, chunk]);
		const even = bytes.length - (bytes.length % 2);
		rest = bytes.subarray(even);
		return decode(bytes.subarray(0, even).swap16());
	};
}
