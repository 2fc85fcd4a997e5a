import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { DOCUMENTED_COLUMNS } from '../../../nodes/RcsPromotion/report/columns';
import { CsvScanner } from '../../../nodes/RcsPromotion/report/csvScanner';
import { ReportParser } from '../../../nodes/RcsPromotion/report/reportParser';

const WHOLE = { contentType: 'text/csv', isProvenWhole: () => true };

/** All rows below the header, with the report cut into chunks of these sizes over and over. */
function readInChunks(bytes: Buffer, sizes: number[]): string[][] {
	const rows: string[][] = [];
	const parser = new ReportParser(WHOLE, () => (row) => {
		rows.push(Array.from({ length: row.length }, (_, position) => row.text(position)));
		return false;
	});
	for (let from = 0, turn = 0; from < bytes.length; turn++) {
		const size = sizes[turn % sizes.length] as number;
		parser.write(bytes.subarray(from, from + size));
		from += size;
	}
	parser.end();
	return rows;
}

const delimiters = fc.constantFrom(',', ';', '\t', '|');
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
	delimiter: delimiters,
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
	const { delimiter, lineBreak, quoteAll, byteOrderMark, finalLineBreak, emptyLineAfter } = given;
	const header = [...given.columns[0], ...given.columns[1]];
	const cell = (text: string) => {
		// A quotation mark inside a value that does not begin with one is text, also without quoting.
		const mayStayBare = !text.startsWith('"') && !text.includes(delimiter) && !/[\r\n]/.test(text);
		return mayStayBare && !quoteAll ? text : `"${text.replaceAll('"', '""')}"`;
	};
	const rows = given.rows.map(({ values, surplus }) => values.slice(0, Math.max(1, header.length + surplus)));
	const lines = [header, ...rows].map((cells) => cells.map(cell).join(delimiter));
	const last = lines.at(-1) as string;
	if (emptyLineAfter >= 0) lines.splice(emptyLineAfter + 1, 0, '');
	const text = lines.join(lineBreak) + (finalLineBreak ? lineBreak : '');
	const endsInRow = !/[\r\n]$/.test(text) && last !== '';
	const lastRow = rows.at(-1);
	const lastIsShort = lastRow !== undefined && lastRow.length < header.length && !isBlankLine(lastRow);
	return { bytes: Buffer.from((byteOrderMark ? '\uFEFF' : '') + text), delimiter, isCutOff: endsInRow && lastIsShort };
}

