/** Contacts that nobody means to send: n8n goes on working for everybody else, and the user is told what is wrong with them. */
import { binaryModes } from '../../harness/binaryStore';
import { worlds, type World } from '../support/world';

const A = '+491701234501';

const check = async (world: World, text: string) =>
	await world.run('contactList.check', { recipients: 'csvFile' }, { items: [await world.engine.fileItem(text)] });

describe.each(binaryModes)('a CSV file in binary mode %s', (binaryMode) => {
	const { inOneWorld } = worlds({ binaryMode });

	inOneWorld('lets n8n do its other work while it is read', async (world) => {
		const text = `phone,name\n${`${A},"Ann ""A"""\n`.repeat(200_000)}`;
		// Loading the libraries for the first file would hold n8n up as well.
		await check(world, `phone,name\n${A},Ann\n`);
		const ticks = [performance.now()];
		const ticking = setInterval(() => ticks.push(performance.now()), 1);
		const { json } = await check(world, text);
		ticks.push(performance.now());
		clearInterval(ticking);
		expect(json).toMatchObject([{ ready: true, recipients: { rows: 200_000, ready: 1 } }]);
		const gaps = ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0));
		const whole = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0);
		expect(Math.max(...gaps)).toBeLessThan(whole / 2);
	});
});

describe('a row of more than 1 MB', () => {
	const { inOneWorld } = worlds();

	inOneWorld('is refused with its line, though it is quoted as it should be', async (world) => {
		const value = `"${'said ""Hello"",\n'.repeat(80_000)}"`;
		const { json } = await check(world, `phone,name\n${A},Ann\n${A},${value}\n`);
		expect(json).toMatchObject([
			{
				ready: false,
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

	inOneWorld(
		'that a quotation mark makes of all that follows is told with the line of that quotation mark',
		async (world) => {
			const { json } = await check(world, `phone,name\n${A},"Ann\n${`${A},Bo\n`.repeat(100_000)}`);
			const advice = expect.stringMatching(/^If a quotation mark .* is never closed/) as string;
			expect(json).toMatchObject([{ refusals: [{ code: 'longRow', lines: [2], advice }] }]);
		},
	);
});
