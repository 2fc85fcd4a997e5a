import fc from 'fast-check';
import { ReportParser } from '../../../nodes/RcsPromotion/report/reportParser';
import { KeyWatch } from '../../../nodes/service/keyWatch';

interface Shown {
	text: string;
	suspected: boolean;
}

/** Reads a report in pieces of these sizes, as it would arrive; asks about every n-th row only, as a filter does. */
function read(key: string, report: string, sizes: readonly number[], every = 1): Shown[] {
	const watch = new KeyWatch(key);
	const shown: Shown[] = [];
	let rows = 0;
	const parser = new ReportParser(
		{ contentType: 'text/csv', isProvenWhole: () => true },
		{ watch: { see: (text) => watch.see(text), suspects: () => false }, hide: (text) => text },
	);
	const readRows = () => {
		for (; parser.advance(); rows++) {
			const text = parser.row.text(parser.columns?.position('Error') ?? -1);
			if (rows % every === 0) shown.push({ text, suspected: watch.suspects() });
		}
	};
	const bytes = Buffer.from(report);
	for (let at = 0, piece = 0; at < bytes.length; piece++) {
		const chunk = bytes.subarray(at, at + (sizes[piece % sizes.length] as number));
		parser.add(chunk);
		readRows();
		at += chunk.length;
	}
	parser.end();
	readRows();
	return shown;
}

const reportOf = (cells: readonly string[], newline = '\n', ending = newline) =>
	['Phone,Error', ...cells.map((cell, row) => `+49151${row},"${cell.replaceAll('"', '""')}"`)].join(newline) + ending;

const letters = (units: string) => fc.constantFrom(...units.split(''));
const keyOf = fc.oneof(
	fc.uuid(),
	fc.string({ unit: letters('0123456789'), minLength: 8, maxLength: 20 }),
	fc.string({ unit: letters('abcdefXYZ019'), minLength: 8, maxLength: 40 }),
	fc.string({ unit: letters('abc~.-'), minLength: 8, maxLength: 20 }),
	fc.string({ unit: letters('ab1/+"=&% ä'), minLength: 8, maxLength: 20 }).filter((key) => key.trim().length >= 8),
);
const spellings = [
	(key: string) => key,
	encodeURIComponent,
	(key: string) => JSON.stringify(key),
	(key: string) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
	// As Java's URLEncoder does.
	(key: string) => encodeURIComponent(key).replaceAll('~', '%7E'),
	(key: string) => Buffer.from(key).toString('base64'),
	(key: string) => Buffer.from(key).toString('base64url'),
	(key: string) => encodeURIComponent(Buffer.from(key).toString('base64')),
];

describe('A row that holds the key', () => {
	it('is always suspected, however the report falls into pieces', () => {
		const cell = fc.record({
			before: fc.string({ maxLength: 30 }),
			spelling: fc.option(fc.nat({ max: spellings.length - 1 }), { freq: 3 }),
			after: fc.string({ maxLength: 300 }),
		});
		fc.assert(
			fc.property(
				keyOf,
				fc.array(cell, { minLength: 1, maxLength: 40 }),
				fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 700 })), { minLength: 1 }),
				fc.integer({ min: 1, max: 3 }),
				fc.constantFrom('\n', '\r\n'),
				fc.boolean(),
				(key, cells, sizes, every, newline, ended) => {
					const holding = cells.map(({ spelling }) => spelling !== null);
					const texts = cells.map(
						({ before, spelling, after }) =>
							before + (spelling === null ? '' : (spellings[spelling]?.(key.trim()) ?? '')) + after,
					);
					const shown = read(key, reportOf(texts, newline, ended ? newline : ''), sizes, every);
					const asked = holding.filter((_, row) => row % every === 0);
					expect(shown).toHaveLength(asked.length);
					asked.forEach((holds, row) => holds && expect(shown[row]?.suspected).toBe(true));
				},
			),
			{ numRuns: 1500 },
		);
	});

	it.each([64, 1000, 64 * 1024])('is one of few that are suspected, in pieces of %i bytes', (size) => {
		const key = 'sk-7Hq2LmZx9RtYv4';
		const cells = Array.from({ length: 20_000 }, (_, row) => (row === 12_345 ? key : `Not reachable over RCS ${row}`));
		const suspected = read(key, reportOf(cells), [size]).filter((row) => row.suspected);
		expect(suspected.map(({ text }) => text)).toContain(key);
		// The rows of the piece, and those at its ends.
		expect(suspected.length).toBeLessThanOrEqual(size / 20 + 3);
	});
});

it('A key that is too short to be told from data is not looked for', () => {
	expect(read('1234567', reportOf(['1234567']), [1000])).toEqual([{ text: '1234567', suspected: false }]);
});