describe('the scanner of reports', () => {
	it('reads 10,000 generated reports as csv-parse does', () => {
		let rowsSeen = 0;
		let cutOff = 0;
		fc.assert(
			fc.property(report, (given) => {
				const { bytes, delimiter, isCutOff } = render(given);
				if (isCutOff) {
					cutOff++;
					expect(() => readInChunks(bytes, given.chunkSizes)).toThrow('The report ended early');
					return;
				}
				const records: string[][] = parse(bytes, {
					bom: true,
					delimiter,
					record_delimiter: ['\r\n', '\n', '\r'],
					relax_column_count: true,
					relax_quotes: true,
					skip_empty_lines: true,
				});
				const expected = records.slice(1).filter((values) => !isBlankLine(values));
				rowsSeen += expected.length;
				expect(readInChunks(bytes, given.chunkSizes)).toEqual(expected);
			}),
			{ numRuns: 10_000 },
		);
		expect(rowsSeen).toBeGreaterThan(20_000);
		expect(cutOff).toBeGreaterThan(200);
	}, 400_000);

	it('shares the strings of values that repeat, and never mistakes one for another', () => {
		const seen: string[] = [];
		const scanner = new CsvScanner(0x2c, (row) => {
			seen.push(row.text(0));
			return false;
		});
		const values = [
			'a',
			'a',
			'"a""b"',
			'a"b',
			'"a""""b"',
			'"a""b"',
			'é',
			'é',
			'Ã©',
			'é',
			'xay',
			'xby',
			'xay',
			'',
			'aa',
			'a',
		];
		scanner.write(Buffer.from(values.join('\n') + '\n'));
		scanner.end();
		expect(seen).toEqual(['a', 'a', 'a"b', 'a"b', 'a""b', 'a"b', 'é', 'é', 'Ã©', 'é', 'xay', 'xby', 'xay', 'aa', 'a']);
	});

	it('reads values that are new in every row the same in every chunk, whatever their letters and wherever a chunk ends', () => {
		const rows = Array.from({ length: 600 }, (_, row) => [
			`${row % 7 === 0 ? 'Jürgen' : 'Jurgen'} ${row}`,
			`+4915100000${String(row).padStart(3, '0')}`,
			`${row} 名前 ${row}`,
			`name "${row}"`,
		]);
		const file = Buffer.from(
			rows
				.map((values) =>
					values.map((value) => `"${value.replaceAll('"', '""')}"`.replace(/^"([^"]*)"$/, '$1')).join(','),
				)
				.join('\n'),
		);
		const read: string[][] = [];
		const scanner = new CsvScanner(0x2c, (row) => {
			read.push(Array.from({ length: row.length }, (_, position) => row.text(position)));
			return false;
		});
		for (let start = 0; start < file.length; start += 1009) scanner.write(file.subarray(start, start + 1009));
		scanner.end();
		expect(read).toEqual(rows);
	});

	it('stops where it is told to, in the middle of a chunk', () => {
		let rows = 0;
		const scanner = new CsvScanner(0x2c, () => ++rows === 3);
		scanner.write(Buffer.from('1\n2\n3\n4\n5\n'));
		scanner.write(Buffer.from('6\n'));
		scanner.end();
		expect(rows).toBe(3);
		expect(scanner.totals).toMatchObject({ rows: 3, stopped: true });
	});

	it('reads digits in place, and nothing else as digits', () => {
		const values = ['0', '42', '999999999999999', '1234567890123456', '-1', ' 7', '1e3', '', '"8"', '٣'];
		const found: Array<number | undefined> = [];
		const scanner = new CsvScanner(0x2c, (row) => {
			for (let position = -1; position <= row.length; position++) found.push(row.digits(position));
			return false;
		});
		scanner.write(Buffer.from(values.join(',') + '\n'));
		const none = undefined;
		expect(found).toEqual([none, 0, 42, 999_999_999_999_999, none, none, none, none, none, 8, none, none]);
	});

	it('has nothing where a row is shorter than the one before, or there is no such column', () => {
		const seen: unknown[] = [];
		const scanner = new CsvScanner(44, (row) => {
			seen.push([-1, 0, 1, 9].map((position) => [row.text(position), row.digits(position), row.isEmpty(position)]));
			return false;
		});
		scanner.write(Buffer.from('1,2\n3\n'));
		const nothing = ['', undefined, true];
		expect(seen).toEqual([
			[nothing, ['1', 1, false], ['2', 2, false], nothing],
			[nothing, ['3', 3, false], nothing, nothing],
		]);
	});

	it('sees nothing of the chunk before behind the end of the last one', () => {
		const scanner = new CsvScanner(44, () => false);
		scanner.write(Buffer.from('ab,"c"\n'));
		scanner.write(Buffer.from('de,'));
		scanner.end();
		expect(scanner.totals).toEqual({ rows: 2, endsWithLineBreak: false, stopped: false });
	});

	it.each(['\n', '\r\n', '\r'])(
		'takes a mark that opens nothing for a letter, with rows that end with %j',
		(lineBreak) => {
			const names: string[] = [];
			const scanner = new CsvScanner(44, (row) => names.push(row.text(0)) < 0);
			scanner.write(Buffer.from(['"Ben,1', 'Ana,2', '"Eva"x,3', ''].join(lineBreak)));
			scanner.end();
			expect(names).toEqual(['"Ben', 'Ana', 'Evax']);
		},
	);

	it('takes rows of any width', () => {
		const wide = Array.from({ length: 300 }, (_, index) => String(index));
		let read: string[] = [];
		const scanner = new CsvScanner(0x2c, (row) => {
			read = Array.from({ length: row.length }, (_, position) => row.text(position));
			return false;
		});
		scanner.write(Buffer.from(wide.map((text, index) => (index % 7 === 0 ? `"${text}""x"` : text)).join(',') + '\n'));
		expect(read).toEqual(wide.map((text, index) => (index % 7 === 0 ? `${text}"x` : text)));
	});
});
