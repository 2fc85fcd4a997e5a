import fc from 'fast-check';
import { CsvFault, readCsv } from '../../../nodes/vendor/csvParse';

interface Read {
	rows: string[][];
	lines: number[];
	fault?: CsvFault;
}

async function read(text: string | Uint8Array, chunkSize = 7, delimiter = ','): Promise<Read> {
	const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
	const chunks = async function* () {
		for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.slice(at, at + chunkSize);
	};
	const found: Read = { rows: [], lines: [] };
	try {
		for await (const portion of readCsv(chunks(), delimiter)) {
			for (const { values, line } of portion) {
				found.rows.push(values);
				found.lines.push(line);
			}
		}
	} catch (thrown) {
		if (!(thrown instanceof CsvFault)) throw thrown;
		found.fault = thrown;
	}
	return found;
}

const ab12 = [
	['a', 'b'],
	['1', '2'],
];

describe('rows and their lines', () => {
	const cases: Array<[string, string, string[][], number[]]> = [
		['plain rows', 'a,b\n1,2\n', ab12, [1, 2]],
		['no line break at the end', 'a,b\n1,2', ab12, [1, 2]],
		['CR LF', 'a,b\r\n1,2\r\n', ab12, [1, 2]],
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
		await fc.assert(
			fc.asyncProperty(
				table,
				lineBreak,
				fc.integer({ min: 1, max: 12 }),
				fc.boolean(),
				async (written, newline, chunkSize, last) => {
					let line = 1;
					const lines: number[] = [];
					const texts: string[] = [];
					for (const row of written) {
						const text = row.map((entry) => `"${entry.replaceAll('"', '""')}"`).join(',');
						lines.push(line);
						texts.push(text);
						line += text.split('\n').length;
					}
					const text = texts.join(newline) + (last && texts.length > 0 ? newline : '');
					const result = await read(text, chunkSize);
					expect(result.rows).toEqual(written);
					expect(result.lines).toEqual(lines);
				},
			),
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

test('one delimiter leaves the others in the value', async () => {
	expect((await read('a;b,c', 7, ';')).rows).toEqual([['a', 'b,c']]);
});

describe('faults come after the rows before them, and name the line the row begins on and the value', () => {
	test.each<[string, Partial<CsvFault>, number]>([
		['a,b\n1,"x\ny\n', { line: 2, column: 2 }, 1],
		['a\n"x\r\ny"\r\n"z" 1\n', { line: 4, column: 1 }, 2],
		['a\n"x\r\ny"\r\n"z" 1\nb\nc\n', { line: 4, column: 1 }, 2],
		['a,b\n\n1,5" pipe\n', { line: 3, column: 2 }, 2],
		['"a\n\nb","c\n\n"x,1', { line: 1, column: 2 }, 0],
	])('%j', async (text, fault, rows) => {
		for (const chunkSize of [1, 4, 1000]) {
			const result = await read(text, chunkSize);
			expect(result.fault).toMatchObject(fault);
			expect(result.rows).toHaveLength(rows);
		}
	});
	test('a row that never ends is given up before it fills the memory', async () => {
		const endless = `a\nb\n"${'x\n'.repeat(2_000_000)}`;
		expect((await read(endless, 65_536)).fault).toMatchObject({ line: 3 });
	});
	test('what the bytes throw comes through unchanged, and what is left early is closed', async () => {
		const refusal = new RangeError('enough');
		let closed = 0;
		const bytes = async function* (throws: boolean) {
			try {
				for (let count = 0; count < 50; count++) yield Buffer.from('a\n'.repeat(1000));
				if (throws) throw refusal;
			} finally {
				closed++;
			}
		};
		const all = async (throws: boolean, stops: boolean) => {
			for await (const _ of readCsv(bytes(throws), ',')) if (stops) return;
		};
		await expect(all(true, false)).rejects.toBe(refusal);
		await all(false, true);
		expect(closed).toBe(2);
	});
});
