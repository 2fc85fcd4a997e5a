import fc from 'fast-check';
import { createCsvParser, CsvFault, type CsvParserOptions, type CsvTotals } from '../../../nodes/vendor/csvParse';

interface Read {
	rows: string[][];
	lines: number[];
	totals: CsvTotals;
}

function chunksOf(bytes: Uint8Array, size: number): Uint8Array[] {
	const chunks: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
	return chunks;
}

function read(text: string | Uint8Array, options: Partial<CsvParserOptions> = {}, chunkSize = 7): Read {
	const rows: string[][] = [];
	const lines: number[] = [];
	const parser = createCsvParser({
		delimiter: ',',
		onRecord: (record, line) => {
			rows.push(record);
			lines.push(line);
			return undefined;
		},
		...options,
	});
	const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
	for (const chunk of chunksOf(bytes, chunkSize)) parser.write(chunk);
	return { rows, lines, totals: parser.end() };
}

function faultOf(action: () => unknown): CsvFault {
	try {
		action();
	} catch (thrown) {
		if (thrown instanceof CsvFault) return thrown;
		throw thrown;
	}
	throw new Error('The text was read without a fault');
}

describe('rows and their lines', () => {
	const cases: Array<[string, string, string[][], number[]]> = [
		[
			'plain rows',
			'a,b\n1,2\n3,4\n',
			[
				['a', 'b'],
				['1', '2'],
				['3', '4'],
			],
			[1, 2, 3],
		],
		[
			'no line break at the end',
			'a,b\n1,2',
			[
				['a', 'b'],
				['1', '2'],
			],
			[1, 2],
		],
		[
			'CR LF',
			'a,b\r\n1,2\r\n',
			[
				['a', 'b'],
				['1', '2'],
			],
			[1, 2],
		],
		[
			'CR alone',
			'a,b\r1,2\r',
			[
				['a', 'b'],
				['1', '2'],
			],
			[1, 2],
		],
		['line breaks of all kinds in one file', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']], [1, 2, 3, 4]],
		['empty lines are counted but are no rows', 'a\n\n\r\nb\n', [['a'], ['b']], [1, 4]],
		['empty lines before the header', '\n\na\nb', [['a'], ['b']], [3, 4]],
		['a line break inside quotation marks', 'a\n"x\ny"\nb', [['a'], ['x\ny'], ['b']], [1, 2, 4]],
		['CR LF inside quotation marks', 'a\r\n"x\r\ny\r\n"\r\nb', [['a'], ['x\r\ny\r\n'], ['b']], [1, 2, 5]],
		['several values with line breaks, then empty lines', '"1\n2","3\r\n4"\n\nb', [['1\n2', '3\r\n4'], ['b']], [1, 5]],
		['doubled quotation marks', '"say ""hi""",b', [['say "hi"', 'b']], [1]],
		['empty values, also quoted', ',"",x,', [['', '', 'x', '']], [1]],
		['spaces are kept', ' a , b ', [[' a ', ' b ']], [1]],
		['rows of any width', 'a,b,c\n1\n1,2,3,4', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']], [1, 2, 3]],
		['a byte order mark', '\ufeffname\nJürgen', [['name'], ['Jürgen']], [1, 2]],
		['letters of several bytes', 'é,名前,👍\n', [['é', '名前', '👍']], [1]],
		['a text like a number stays a text', '007,1e3,+49 170', [['007', '1e3', '+49 170']], [1]],
		['nothing', '', [], []],
		['only empty lines', '\n\r\n', [], []],
	];

	test.each(cases)('%s', (_name, text, rows, lines) => {
		for (const chunkSize of [1, 2, 3, 5, 1000]) {
			const result = read(text, {}, chunkSize);
			expect({ rows: result.rows, lines: result.lines, chunkSize }).toEqual({ rows, lines, chunkSize });
			expect(result.totals.rows).toBe(rows.length);
		}
	});

	test('whatever is written comes back, with the line each row begins on', () => {
		const value = fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 8 }),
			fc.stringMatching(/^[a-z0-9 ,;"\r\n]{0,8}$/),
			fc.constant('\r\n'),
		);
		const table = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
		const lineBreak = fc.constantFrom('\n', '\r\n');
		fc.assert(
			fc.property(
				table,
				lineBreak,
				fc.integer({ min: 1, max: 12 }),
				fc.boolean(),
				(written, newline, chunkSize, last) => {
					let line = 1;
					const lines: number[] = [];
					const texts: string[] = [];
					for (const row of written) {
						const text = row.map((entry) => `"${entry.replaceAll('"', '""')}"`).join(',');
						lines.push(line);
						texts.push(text);
						line += text.split(/\r\n|\r|\n/).length;
					}
					const result = read(texts.join(newline) + (last && texts.length > 0 ? newline : ''), {}, chunkSize);
					expect(result.rows).toEqual(written);
					expect(result.lines).toEqual(lines);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('options', () => {
	test('one delimiter leaves the others in the value', () => {
		expect(read('a;b,c', { delimiter: ';' }).rows).toEqual([['a', 'b,c']]);
	});
	test('each of several delimiters separates', () => {
		expect(read('a;b,c\td', { delimiter: [';', ',', '\t'] }).rows).toEqual([['a', 'b', 'c', 'd']]);
	});
	test('empty lines can be rows', () => {
		expect(read('a\n\nb', { skipEmptyLines: false })).toMatchObject({ rows: [['a'], [''], ['b']], lines: [1, 2, 3] });
	});
	test('a quotation mark inside a value can be text', () => {
		expect(read('5" pipe,x', { relaxQuotes: true }).rows).toEqual([['5" pipe', 'x']]);
	});
	test("'stop' reads no further, in the same chunk and after it", () => {
		const seen: string[] = [];
		const options = { onRecord: (record: string[]) => (seen.push(...record) === 2 ? ('stop' as const) : undefined) };
		for (const chunkSize of [1, 1000]) {
			seen.length = 0;
			expect(read('a\nb\nc\n"broken', options, chunkSize).totals).toMatchObject({ rows: 2, lines: 2, stopped: true });
			expect(seen).toEqual(['a', 'b']);
		}
	});
	test('one large chunk is read like many small ones', () => {
		const text = Array.from({ length: 40_000 }, (_, at) => `${at},"line\nbreak"`).join('\r\n');
		const whole = read(text, {}, Infinity);
		expect(whole.totals).toEqual({ rows: 40_000, lines: 80_000, endsWithLineBreak: false, stopped: false });
		expect(whole).toEqual(read(text, {}, 1009));
	});
});

describe('totals', () => {
	test.each<[string, CsvTotals]>([
		['a\n"b\nc"\n', { rows: 2, lines: 3, endsWithLineBreak: true, stopped: false }],
		['a\nb', { rows: 2, lines: 2, endsWithLineBreak: false, stopped: false }],
		['', { rows: 0, lines: 0, endsWithLineBreak: false, stopped: false }],
	])('%j', (text, totals) => {
		expect(read(text).totals).toEqual(totals);
	});
	test('the end may be asked for again', () => {
		const rows: string[][] = [];
		const parser = createCsvParser({ delimiter: ',', onRecord: (row) => void rows.push(row) });
		parser.write(Buffer.from('a'));
		expect(parser.end()).toEqual(parser.end());
		expect(rows).toEqual([['a']]);
	});
});

describe('faults name the line the row begins on and the value', () => {
	test.each<[string, Partial<CsvFault>]>([
		['a,b\n1,"x\ny\n', { code: 'unclosedQuote', line: 2, column: 2 }],
		['a\n"x\r\ny"\r\n"z" 1\n', { code: 'textAfterQuote', line: 4, column: 1 }],
		['a,b\n\n1,5" pipe\n', { code: 'quoteInsideValue', line: 3, column: 2 }],
		['"a\n\nb","c\n\n"x,1', { code: 'textAfterQuote', line: 1, column: 2 }],
	])('%j', (text, fault) => {
		for (const chunkSize of [1, 4, 1000]) expect(faultOf(() => read(text, {}, chunkSize))).toMatchObject(fault);
	});
	test('a row that never ends is given up before it fills the memory', () => {
		const endless = `a\nb\n"${'x\n'.repeat(50_000)}`;
		expect(faultOf(() => read(endless, { maximumRowBytes: 1000 }, 4096))).toMatchObject({
			code: 'rowTooLong',
			line: 3,
		});
		for (const manyValues of ['xx,'.repeat(600_000), ','.repeat(1_200_000)]) {
			expect(faultOf(() => read(`a\n${manyValues}`, {}, 65_536))).toMatchObject({ code: 'rowTooLong', line: 2 });
		}
	});
	test.each(['utf16le', 'utf16be'])('%s is named, even if the mark arrives byte by byte', (encoding) => {
		const bytes = Buffer.from('\ufeffname,phone\n', 'utf16le');
		if (encoding === 'utf16be') bytes.swap16();
		for (const chunkSize of [1, 1000]) {
			expect(faultOf(() => read(bytes, {}, chunkSize))).toMatchObject({ code: 'utf16', line: 1, column: 1 });
		}
	});
	test('the message names the place and shows nothing of the content', () => {
		expect(faultOf(() => read('a\nb,"+49 170 1234567" x')).message).toBe(
			'Line 2, column 2: there is text right after the quotation mark that closes a value',
		);
	});
	test('a parser that met a fault stays at it', () => {
		const parser = createCsvParser({ delimiter: ',', onRecord: () => undefined });
		const fault = faultOf(() => parser.write(Buffer.from('"a" x, and more text for the look-ahead')));
		expect(faultOf(() => parser.write(Buffer.from('b\n')))).toBe(fault);
		expect(faultOf(() => parser.end())).toBe(fault);
	});
	test('what onRecord throws comes through unchanged, and ends the reading', () => {
		const refusal = new RangeError('enough');
		const options = {
			onRecord: () => {
				throw refusal;
			},
		};
		expect(() => read('a\nb\n', options)).toThrow(refusal);
		const parser = createCsvParser({ delimiter: ',', ...options });
		expect(() => parser.write(Buffer.from('a\nb\nc\nd\n'))).toThrow(refusal);
		expect(() => parser.write(Buffer.from('e\n'))).toThrow('interrupted');
		expect(() => parser.end()).toThrow('interrupted');
	});
});

test('rows of uneven width are read as fast as even ones', () => {
	const timed = (text: string) => {
		const started = performance.now();
		read(text, {}, 65_536);
		return performance.now() - started;
	};
	const row = 'Ann,+491701234567,en\n';
	timed(row.repeat(30_000));
	const even = Math.min(...[1, 2, 3].map(() => timed(row.repeat(30_000))));
	const uneven = Math.min(...[1, 2, 3].map(() => timed(`a,b\n${row.repeat(30_000)}`)));
	expect(uneven).toBeLessThan(even * 5);
});
