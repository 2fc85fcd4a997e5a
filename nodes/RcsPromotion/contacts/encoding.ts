import { announcedEncoding, decoderOf, type TextEncoding } from '../../service/textDecoder';
import { peek } from './bytes';
import { ForeignSpellings } from './foreignSpellings';

/** U+FFFD stands where bytes mean nothing, NUL is in no text. */
const UNREADABLE = /[\ufffd\0]/;
const NOT_ASCII = /[^\0-\x7f]/gu;
const LINE_BREAK_OR_UNREADABLE = /\r\n|[\r\n\ufffd\0]/g;

/** Thrown at the first byte that no UTF-8 has. */
export class NotUtf8 extends Error {}

/** Passes on what is UTF-8. A NUL is taken for something else: no text holds one, but UTF-16 and pictures do. */
export async function* surelyUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	const isRead = (chunk?: Uint8Array): boolean => {
		try {
			decoder.decode(chunk, { stream: chunk !== undefined });
			return true;
		} catch {
			return false;
		}
	};
	for await (const chunk of bytes) {
		if (chunk.includes(0) || !isRead(chunk)) throw new NotUtf8();
		yield chunk;
	}
	if (!isRead()) throw new NotUtf8();
}

/** Reads a text that is not pure UTF-8 to its end. In doubt, also of its spelling, it is a damaged UTF-8: sending wrong letters is worse than asking. */
export async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<TextEncoding> {
	const { head, all } = await peek(bytes, 3);
	const [asUtf8, asWindows] = [decoderOf('UTF-8'), decoderOf('windows-1252')];
	let whole = 0;
	let foreign = 0;
	let letters = 0;
	const spellings = new ForeignSpellings();
	let words = '';
	let isWindows = announcedEncoding(head) === undefined;
	for await (const chunk of all) {
		for (const { 0: letter } of asUtf8(chunk).matchAll(NOT_ASCII)) {
			if (letter === '\ufffd') foreign++;
			else whole++;
		}
		const text = asWindows(chunk);
		isWindows &&= !UNREADABLE.test(text);
		letters += text.match(NOT_ASCII)?.length ?? 0;
		words += text;
		// A word may fall apart into two chunks.
		const end = 1 + Math.max(...[' ', '\n', '\r'].map((gap) => words.lastIndexOf(gap)), words.length - 1000);
		spellings.take(words.slice(0, end));
		words = words.slice(end);
	}
	foreign += asUtf8().length;
	spellings.take(words);
	return isWindows && whole * 10 < foreign && spellings.count * 20 <= letters ? 'windows-1252' : 'UTF-8';
}

/** A text of any encoding as UTF-8. `onUnreadable` hears of the lines, once each, in which bytes mean nothing. */
export async function* inUtf8(
	bytes: AsyncIterable<Uint8Array>,
	encoding: TextEncoding,
	{ onUnreadable, keepsMark = false }: { onUnreadable?: (line: number) => void; keepsMark?: boolean } = {},
): AsyncGenerator<Uint8Array> {
	const decode = decoderOf(encoding);
	let line = 1;
	let reported = 0;
	let endsWithCr = false;
	const converted = (text: string): Uint8Array => {
		// A CR LF may fall apart into two chunks.
		if (endsWithCr && text.startsWith('\n')) line--;
		for (const { 0: found } of text.matchAll(LINE_BREAK_OR_UNREADABLE)) {
			if (!UNREADABLE.test(found)) line++;
			else if (reported < line) onUnreadable?.((reported = line));
		}
		if (text !== '') endsWithCr = text.endsWith('\r');
		return Buffer.from(text, 'utf8');
	};
	const { head, all } = await peek(bytes, 3);
	if (keepsMark && hasMark(head)) yield Buffer.from('\ufeff', 'utf8');
	for await (const chunk of all) yield converted(decode(chunk));
	yield converted(decode());
}

/** Whether a text begins with a byte order mark. */
export const hasMark = (head: Uint8Array): boolean =>
	/^(efbbbf|fffe|feff)/.test(Buffer.from(head.subarray(0, 3)).toString('hex'));
