import fc from 'fast-check';
import iconv from 'iconv-lite';
import { encodingOf, inUtf8, NotUtf8, surelyUtf8 } from '../../../nodes/RcsPromotion/contacts/encoding';
import { announcedEncoding, type TextEncoding } from '../../../nodes/service/textDecoder';
import { sourceOf } from './support';

const iconvNames: Record<TextEncoding, string> = {
	'UTF-8': 'utf8',
	'UTF-16LE': 'utf16-le',
	'UTF-16BE': 'utf16-be',
	'windows-1252': 'win1252',
};

async function passesAsUtf8(bytes: Uint8Array, chunkSize: number): Promise<boolean> {
	try {
		const chunks: Uint8Array[] = [];
		for await (const chunk of surelyUtf8(await sourceOf(bytes, chunkSize).open())) chunks.push(chunk);
		expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
		return true;
	} catch (thrown) {
		expect(thrown).toBeInstanceOf(NotUtf8);
		return false;
	}
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		return !new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).includes('\0');
	} catch {
		return false;
	}
}

async function convert(bytes: Uint8Array, encoding: TextEncoding, chunkSize: number) {
	const lines: number[] = [];
	const parts: Uint8Array[] = [];
	const onUnreadable = (line: number) => void lines.push(line);
	for await (const part of inUtf8(await sourceOf(bytes, chunkSize).open(), encoding, { onUnreadable }))
		parts.push(part);
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
	test('as the platform says', async () => {
		await fc.assert(
			fc.asyncProperty(bytes, fc.integer({ min: 1, max: 5 }), async (sample, chunkSize) => {
				expect(await passesAsUtf8(sample, chunkSize)).toBe(isUtf8(sample));
			}),
			{ numRuns: 5000 },
		);
	});
});

describe('conversion', () => {
	const lettersOf: Record<TextEncoding, fc.Arbitrary<string>> = {
		'UTF-8': fc.string({ unit: 'grapheme' }),
		'UTF-16LE': fc.string({ unit: 'grapheme' }),
		'UTF-16BE': fc.string({ unit: 'grapheme' }),
		'windows-1252': fc.array(fc.constantFrom(...Array.from('aé€‚ƒŸœ™ ÿ\u00a0,;"\r\n'))).map((list) => list.join('')),
	};
	test.each(Object.keys(iconvNames) as TextEncoding[])('from %s, as another library does it', async (encoding) => {
		await fc.assert(
			fc.asyncProperty(
				lettersOf[encoding],
				fc.integer({ min: 1, max: 5 }),
				fc.boolean(),
				async (text, chunkSize, mark) => {
					fc.pre(!text.includes('\0') && !text.includes('\ufffd') && !text.startsWith('\ufeff'));
					const bytes = iconv.encode(text, iconvNames[encoding], { addBOM: mark && encoding !== 'windows-1252' });
					expect(await convert(bytes, encoding, chunkSize)).toEqual({ text, lines: [] });
				},
			),
			{ numRuns: 1000 },
		);
	});
	test('lines of what cannot be read, whatever the line breaks and chunks', async () => {
		const bytes = Buffer.from('a\r\nb\x81\r\nc\rd\x8f\x9d\ne', 'latin1');
		for (const chunkSize of [1, 2, 3, 100]) {
			const { text, lines } = await convert(bytes, 'windows-1252', chunkSize);
			expect({ text, lines }).toEqual({ text: 'a\r\nb\ufffd\r\nc\rd\ufffd\ufffd\ne', lines: [2, 4] });
		}
		expect((await convert(Buffer.from('a\n\xff\xfe\nb\0', 'latin1'), 'UTF-8', 2)).lines).toEqual([2, 3]);
		const halves = Buffer.from('a\nb\ud83d\nc', 'utf16le');
		expect((await convert(halves, 'UTF-16LE', 3)).lines).toEqual([2]);
		expect((await convert(Buffer.concat([halves, Buffer.from([1])]), 'UTF-16LE', 3)).lines).toEqual([2, 3]);
	});
});

