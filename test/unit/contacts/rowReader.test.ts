import fc from 'fast-check';
import { RowReader } from '../../../nodes/RcsPromotion/contacts/rowReader';
import { createCsvParser, CsvFault } from '../../../nodes/vendor/csvParse';

type Seen = [values: string[], line: number, lines: number, blanks: boolean[]];

function read(text: string, chunkSize: number, { delimiter = ',', readsPlainRows = true } = {}): Seen[] {
	const seen: Seen[] = [];
	const reader = new RowReader(
		delimiter,
		(row, line) => {
			const positions = Array.from({ length: row.length }, (_, position) => position);
			seen.push([positions.map((at) => row.text(at)), line, row.lines, positions.map((at) => row.isBlank(at))]);
			expect([row.text(row.length), row.isBlank(row.length), row.text(-1)]).toEqual(['', true, '']);
		},
		{ readsPlainRows },
	);
	const bytes = Buffer.from(text, 'utf8');
	for (let at = 0; at < bytes.length; at += chunkSize) reader.write(bytes.subarray(at, at + chunkSize));
	reader.end();
	return seen;
}

function readByParser(text: string, delimiter: string) {
	const rows: Array<[string[], number]> = [];
	const parser = createCsvParser({ delimiter, onRecord: (values, line) => void rows.push([[...values], line]) });
	return faultOr(() => {
		parser.write(Buffer.from(text, 'utf8'));
		parser.end();
		return rows;
	});
}

function faultOr<T>(action: () => T) {
	try {
		return action();
	} catch (fault) {
		if (!(fault instanceof CsvFault)) throw fault;
		return { code: fault.code, line: fault.line, column: fault.column };
	}
}

test.each<[string, Seen[]]>([
	['', []],
	['a', [[['a'], 1, 1, [false]]]],
	['\ufeffa,b\n', [[['a', 'b'], 1, 1, [false, false]]]],
	['\ufeff', []],
	[
		'a\r\n\r\n\rb\n\nc',
		[
			[['a'], 1, 1, [false]],
			[['b'], 4, 1, [false]],
			[['c'], 6, 1, [false]],
		],
	],
	[
		', ,\u00a0\nü,',
		[
			[['', ' ', '\u00a0'], 1, 1, [true, true, true]],
			[['ü', ''], 2, 1, [false, true]],
		],
	],
	[
		'a\n"b\r\nc",d\ne',
		[
			[['a'], 1, 1, [false]],
			[['b\r\nc', 'd'], 2, 2, [false, false]],
			[['e'], 4, 1, [false]],
		],
	],
])('%j', (text, rows) => {
	for (const chunkSize of [1, 2, 3, 4, 1000]) expect(read(text, chunkSize)).toEqual(rows);
});

test('sees what csv-parse sees, faults and their lines included', () => {
	const piece = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom('a', ',', ',', ';', '\n', '\n', '\r\n', '\r', ' ', 'ü', '👍', '0') },
		{ weight: 1, arbitrary: fc.constantFrom('"', '"b"', ',"c\nd",', '\n"e""f"\n') },
	);
	let quoted = 0;
	fc.assert(
		fc.property(
			fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
			fc.constantFrom(',', ';'),
			fc.integer({ min: 1, max: 40 }),
			(text, delimiter, chunkSize) => {
				if (text.includes('"')) quoted++;
				const rows = faultOr(() => read(text, chunkSize, { delimiter }));
				const wanted = readByParser(text, delimiter);
				expect(Array.isArray(rows) ? rows.map(([values, line]) => [values, line]) : rows).toEqual(wanted);
			},
		),
		{ numRuns: 5000 },
	);
	expect(quoted).toBeGreaterThan(500);
	expect(quoted).toBeLessThan(4500);
});

test('whatever table is written is shown, with the lines of its rows', () => {
	const value = fc.oneof(fc.stringMatching(/^[a-zü ]{0,5}$/), fc.string({ unit: 'grapheme', maxLength: 5 }));
	const table = fc.array(fc.array(value, { minLength: 2, maxLength: 70 }), { maxLength: 6 });
	fc.assert(
		fc.property(
			table,
			fc.constantFrom('\n', '\r\n', '\r'),
			fc.integer({ min: 1, max: 99 }),
			(rows, newline, chunkSize) => {
				const needsQuotes = (text: string) => /[",\r\n]/.test(text) || text.startsWith('\ufeff');
				const texts = rows.map((row) =>
					row.map((text) => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(','),
				);
				let line = 1;
				const wanted = rows.map((row, index): Seen => {
					const lines = (texts[index] ?? '').split(/\r\n|\r|\n/).length;
					line += lines;
					return [row, line - lines, lines, row.map((text) => text.trim() === '')];
				});
				expect(read(texts.join(newline), chunkSize)).toEqual(wanted);
				expect(read(texts.join(newline), chunkSize, { readsPlainRows: false })).toEqual(wanted);
			},
		),
		{ numRuns: 1000 },
	);
});

test('a row that does not end is left to the parser, which gives it up', () => {
	const text = `a,b\n${'x'.repeat(3 * 1024 * 1024)}`;
	expect(faultOr(() => read(text, 65_536))).toEqual({ code: 'rowTooLong', line: 2, column: 1 });
});
