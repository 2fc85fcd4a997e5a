/** While contacts are checked, n8n goes on with its other work: the editor, webhooks, health checks. */
import { checkFile, checkRows, codes, type Checked } from './support';

/** Processor time: what other programs take does not count. */
const usedMs = () => process.cpuUsage().user / 1000;

/** The longest time in which nothing else could run. */
async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
	const ticks = [usedMs()];
	const ticking = setInterval(() => ticks.push(usedMs()), 1);
	await work().finally(() => clearInterval(ticking));
	ticks.push(usedMs());
	return Math.max(...ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0)));
}

/** Tried three times at most: Node.js may clear away what was left before, and that holds everything up. */
async function expectShortStretches(mostMs: number, work: () => Promise<unknown>): Promise<void> {
	const stretches: number[] = [];
	while (stretches.length < 3 && !stretches.some((ms) => ms < mostMs)) stretches.push(await longestStretchMs(work));
	expect(Math.min(...stretches)).toBeLessThan(mostMs);
}

/** As people write them: not the form that is read the fastest. */
const spelled = (index: number) => `+49 (0)151 ${10_000_000 + index}`;
const plain = (index: number) => `+49151${10_000_000 + index}`;
const list = (phone: (index: number) => string, length = 50_000) =>
	Array.from({ length }, (_, index) => ({
		id: index,
		properties: { firstname: `Ann ${index}`, phone: phone(index), city: 'Ulm' },
	}));
const numbers = Array.from({ length: 20_000 }, (_, at) => plain(at + 9)).join();

describe('a long list holds nothing up', () => {
	const fields = { phone: 'properties.phone', name: 'properties.firstname' };
	test.each<[what: string, rows: object[], doNotContact: unknown]>([
		['5,000 contacts as people write them', list(spelled, 5_000), undefined],
		['50,000 contacts without a number', list(() => 'none'), undefined],
		['50,000 contacts beside 1,000 records of opt-outs', list(plain), list(spelled, 1_000)],
		['50,000 contacts beside 20,000 numbers in one text', list(plain), numbers],
		[
			'10,000 contacts beside 20,000 numbers in one field',
			list(plain, 10_000),
			[{ x: numbers.replaceAll(',', ' or ') }],
		],
	])('%s', async (_, rows, doNotContact) => {
		await expectShortStretches(100, async () => {
			const { recipients } = await checkRows(rows, { fields, doNotContact });
			expect(recipients.rows).toBe(rows.length);
		});
	});

	test('200,000 rows of a file', async () => {
		const text = `phone,name\n${`${plain(1)},"Ann ""A"""\n`.repeat(200_000)}`;
		await expectShortStretches(100, async () => expect((await checkFile(text)).recipients.rows).toBe(200_000));
	});
});

/** Each takes seconds if its size is not limited, or if it is looked at more than once. */
describe('more columns, rows and entries than any list has do not hold up n8n for a second', () => {
	const A = plain(1);
	const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join();
	const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
	const beside = async (doNotContact: string) => await checkRows([{ phone: A }], { doNotContact });
	test.each<[what: string, code: string | undefined, check: () => Promise<Checked>]>([
		['columns without the phone', 'missingField', async () => await checkFile(`${columns(60_000)}\n1\n`)],
		['long rows', 'tooManyValues', async () => await checkFile(`phone\n${`${A},x\n`.repeat(60_000)}`)],
		['lines in a value', undefined, async () => await checkFile(`phone,note\n${A},"${'a, b\n'.repeat(100_000)}"\n`)],
		['entries of a list', 'missingField', async () => await checkRows([{ contacts: list(plain, 100_000) }])],
		['fields', 'missingField', async () => await checkRows([fields(50_000), ...list(plain, 20_000)])],
		['lines of opt-outs', 'nobodyLeft', async () => await beside(`${A}${' \n'.repeat(5_000_000)}`)],
		['entities of opt-outs', 'nobodyLeft', async () => await beside(`${A} ${'&#32;'.repeat(100_000)}`)],
		['groups of digits of opt-outs', 'nobodyLeft', async () => await beside(`${A} ${'1 '.repeat(1_000_000)}`)],
	])('%s', async (_, code, check) => {
		await expectShortStretches(1_000, async () => expect(codes((await check()).refusals)[0]).toBe(code));
	});
});
