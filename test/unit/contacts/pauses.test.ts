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

/** As people write them: not the form that is read the fastest. */
const spelled = (index: number) => `+49 (0)151 ${10_000_000 + index}`;
const plain = (index: number) => `+49151${10_000_000 + index}`;
const list = (phone: (index: number) => string, length = 50_000) =>
	Array.from({ length }, (_, index) => ({
		id: index,
		properties: { firstname: `Ann ${index}`, phone: phone(index), city: 'Ulm' },
	}));
const fields = { phone: 'properties.phone', name: 'properties.firstname' };

test.each<{ what: string; rows: object[]; doNotContact?: unknown }>([
	{ what: '50,000 contacts', rows: list(plain) },
	{ what: '5,000 contacts as people write them', rows: list(spelled, 5_000) },
	{ what: '50,000 contacts without a number', rows: list(() => 'none') },
	{
		what: '50,000 contacts beside 1,000 records of opt-outs',
		rows: list(plain),
		doNotContact: list(spelled, 1_000).map((json) => ({ json })),
	},
	{
		what: '50,000 contacts beside 20,000 numbers in one text',
		rows: list(plain),
		doNotContact: Array.from({ length: 20_000 }, (_, at) => plain(at + 9)).join(),
	},
	{
		what: '10,000 contacts beside 20,000 numbers in one field',
		rows: list(plain, 10_000),
		doNotContact: [{ json: { x: Array.from({ length: 20_000 }, (_, at) => spelled(at + 9)).join(' or ') } }],
	},
])('$what', async ({ rows, doNotContact }) => {
	const given = doNotContact === undefined ? { fields } : { fields, doNotContact };
	const work = async () => expect((await checkRows(rows, given)).recipients.rows).toBe(rows.length);
	const stretches: number[] = [];
	// Node.js may clear away what was left before, and that holds everything up.
	while (stretches.length < 3 && !stretches.some((ms) => ms < 100)) stretches.push(await longestStretchMs(work));
	expect(Math.min(...stretches)).toBeLessThan(100);
});
