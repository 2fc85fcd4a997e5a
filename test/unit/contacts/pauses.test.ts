/** While a long list is checked, n8n goes on with its other work: the editor, webhooks, health checks. */
import { checkRows } from './support';

/** Processor time: what other programs take does not count. */
const usedMs = () => process.cpuUsage().user / 1000;

/** The longest time in which nothing else could run. */
async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
	const ticks = [usedMs()];
	const ticking = setInterval(() => ticks.push(usedMs()), 1);
	await work();
	clearInterval(ticking);
	ticks.push(usedMs());
	return Math.max(...ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0)));
}

const COUNT = 50_000;
/** As people write them: not the form that is read the fastest. */
const spelled = (index: number) => `+49 (0)151 ${10_000_000 + index}`;
const plain = (index: number) => `+49151${10_000_000 + index}`;
const list = (phone: (index: number) => string) =>
	Array.from({ length: COUNT }, (_, index) => ({
		id: index,
		properties: { firstname: `Ann ${index}`, phone: phone(index), city: 'Ulm' },
	}));
const fields = { phone: 'properties.phone', name: 'properties.firstname' };

test.each<[string, object[], unknown]>([
	['50,000 contacts', list(plain), undefined],
	['50,000 contacts as people write them', list(spelled), undefined],
	['50,000 contacts without a number', list(() => 'none'), undefined],
	[
		'as many beside 20,000 records of opt-outs',
		list(plain),
		list(spelled)
			.slice(0, 20_000)
			.map((json) => ({ json })),
	],
	['as many beside 200,000 numbers in one text', list(plain), Array.from({ length: 200_000 }, (_, at) => plain(at)).join()],
	[
		'as many beside 200,000 numbers in one field',
		list(plain),
		[{ json: { x: Array.from({ length: 200_000 }, (_, at) => spelled(at)).join(' or ') } }],
	],
])('%s', async (_, rows, doNotContact) => {
	const given = doNotContact === undefined ? { fields } : { fields, doNotContact };
	const work = async () => expect((await checkRows(rows, given)).recipients.rows).toBe(COUNT);
	const stretches: number[] = [];
	// Node.js may clear away what was left before, and that holds everything up.
	while (stretches.length < 3 && !stretches.some((ms) => ms < 100)) stretches.push(await longestStretchMs(work));
	expect(Math.min(...stretches)).toBeLessThan(100);
});
