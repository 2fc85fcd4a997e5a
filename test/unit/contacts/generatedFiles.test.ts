/** Thousands of contact files are checked and sent; another decoder and another parser read back what went out. */
import fc from 'fast-check';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import { checkFile } from '../../../nodes/RcsPromotion/contacts/checkFile';
import type { Delimiter } from '../../../nodes/RcsPromotion/contacts/types';
import { bytesOf, expectRowsApart, sourceOf, usual } from './support';

const FILES = 3_000;
const characters: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t' };
const encodings = ['utf8', 'utf8 with mark', 'utf16-le', 'utf16-be', 'win1252'] as const;
const known = ['phone', 'name', 'language', 'businesssubscriberid'];

type Encoding = (typeof encodings)[number];
type Row = { values: string[]; phone: number };

/** Texts that make trouble: delimiters, quotation marks, line breaks, letters of all kinds, what looks like a formula. */
function valueIn(encoding: Encoding): fc.Arbitrary<string> {
	const nasty = fc.array(
		fc.constantFrom(',', ';', '\t', '"', '""', '\n', '\r\n', '\r', ' ', 'a', 'B', '0', '=1+1', '${name}'),
		{
			maxLength: 6,
		},
	);
	const letters =
		encoding === 'win1252'
			? // Three such letters in a row are taken for another encoding.
				fc.array(fc.constantFrom('Àb', 'Éa', 'Îl', 'Õo', 'Üb', 'ße', 'àn', 'éa', 'îl', 'õe', 'üß ', ' '), {
					maxLength: 4,
				})
			: fc.array(
					fc.oneof(
						fc.string({ unit: 'grapheme', maxLength: 6 }),
						fc.constantFrom('Jürgen', '名前', '👩‍👩‍👧', 'שלום', '\u2028'),
					),
					{ maxLength: 2 },
				);
	return fc
		.tuple(fc.oneof(nasty, letters), fc.oneof(nasty, letters))
		.map((parts) => parts.flat().join(''))
		.filter((text) => !/[\0\ufeff\ufffd]/.test(text));
}

const phoneText = (phone: number) =>
	fc.constantFrom(
		`+${phone}`,
		String(phone),
		`00${phone}`,
		`+${String(phone).slice(0, 2)} ${String(phone).slice(2)}`,
		`(${phone})`,
	);

const inAnyCase = (name: string) =>
	fc.constantFrom(
		name,
		name.toUpperCase(),
		name.charAt(0).toUpperCase() + name.slice(1),
		`${name.slice(0, 2).toUpperCase()}${name.slice(2)}`,
	);

const contactFile = fc
	.record({
		encoding: fc.constantFrom(...encodings),
		delimiter: fc.constantFrom<Delimiter>('comma', 'semicolon', 'tab'),
		lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
		columns: fc
			.shuffledSubarray([...known, 'Company', 'e-mail'], { minLength: 1 })
			.filter((list) => list.includes('phone')),
		quotes: fc.constantFrom('all' as const, 'needed' as const),
		separatorLine: fc.boolean(),
		endsWithLineBreak: fc.boolean(),
		emptyLines: fc.boolean(),
		normalizeFile: fc.boolean(),
		removeDuplicates: fc.boolean(),
		chunkSize: fc.constantFrom(1, 2, 3, 7, 64, 65_536),
	})
	.chain((shape) =>
		fc.record({
			shape: fc.constant(shape),
			header: fc.tuple(...shape.columns.map(inAnyCase)),
			// Few enough numbers for duplicates to occur.
			rows: fc.array(
				fc.integer({ min: 0, max: 30 }).chain((choice) => {
					const phone = 491_700_000_000 + choice;
					const cells = shape.columns.map((column) =>
						column === 'phone' ? phoneText(phone) : valueIn(shape.encoding),
					);
					return fc.tuple(...cells).map((values): Row => ({ values, phone }));
				}),
				{ minLength: 1, maxLength: 6 },
			),
		}),
	);

