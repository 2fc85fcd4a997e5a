import fc from 'fast-check';
import { readCsv } from '../../../nodes/vendor/csvParse';

async function read(text: string, chunkSize = 7, delimiter = ',') {
	const bytes = new TextEncoder().encode(text);
	const chunks = async function* () {
		for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.slice(at, at + chunkSize);
	};
	const found: { rows: string[][]; lines: number[]; unreadable?: object } = { rows: [], lines: [] };
	for await (const { rows, unreadable } of readCsv(chunks(), delimiter)) {
		for (const { values, line } of rows) {
			found.rows.push(values);
			found.lines.push(line);
		}
		if (unreadable) found.unreadable = unreadable;
	}
	return found;
}

describe('rows and their lines', () => {
	const cases: Array<[string, string, string[][], number[]]> = [
		[
			'no line break at the end',
			'a,b\n1,2',
			[
				['a', 'b'],
				['1', '2'],
			],
			[1, 2],
		],
		['line breaks of both kinds in one file', 'a\r\nb\nc\rd', [['a'], ['b'], ['c\rd']], [1, 2, 3]],
		['empty lines', 'a\n\n\r\nb\n', [['a'], [''], [''], ['b']], [1, 2, 3, 4]],
		['a line break inside quotation marks', 'a\n"x\ny"\nb', [['a'], ['x\ny'], ['b']], [1, 2, 4]],
		['CR LF inside quotation marks', 'a\r\n"x\r\ny\r\n"\r\nb', [['a'], ['x\r\ny\r\n'], ['b']], [1, 2, 5]],
		['doubled quotation marks', '"say ""hi""",b', [['say "hi"', 'b']], [1]],
		['empty values, also quoted', ',"",x,', [['', '', 'x', '']], [1]],
		['spaces are kept', ' a , b ', [[' a ', ' b ']], [1]],
		['rows of any width', 'a,b,c\n1\n1,2,3,4', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']], [1, 2, 3]],
		['a byte order mark', '\ufeffname\nJürgen', [['name'], ['Jürgen']], [1, 2]],
		['letters of several bytes', 'é,名前,👍\n', [['é', '名前', '👍']], [1]],
		['a text like a number stays a text', '007,1e3,+49 170', [['007', '1e3', '+49 170']], [1]],
		['nothing', '', [], []],
	];

	test('one delimiter leaves the others in the value', async () => {
		expect((await read('a;b,c', 7, ';')).rows).toEqual([['a', 'b,c']]);
	});

	test.each(cases)('%s', async (_name, text, rows, lines) => {
		for (const chunkSize of [1, 2, 3, 5, 1000]) {
			const result = await read(text, chunkSize);
			expect({ rows: result.rows, lines: result.lines, chunkSize }).toEqual({ rows, lines, chunkSize });
		}
	});

	test('whatever is written comes back, with the line each row begins on', async () => {
		const value = fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 8 }),
			fc.stringMatching(/^[a-z0-9 ,;"\r\n]{0,8}$/),
			fc.constant('\r\n'),
		);
		const table = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
		const lineBreak = fc.constantFrom('\n', '\r\n');
		const given = [table, lineBreak, fc.integer({ min: 1, max: 12 }), fc.boolean()] as const;
		await fc.assert(
			fc.asyncProperty(...given, async (written, newline, chunkSize, last) => {
				const texts = written.map((row) => row.map((entry) => `"${entry.replaceAll('"', '""')}"`).join(','));
				const result = await read(texts.join(newline) + (last && texts.length > 0 ? newline : ''), chunkSize);
				expect(result.rows).toEqual(written);
				const lines = texts.map((_, at) => texts.slice(0, at).join('\n').split('\n').length + (at > 0 ? 1 : 0));
				expect(result.lines).toEqual(lines);
			}),
			{ numRuns: 300 },
		);
	});

	test('one large chunk is read like many small ones', async () => {
		const text = Array.from({ length: 10_000 }, (_, at) => `${at},"line\nbreak"`).join('\r\n');
		const whole = await read(text, Infinity);
		expect(whole.lines.at(-1)).toBe(19_999);
		expect(whole.rows).toHaveLength(10_000);
		expect(whole).toEqual(await read(text, 1009));
	});
});

describe('a row that cannot be read comes after those before it, with the line it begins on', () => {
	test.each<[text: string, line: number, rows: number]>([
		['a,b\n1,"x\ny\n', 2, 1],
		['a\n"x\r\ny"\r\n"z" 1\n', 4, 2],
		['a\n"x\r\ny"\r\n"z" 1\nb\nc\n', 4, 2],
		['a,b\n\n1,5" pipe\n', 3, 2],
		['"a\n\nb","c\n\n"x,1', 1, 0],
	])('%j', async (text, line, rows) => {
		for (const chunkSize of [1, 4, 1000]) {
			const result = await read(text, chunkSize);
			expect(result.unreadable).toEqual({ why: 'brokenQuotes', line });
			expect(result.rows).toHaveLength(rows);
		}
	});
});

describe('a row of more than 1 MB', () => {
	const MB = 1024 * 1024;
	const lineOf = (length: number, start = '') => `${start.padEnd(length - 1, 'x')}\n`;
	const quoted = (length: number) => `"${'""\n\n'.repeat(length / 4)}"`;
	const people = 'Ann,+4917\n'.repeat(MB / 9);

	test.each<[what: string, text: string, line: number | undefined]>([
		['is none of exactly 1 MB', `a\n${lineOf(MB)}b\n`, undefined],
		['is none where it begins within a piece', `${lineOf(5000)}${lineOf(MB)}${lineOf(5000)}`, undefined],
		['is none of many lines in quotation marks', `a\n${quoted(MB - 20)}\nb\n`, undefined],
		['is reported with its line', `a\n"b\n"\n${lineOf(MB + 1)}c\n`, 4],
		['is reported at the end of the file', lineOf(MB + 2).trim(), 1],
		['of a value in quotation marks', `a\n1,${quoted(1.1 * MB)}\nb\n`, 2],
		['of such a value at the end of the file', `a\n${quoted(3 * MB)}`, 2],
		['of doubled quotation marks alone', `a\n"${'""'.repeat(MB)}"\n`, 2],
		['after a quotation mark that is never closed', `a\n1,"b\n${people}`, 2],
		['after a quotation mark within a value', `a\nb,5" pipe\n${people}`, 2],
	])('%s', async (_, text, line) => {
		for (const chunkSize of [65_536, Infinity]) {
			const result = await read(text, chunkSize);
			expect(result.unreadable).toEqual(line && { why: 'longRow', line });
			expect(result.rows.length).toBeGreaterThanOrEqual(line ? line - 2 : 2);
		}
	});
});

test('quotation marks in a long row take no longer than in short ones', async () => {
	const timeOf = async (rows: number) => {
		const text = `"${'""'.repeat(500_000 / rows)}"\n`.repeat(rows);
		const times: number[] = [];
		for (let run = 0; run < 3; run++) {
			const startedAt = performance.now();
			expect((await read(text, 65_536)).rows).toHaveLength(rows);
			times.push(performance.now() - startedAt);
		}
		return Math.min(...times);
	};
	const short = await timeOf(100);
	// Looking at the beginning of a row again for each piece of it took fifty times as long.
	expect(await timeOf(1)).toBeLessThan(20 * short);
});