describe('what the first bytes announce', () => {
	test.each<[string, Buffer, TextEncoding | undefined]>([
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

describe('a list saved for another part of the world', () => {
	const listOf = (...names: string[]) => `name;phone\r\n${names.map((name) => `${name};+48501234567\r\n`).join('')}`;
	test.each<[string, string, string]>([
		['Polish', 'win1250', listOf('Łukasz Żółć', 'Paweł Śliwa', 'Zofia Wójcik')],
		['Czech', 'win1250', listOf('Jiří Dvořák', 'Tomáš Černý', 'Zdeněk Nováček', 'Šárka Horáková')],
		['Czech in capitals', 'win1250', listOf('JIŘÍ NOVÁČEK', 'LUKÁŠ BENEŠ')],
		['Slovak', 'win1250', listOf('Ľubomír Kováč', 'Katarína Horváthová', 'Zuzana Kováčová', 'Štefan Kráľ')],
		['Croatian', 'win1250', listOf('Ivan Kovačević', 'Đurđica Horvat', 'Željko Babić')],
		['Romanian', 'win1250', listOf('Mihai Bălan', 'Ştefan Popescu')],
		['Turkish', 'win1254', listOf('Ayşe Yılmaz', 'Gülşen Çağlar', 'Mehmet Öztürk', 'İbrahim Şahin')],
		['Turkish in capitals', 'win1254', listOf('AYŞE YILMAZ', 'ŞAHİN', 'İSMAİL ÖZTÜRK')],
		['Latvian', 'win1257', listOf('Jānis Bērziņš', 'Inese Liepiņa', 'Kārlis Ozoliņš')],
		['Russian', 'win1251', listOf('Иван', 'Пётр', 'Ольга')],
		['Ukrainian', 'win1251', listOf('Ігор', 'Їжак')],
		['Greek', 'win1253', listOf('Γιώργος')],
		['Hebrew', 'win1255', listOf('דוד', 'רחל')],
		['Arabic', 'win1256', listOf('محمد')],
		['Japanese', 'shiftjis', listOf('田中', '鈴木')],
		['Chinese', 'gbk', listOf('王伟', '李娜')],
		['German on an old Mac', 'macroman', listOf('Jürgen Müller', 'Günter Weiß')],
	])('%s is not taken for Western European', async (_name, encoding, text) => {
		for (const chunkSize of [1, 3, 1000]) {
			expect(await encodingOf(await sourceOf(iconv.encode(text, encoding), chunkSize).open())).toBe('UTF-8');
		}
	});
	test.each([
		[
			'German',
			listOf('Jörg Müller-Lüdenscheidt', 'Groß & Söhne GmbH®', 'ÄÖÜ Handel, 50 m²', 'Günther', 'Käthe', 'Björn'),
		],
		['French', listOf('Zoë «Zoé» Créée', 'L’Haÿ-les-Roses n°5', 'François', 'Œuvre', 'Hélène')],
		['Spanish', listOf('¿José?', '¡María!', '1ª Núñez', 'Peña', 'Íñigo')],
		['Portuguese', listOf('João Conceição', 'Açaí', 'Avó', 'Simões')],
		['Nordic', listOf('Åse Øyåsæter', 'Mäkelä', 'Søren Kjær', 'Høgni á Lakjuni', 'Rødøy')],
		[
			'Icelandic',
			listOf(
				'Guðrún Ýr Hlöðversdóttir',
				'Þröstur Guðþórsson',
				'Arnþór Þórðarson',
				'Lýður Hörður',
				'Sæþór Sýrusson',
				'Dýrleif',
				'Ægir',
				'Íris Örk Sigríðardóttir',
				'Ragnheiður Ásdís',
				'GUÐNÝ ÞÓRÐARDÓTTIR',
			),
		],
		[
			'Icelandic streets',
			listOf('Nýbýlavegur', 'Nýlendugata', 'Sýn', 'Skýli', 'Ýmir Þór', 'Ás', 'Bjarnarstígur', 'Sæbraut'),
		],
		['Gaelic', listOf('Sìle NicIain', 'Tìr nan Òg', 'Rìgh', 'Seòras', 'Mòrag')],
		['Irish and Italian', listOf('Seán O´Neill', 'Nicolò D’Amìco', '“Perché”', 'Gesù Forlì', 'Cefalù')],
		['Catalan', listOf('Núria Gòdia', 'Cèlia Pagès', 'Noèlia Güell', 'Lluïsa Julià', 'Vicenç')],
		['Estonian', listOf('Tõnu Põder', 'Ülle Säälik', 'Õnne Võsu')],
		['Albanian', listOf('Gëzim Çela', 'Flutura Açka', 'Hoxhë')],
		['Vietnamese as far as it goes', listOf('Nguyen Hùng', 'Bình Lê', 'Võ Thanh Tùng')],
		['Czech names in Germany', listOf('Šimunek', 'Žižka', 'Günter', 'Jürgen')],
	])('%s is taken for what it is', async (_name, text) => {
		for (const chunkSize of [1, 3, 1000]) {
			expect(await encodingOf(await sourceOf(iconv.encode(text, 'win1252'), chunkSize).open())).toBe('windows-1252');
		}
	});
	test('one letter in twenty may look wrong, and no more', async () => {
		const kindOf = async (umlauts: number) =>
			await encodingOf(
				await sourceOf(iconv.encode(listOf('Pawe³', ...Array<string>(umlauts).fill('Jürgen')), 'win1252')).open(),
			);
		expect([await kindOf(19), await kindOf(18)]).toEqual(['windows-1252', 'UTF-8']);
	});
});

describe('what a text is that is not UTF-8', () => {
	const tenOfWindows = Buffer.from('\xfc '.repeat(10), 'latin1');
	test.each<[string, Buffer, TextEncoding]>([
		['umlauts of Windows', Buffer.from('name\nJürgen\n', 'latin1'), 'windows-1252'],
		['a euro sign of Windows', Buffer.from('name\n5 \x80\n', 'latin1'), 'windows-1252'],
		[
			'both encodings in one file',
			Buffer.concat([Buffer.from('Jürgen\n'), Buffer.from('Jürgen\n', 'latin1')]),
			'UTF-8',
		],
		['a letter of Windows at the very end', Buffer.from('name\nJos\xe9', 'latin1'), 'windows-1252'],
		['ten letters of Windows beside one of UTF-8', Buffer.concat([Buffer.from('é'), tenOfWindows]), 'UTF-8'],
		[
			'eleven letters of Windows beside one of UTF-8',
			Buffer.concat([Buffer.from('é'), tenOfWindows, tenOfWindows.subarray(0, 2)]),
			'windows-1252',
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
