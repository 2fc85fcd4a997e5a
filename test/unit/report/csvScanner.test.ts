import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { DOCUMENTED_COLUMNS } from '../../../nodes/RcsPromotion/report/columns';
import { CsvScanner } from '../../../nodes/RcsPromotion/report/csvScanner';
import { piecesOf, read } from './reading';

/** `npm run test:long` reads more of them. */
const RUNS = process.env.TEST_LONG ? 10_000 : 600;

/** What `see` makes of each row. */
function scan<Seen>(text: string | Buffer, see: (row: CsvScanner) => Seen, sizes: readonly number[] = [1000]): Seen[] {
	const scanner = new CsvScanner();
	const seen: Seen[] = [];
	for (const piece of piecesOf(text, sizes)) {
		scanner.add(piece);
		while (scanner.advance()) seen.push(see(scanner));
	}
	scanner.end();
	while (scanner.advance()) seen.push(see(scanner));
	return seen;
}

const valuesOf = (row: CsvScanner) => Array.from({ length: row.length }, (_, position) => row.text(position));

test('a column that repeats its value gives each row its own text', () => {
	const long = 'x'.repeat(80);
	const values = [
		'Anna',
		'Anna',
		'Inna',
		'Anni',
		'Ann',
		'',
		'',
		'Anna',
		long,
		long,
		`${long.slice(1)}y`,
		'é€',
		'é€',
		'eee',
	];
	expect(scan(values.map((text) => `${text},1\n`).join(''), (row) => row.text(0))).toEqual(values);
	// The same bytes, once as doubled quotation marks within a quoted value, once as they are.
	expect(scan('"a""b",1\na""b,2\n"a""b",3\n', (row) => row.text(0))).toEqual(['a"b', 'a""b', 'a"b']);
});

const piece = fc.oneof(
	{ weight: 5, arbitrary: fc.string({ maxLength: 8 }) },
	{ weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
	fc.constantFrom('"', '""', ',', ';', '\t', '|', '\n', '\r\n', '\r', ' ', 'é', '名前', '👩🏽‍💻', '=1+1', ''),
);
const value = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(''));

const report = fc.record({
	columns: fc.tuple(
		fc.shuffledSubarray([...DOCUMENTED_COLUMNS], { minLength: 3 }),
		fc.subarray(['Extra', 'Cost "net"', '']),
	),
	rows: fc.array(
		fc.record({
			values: fc.array(value, { minLength: 14, maxLength: 14 }),
			surplus: fc.constantFrom(0, 0, 0, 0, -3, -1, 1, 2),
		}),
		{
			maxLength: 8,
		},
	),
	lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
	quoteAll: fc.boolean(),
	byteOrderMark: fc.boolean(),
	finalLineBreak: fc.boolean(),
	emptyLineAfter: fc.constantFrom(-1, -1, -1, 0, 1, 2),
	chunkSizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
});

/** In a report, which has several columns, a line of spaces is as good as an empty one. */
const isBlankLine = (values: string[]) => values.length === 1 && values.join('').trim() === '';

/** The text, by the rules of CSV and nothing else. */
function render(given: typeof report extends fc.Arbitrary<infer Given> ? Given : never) {
	const { lineBreak, quoteAll, byteOrderMark, finalLineBreak, emptyLineAfter } = given;
	const header = [...given.columns[0], ...given.columns[1]];
	const cell = (text: string) => {
		// A quotation mark inside a value that does not begin with one is text, also without quoting.
		const mayStayBare = !text.startsWith('"') && !text.includes(',') && !/[\r\n]/.test(text);
		return mayStayBare && !quoteAll ? text : `"${text.replaceAll('"', '""')}"`;
	};
	const rows = given.rows.map(({ values, surplus }) => values.slice(0, Math.max(1, header.length + surplus)));
	const lines = [header, ...rows].map((cells) => cells.map(cell).join(','));
	const last = lines.at(-1) as string;
	if (emptyLineAfter >= 0) lines.splice(emptyLineAfter + 1, 0, '');
	const text = lines.join(lineBreak) + (finalLineBreak ? lineBreak : '');
	const endsInRow = !/[\r\n]$/.test(text) && last !== '';
	const lastRow = rows.at(-1);
	const lastIsShort = lastRow !== undefined && lastRow.length < header.length && !isBlankLine(lastRow);
	return { bytes: Buffer.from((byteOrderMark ? '\uFEFF' : '') + text), isCutOff: endsInRow && lastIsShort };
}

it(`the scanner reads ${RUNS} generated reports as csv-parse does`, async () => {
	let rowsSeen = 0;
	let cutOff = 0;
	await fc.assert(
		fc.asyncProperty(report, async (given) => {
			const { bytes, isCutOff } = render(given);
			if (isCutOff) {
				cutOff++;
				await expect(read(bytes, given.chunkSizes, () => false)).rejects.toThrow('The report ended early');
				return;
			}
			const records: string[][] = parse(bytes, {
				bom: true,
				record_delimiter: ['\r\n', '\n', '\r'],
				relax_column_count: true,
				relax_quotes: true,
				skip_empty_lines: true,
			});
			const expected = records.slice(1).filter((values) => !isBlankLine(values));
			rowsSeen += expected.length;
			expect((await read(bytes, given.chunkSizes)).values).toEqual(expected);
		}),
		{ numRuns: RUNS },
	);
	expect(rowsSeen).toBeGreaterThan(2 * RUNS);
	expect(cutOff).toBeGreaterThan(RUNS / 60);
}, 400_000);

describe('the scanner', () => {
	it('reads two quotation marks as one only inside quotation marks', () => {
		const written = ['a', '"a""b"', 'a"b', '"a""""b"', 'a""b'];
		expect(scan(written.join('\n'), (row) => row.text(0))).toEqual(['a', 'a"b', 'a"b', 'a""b', 'a""b']);
	});

	it('gives an empty text where a row is shorter than the one before, or there is no such column', () => {
		const look = (row: CsvScanner) => [-1, 0, 1, 9].map((position) => row.text(position));
		expect(scan('1,2\n3\n', look)).toEqual([
			['', '1', '2', ''],
			['', '3', '', ''],
		]);
	});

	it('reads nothing of an earlier chunk after the end of the last one', () => {
		expect(scan('ab,"c"\nde,', valuesOf, [7])).toEqual([
			['ab', 'c'],
			['de', ''],
		]);
	});
});
