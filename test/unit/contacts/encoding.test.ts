import fc from 'fast-check';
import iconv from 'iconv-lite';
import { encodingOf, utf8Converter } from '../../../nodes/RcsPromotion/contacts/encoding';
import type { ContactEncoding } from '../../../nodes/RcsPromotion/contacts/types';
import { Utf8Inspector } from '../../../nodes/RcsPromotion/contacts/utf8';
import { announcedEncoding } from '../../../nodes/service/encoding';
import { sourceOf } from './support';

const iconvNames: Record<ContactEncoding, string> = {
	'UTF-8': 'utf8',
	'UTF-16LE': 'utf16-le',
	'UTF-16BE': 'utf16-be',
	'windows-1252': 'win1252',
};

function inspect(bytes: Uint8Array, chunkSize: number): boolean {
	const inspector = new Utf8Inspector();
	for (let at = 0; at < bytes.length; at += chunkSize) inspector.push(bytes.slice(at, at + chunkSize));
	return inspector.end();
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		return !new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).includes('\0');
	} catch {
		return false;
	}
}

function convert(bytes: Uint8Array, encoding: ContactEncoding, chunkSize: number) {
	const lines: number[] = [];
	const converter = utf8Converter(encoding, (line) => lines.push(line));
	const parts: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += chunkSize) parts.push(converter.push(bytes.slice(at, at + chunkSize)));
	parts.push(converter.end());
	return { text: Buffer.concat(parts).toString('utf8'), lines };
}

describe('whether bytes are UTF-8', () => {
	const letters = fc.string({ unit: 'binary', maxLength: 10 }).map((text) => Buffer.from(text, 'utf8'));
	const bytes = fc.oneof(
		fc.uint8Array({ maxLength: 12 }),
		fc
			.array(fc.oneof(letters, fc.uint8Array({ minLength: 1, maxLength: 2 })), { maxLength: 4 })
			.map((parts) => Buffer.concat(parts)),
		fc
			.array(fc.constantFrom(0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0x41), { maxLength: 6 })
			.map((list) => Uint8Array.from(list)),
	);
	test('as the platform says', () => {
		fc.assert(
			fc.property(bytes, fc.integer({ min: 1, max: 5 }), (sample, chunkSize) => {
				expect(inspect(sample, chunkSize)).toBe(isUtf8(sample));
			}),
			{ numRuns: 5000 },
		);
	});
});

describe('conversion', () => {
	const lettersOf: Record<ContactEncoding, fc.Arbitrary<string>> = {
		'UTF-8': fc.string({ unit: 'grapheme' }),
		'UTF-16LE': fc.string({ unit: 'grapheme' }),
		'UTF-16BE': fc.string({ unit: 'grapheme' }),
		'windows-1252': fc.array(fc.constantFrom(...Array.from('aé€‚ƒŸœ™ ÿ\u00a0,;"\r\n'))).map((list) => list.join('')),
	};
	test.each(Object.keys(iconvNames) as ContactEncoding[])('from %s, as another library does it', (encoding) => {
		fc.assert(
			fc.property(lettersOf[encoding], fc.integer({ min: 1, max: 5 }), fc.boolean(), (text, chunkSize, mark) => {
				fc.pre(!text.includes('\0') && !text.includes('\ufffd') && !text.startsWith('\ufeff'));
				const bytes = iconv.encode(text, iconvNames[encoding], { addBOM: mark && encoding !== 'windows-1252' });
				expect(convert(bytes, encoding, chunkSize)).toEqual({ text, lines: [] });
			}),
			{ numRuns: 1000 },
		);
	});
	test('lines of what cannot be read, whatever the line breaks and chunks', () => {
		const bytes = Buffer.from('a\r\nb\x81\r\nc\rd\x8f\x9d\ne', 'latin1');
		for (const chunkSize of [1, 2, 3, 100]) {
			const { text, lines } = convert(bytes, 'windows-1252', chunkSize);
			expect({ text, lines }).toEqual({ text: 'a\r\nb\ufffd\r\nc\rd\ufffd\ufffd\ne', lines: [2, 4] });
		}
		expect(convert(Buffer.from('a\n\xff\xfe\nb\0', 'latin1'), 'UTF-8', 2).lines).toEqual([2, 3]);
		const halves = Buffer.from('a\nb\ud83d\nc', 'utf16le');
		expect(convert(halves, 'UTF-16LE', 3).lines).toEqual([2]);
		expect(convert(Buffer.concat([halves, Buffer.from([1])]), 'UTF-16LE', 3).lines).toEqual([2, 3]);
	});
});

describe('what the first bytes announce', () => {
	test.each<[string, Buffer, ContactEncoding | undefined]>([
		['UTF-8 with its mark', Buffer.from('\ufeffa'), 'UTF-8'],
		['UTF-16LE with its mark', iconv.encode('a', 'utf16-le', { addBOM: true }), 'UTF-16LE'],
		['UTF-16BE with its mark', iconv.encode('a', 'utf16-be', { addBOM: true }), 'UTF-16BE'],
		['UTF-16LE without mark', iconv.encode('name,phone\nÄ,1', 'utf16-le'), 'UTF-16LE'],
		['UTF-16BE without mark', iconv.encode('name,phone\nÄ,1', 'utf16-be'), 'UTF-16BE'],
		['plain letters', Buffer.from('name,phone'), undefined],
		['zeros everywhere', Buffer.alloc(20), undefined],
		['nothing', Buffer.alloc(0), undefined],
	])('%s', (_name, bytes, encoding) => {
		expect(announcedEncoding(bytes)).toBe(encoding);
	});
});

describe('what a text is that is not UTF-8', () => {
	test.each<[string, Buffer, ContactEncoding]>([
		['umlauts of Windows', Buffer.from('name\nJürgen\n', 'latin1'), 'windows-1252'],
		['a euro sign of Windows', Buffer.from('name\n5 \x80\n', 'latin1'), 'windows-1252'],
		[
			'both encodings in one file',
			Buffer.concat([Buffer.from('Jürgen\n'), Buffer.from('Jürgen\n', 'latin1')]),
			'UTF-8',
		],
		['bytes that no text has', Buffer.from('J\x81rgen', 'latin1'), 'UTF-8'],
		[
			'UTF-8 by its mark',
			Buffer.concat([Buffer.from('\ufeffname\n'), Buffer.from('Jürgen ÄÖÜ'.repeat(9), 'latin1')]),
			'UTF-8',
		],
		['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'UTF-8'],
	])('%s', async (_name, bytes, encoding) => {
		expect(await encodingOf(await sourceOf(bytes, 3).open())).toBe(encoding);
	});
});
