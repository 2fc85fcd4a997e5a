import { announcedEncoding, decoderOf } from '../../service/encoding';
import { peek } from './bytes';
import type { ContactEncoding } from './types';
import { Utf8Inspector } from './utf8';

/** U+FFFD stands where bytes mean nothing, NUL is in no text. */
const UNREADABLE = /[\ufffd\0]/;
const LINE_BREAK_OR_UNREADABLE = /\r\n|[\r\n\ufffd\0]/g;

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
