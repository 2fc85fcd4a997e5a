import fc from 'fast-check';
import { LineRanges, withoutLines } from '../../../nodes/RcsPromotion/contacts/lineRanges';
import { sourceOf } from './support';

async function cut(text: string, dropped: number[], chunkSize: number): Promise<string> {
	const ranges = new LineRanges();
	for (const line of dropped) ranges.add(line, line + 1);
	const parts: Uint8Array[] = [];
	for await (const part of withoutLines(await sourceOf(text, chunkSize).open(), ranges)) parts.push(part);
	return Buffer.concat(parts).toString('utf8');
}

test('leaves out the lines asked for and not a byte more', async () => {
	const line = fc.tuple(fc.constantFrom('', 'a', 'bc', 'ü,👍', '""'), fc.constantFrom('\n', '\r\n', '\r'));
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(line, fc.boolean()), { maxLength: 12 }),
			fc.constantFrom('', 'end'),
			fc.integer({ min: 1, max: 9 }),
			async (lines, last, chunkSize) => {
				// A lone CR and the LF of an empty next line would be one line break.
				fc.pre(
					!lines.some(([[, end]], index) => end === '\r' && (lines[index + 1]?.[0].join('') ?? '').startsWith('\n')),
				);
				const text = lines.map(([parts]) => parts.join('')).join('') + last;
				const kept = lines.flatMap(([parts, drop]) => (drop ? [] : [parts.join('')])).join('') + last;
				const dropped = lines.flatMap(([, drop], index) => (drop ? [index + 1] : []));
				expect(await cut(text, dropped, chunkSize)).toBe(kept);
			},
		),
		{ numRuns: 2000 },
	);
});

test('takes any number of ranges, touching ones and an endless one', async () => {
	const ranges = new LineRanges();
	expect(ranges.isEmpty).toBe(true);
	for (let line = 1; line < 3000; line += 3) ranges.add(line, line + 2);
	ranges.add(3001, Infinity);
	const isDropped = ranges.reader();
	const kept = Array.from({ length: 4000 }, (_, index) => index + 1).filter((line) => !isDropped(line));
	expect(kept).toEqual(Array.from({ length: 1000 }, (_, index) => index * 3 + 3));
});
