/** Broken or enormous lists: n8n goes on with its other work, and the user learns what is wrong with them. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { setups, type Setup } from '../support/setup';

const A = '+491701234501';

const FILE = { recipients: 'csvFile', phoneField: 'phone' };
const ITEMS = { recipients: 'inputItems', phoneField: 'phone' };

const check = async (setup: Setup, text: string) =>
	await setup.run('contactList.check', FILE, { items: [await setup.engine.fileItem(text)] });

/** Processor time: what other processes take does not count. */
const usedMs = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/** For how many milliseconds at a time the work lets nothing else run, and which share of all of it that is. */
async function longestPause(work: () => Promise<unknown>): Promise<{ pause: number; share: number }> {
	const ticks = [usedMs()];
	const ticking = setInterval(() => ticks.push(usedMs()), 1);
	await work();
	ticks.push(usedMs());
	clearInterval(ticking);
	const pause = Math.max(...ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0)));
	return { pause, share: pause / ((ticks.at(-1) ?? 0) - (ticks[0] ?? 0)) };
}

/** Tried three times at most: Node.js may clear away what earlier tests left, and that holds everything up. */
async function expectShortPauses(most: { pause: number; share: number }, work: () => Promise<unknown>) {
	const pauses: unknown[] = [];
	for (let tries = 1; tries <= 3; tries++) {
		const found = await longestPause(work);
		if (found.pause < most.pause && found.share < most.share) return;
		pauses.push(found);
	}
	throw new Error(`n8n was held up for too many milliseconds: ${JSON.stringify(pauses)}`);
}

/** The benchmarks hold it to less than 200 ms. Without a limit, such contacts take seconds. */
const MOST_MS = 1000;

describe.each(binaryModes)('a CSV file in binary mode %s', (binaryMode) => {
	const { withService } = setups({ binaryMode });

	withService('lets n8n do its other work while it is read', async (setup) => {
		const text = `phone,name\n${`${A},"Ann ""A"""\n`.repeat(200_000)}`;
		// Loading the libraries for the first file would hold n8n up as well.
		await check(setup, `phone,name\n${A},Ann\n`);
		await expectShortPauses({ pause: Infinity, share: 0.5 }, async () => {
			expect((await check(setup, text)).json).toMatchObject([
				{ wouldLaunch: true, recipients: { rows: 200_000, ready: 1 } },
			]);
		});
	});
});

describe('more fields, rows and entries than any list has do not hold n8n up', () => {
	const { withService } = setups();
	const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join();
	const others = Array.from({ length: 20_000 }, () => ({ first: 'Ann' }));

	/** What a check of it says first, and whether it holds up. */
	async function look(setup: Setup, inputs: INodeExecutionData[], parameters: INodeParameters, code?: string) {
		await check(setup, `phone,name\n${A},Ann\n`);
		await expectShortPauses({ pause: MOST_MS, share: Infinity }, async () => {
			const { json } = await setup.run('contactList.check', parameters, { items: inputs });
			const { refusals } = json[0] as { refusals: Array<{ code: string }> };
			expect(refusals[0]?.code).toBe(code);
		});
	}

	withService.each<{ what: string; text: () => string; code?: string }>([
		{ what: 'columns', text: () => `${columns(20_000)},phone\n${'1,'.repeat(20_000)}${A}\n` },
		{ what: 'columns without the phone', text: () => `${columns(60_000)}\n1\n`, code: 'missingField' },
		{ what: 'rows that are too long', text: () => `phone\n${`${A},x\n`.repeat(60_000)}`, code: 'tooManyValues' },
		{
			what: 'lines in a value',
			text: () => `phone,note\n${A},"${'a, b\n'.repeat(100_000)}"\n`,
		},
	])('in a file: $what', async (setup, { text, code }) => {
		await look(setup, [await setup.engine.fileItem(text())], FILE, code);
	});

	withService.each<{ what: string; contacts: () => object[]; code: string }>([
		{
			what: 'entries of a list',
			contacts: () => [{ contacts: Array.from({ length: 100_000 }, () => ({ phone: 'x' })) }],
			code: 'missingField',
		},
		{
			what: 'fields',
			contacts: () => [Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 1])), ...others],
			code: 'missingField',
		},
	])('in items: $what', async (setup, { contacts, code }) => {
		const inputs = contacts().map((json) => ({ json: json as IDataObject }));
		await look(setup, inputs, ITEMS, code);
	});

	withService.each<{ what: string; doNotContact: () => string }>([
		{ what: 'lines', doNotContact: () => `${A}${' \n'.repeat(5_000_000)}` },
		{ what: 'commas', doNotContact: () => `${A}${','.repeat(5_000_000)}` },
		{ what: 'entities', doNotContact: () => `${A} ${'&#32;'.repeat(100_000)}` },
		{ what: 'groups of digits', doNotContact: () => `${A} ${'1 '.repeat(1_000_000)}` },
	])('in Do Not Contact: $what', async (setup, { doNotContact }) => {
		const options = { doNotContact: doNotContact() };
		await look(setup, [{ json: { phone: A } }], { ...ITEMS, options }, 'nobodyLeft');
	});
});

describe('a row of more than 1 MB', () => {
	const { withService } = setups();

	withService('is refused with its line, though it is quoted as it should be', async (setup) => {
		const value = `"${'said ""Hello"",\n'.repeat(80_000)}"`;
		const { json } = await check(setup, `phone,name\n${A},Ann\n${A},${value}\n`);
		expect(json).toMatchObject([
			{
				wouldLaunch: false,
				refusals: [
					{
						code: 'longRow',
						message: 'Line 3: the row is longer than 1 MB',
						advice: expect.stringMatching(/remove the column/) as string,
						lines: [3],
					},
				],
			},
		]);
	});

	withService(
		'that a quotation mark makes of all that follows is refused with the line of that quotation mark',
		async (setup) => {
			const { json } = await check(setup, `phone,name\n${A},"Ann\n${`${A},Bo\n`.repeat(100_000)}`);
			const advice = expect.stringMatching(/^If a quotation mark .* is never closed/) as string;
			expect(json).toMatchObject([{ refusals: [{ code: 'longRow', lines: [2], advice }] }]);
		},
	);
});