type ContactFile = typeof contactFile extends fc.Arbitrary<infer Value> ? Value : never;

function written({ shape, header, rows }: ContactFile): Buffer {
	const { lineBreak, encoding, quotes } = shape;
	const delimiter = characters[shape.delimiter];
	const cell = (value: string) =>
		quotes === 'all' || /["\r\n,;\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
	const lines = [header, ...rows.map(({ values }) => values)].map((values) => values.map(cell).join(delimiter));
	if (shape.separatorLine) lines.unshift(`sep=${delimiter}`);
	const text =
		lines.join(shape.emptyLines ? lineBreak + lineBreak : lineBreak) + (shape.endsWithLineBreak ? lineBreak : '');
	if (encoding === 'utf8 with mark') return iconv.encode(text, 'utf8', { addBOM: true });
	return iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf16') });
}

function readBack(bytes: Buffer, encoding: string, delimiter: string, newline: '\n' | '\r\n' | '\r'): string[][] {
	const text = iconv.decode(bytes, encoding);
	const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline, skipEmptyLines: true });
	expect(errors).toEqual([]);
	return data;
}

test(`${FILES} generated files arrive as they were meant`, async () => {
	const seen = { asItIs: 0, cut: 0, converted: 0 };
	await fc.assert(
		fc.asyncProperty(contactFile, async (generated) => {
			const { shape, header, rows } = generated;
			const bytes = written(generated);
			const options = { ...usual, normalizeFile: shape.normalizeFile, removeDuplicates: shape.removeDuplicates };
			const { result, file } = await checkFile(sourceOf(bytes, shape.chunkSize), options);
			expect(result.refusals).toEqual([]);

			const phones = rows.map(({ phone }) => phone);
			const isFirst = rows.map(({ phone }, index) => phones.indexOf(phone) === index);
			const kept = rows.filter((_, index) => isFirst[index] || !shape.removeDuplicates);
			const isInForm =
				shape.encoding !== 'utf8 with mark' &&
				result.encoding === 'UTF-8' &&
				result.delimiter === 'comma' &&
				!shape.separatorLine &&
				shape.lineBreak !== '\r' &&
				header.every((name) => !/phone|name/i.test(name) || known.includes(name.toLowerCase()));
			const converts = shape.normalizeFile && !isInForm;
			expect(result).toMatchObject({
				recipients: {
					rows: rows.length,
					ready: kept.length,
					duplicatesRemoved: rows.length - kept.length,
					invalid: 0,
					leftOut: 0,
					suppressed: 0,
				},
				columns: header,
				delimiter: shape.columns.length === 1 && !shape.separatorLine ? result.delimiter : shape.delimiter,
			});
			expect(result.changes.length > 0).toBe(converts);

			const sent = await bytesOf(file);
			if (!converts && kept.length === rows.length) {
				seen.asItIs++;
				expect(sent.equals(bytes)).toBe(true);
				return;
			}
			seen[converts ? 'converted' : 'cut']++;
			const names = header.map((name) => (known.includes(name.toLowerCase()) && converts ? name.toLowerCase() : name));
			const [encoding, delimiter, newline] = converts
				? ['utf8', ',', '\r\n' as const]
				: [shape.encoding.replace(' with mark', ''), characters[result.delimiter as Delimiter], shape.lineBreak];
			const first =
				shape.separatorLine && !converts ? [readBack(sent, encoding, delimiter, newline)[0] as string[]] : [];
			expect(readBack(sent, encoding, delimiter, newline)).toEqual([
				...first,
				names,
				...kept.map(({ values }) => values),
			]);
			if (!converts) return;
			expectRowsApart(sent.toString('utf8'), kept.length + 1);
			expect(sent.subarray(0, 3).toString('hex')).not.toBe('efbbbf');
		}),
		// Fixed, as nobody can go back to a run of CI; this one found a column called name that held "0" only.
		{ numRuns: FILES, seed: 1891750390 },
	);
	// None of the three ways may go untested.
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(FILES / 50);
}, 600_000);
