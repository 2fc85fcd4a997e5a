import type { INodeParameters } from 'n8n-workflow';
import { byId, worlds, type World } from '../support/world';

const { underEveryPersonality, inOneWorld } = worlds();

/** As a service may write down what it refused; that none of it comes out is looked for after each run of a world. */
const echoes = (key: string) => [
	`Key ${key} was refused`,
	`at ?key=${encodeURIComponent(key)}`,
	`{"key":${JSON.stringify(key)}}`,
	`=Key(${key})`,
];
const HIDDEN = ['Key [hidden] was refused', 'at ?key=[hidden]', '{"key":"[hidden]"}', '=Key([hidden])'];

const reportThatEchoes = ({ simulator }: World, cell: string, rows = 3000) => {
	const extraRows = echoes(simulator.apiKey).map((echo) => ({ Name: 'Ann', [cell]: echo }));
	return simulator.addPromotion({ phase: 'completed', report: { rows, extraRows } }).promotionId;
};

const rowsOf = async ({ run }: World, promotionId: string, parameters: INodeParameters = {}) =>
	await run('report.getAll', { promotionId: byId(promotionId), returnAll: true, ...parameters });

describe('a report that repeats the key', () => {
	underEveryPersonality('gives rows without it, and leaves the others as they are', async (world) => {
		const promotionId = reportThatEchoes(world, 'Error');
		const { json, error } = await rowsOf(world, promotionId);
		expect(error).toBeUndefined();
		expect(json.slice(0, 4).map(({ name, errorReason }) => [name, errorReason])).toEqual(
			HIDDEN.map((text) => ['Ann', text]),
		);
		const { promotionId: plain } = world.simulator.addPromotion({ phase: 'completed', report: { rows: 3000 } });
		const others = (await rowsOf(world, plain)).json;
		const told = (rows: typeof json) =>
			rows.map(({ name, phone, status, errorReason }) => [name, phone, status, errorReason]);
		expect(told(json.slice(4))).toEqual(told(others));
	});

	inOneWorld('gives rows as they are without it as well, whatever the column', async (world) => {
		const { simulator } = world;
		const columns = ['Phone', `Of ${simulator.apiKey}`, 'Timestamp', 'RetryCount', 'Status'];
		for (const cell of columns) {
			const extraRows = [{ [cell]: `is ${simulator.apiKey}` }];
			const report = { rows: 2, extraRows, columns };
			const { promotionId } = simulator.addPromotion({ phase: 'completed', report });
			const { json } = await rowsOf(world, promotionId, { simplify: false });
			const names = ['Phone', 'Of [hidden]', 'Timestamp', 'RetryCount', 'Status'];
			expect(Object.keys(json[0] ?? {})).toEqual([...names, 'promotionId', 'accountId']);
			expect(json.map((row) => row[names[columns.indexOf(cell)] ?? ''] === 'is [hidden]')).toEqual([
				true,
				false,
				false,
			]);
			expect((await rowsOf(world, promotionId)).json).toHaveLength(3);
		}
	});

	inOneWorld('gives filtered rows without it', async (world) => {
		const promotionId = reportThatEchoes(world, 'Error');
		const filters = { errorReason: 'with' };
		const { json } = await rowsOf(world, promotionId, { filters });
		expect(json.slice(0, 4).map(({ errorReason }) => errorReason)).toEqual(HIDDEN);
	});

	inOneWorld('may arrive in pieces of any size', async (world) => {
		const promotionId = reportThatEchoes(world, 'Error', 3);
		for (const bytes of [5, 17, 64]) {
			world.simulator.misbehave({ endpoint: 'report', fault: { kind: 'trickle', bytes, everyMs: 1 } });
			const { json } = await rowsOf(world, promotionId);
			expect(json.slice(0, 4).map(({ errorReason }) => errorReason)).toEqual(HIDDEN);
		}
	});

	underEveryPersonality('is summarized without it', async (world) => {
		const promotionId = reportThatEchoes(world, 'Error', 1000);
		const { json } = await world.run('report.summarize', {
			promotionId: byId(promotionId),
			options: { summary: true },
		});
		expect(json[0]?.byErrorReason).toMatchObject(Object.fromEntries(HIDDEN.map((text) => [text, 1])));
		expect(json[0]?.rows).toBe(1004);
		expect(json[0]?.summaryText).toContain('Key [hidden] was refused');
	});

	inOneWorld('counts what differs only in the key together', async ({ simulator, run }) => {
		const spelled = [simulator.apiKey, encodeURIComponent(simulator.apiKey), simulator.apiKey];
		const extraRows = spelled.map((key) => ({ Status: `no ${key}`, TemplateName: key, Language: key }));
		const report = { rows: 0, extraRows };
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report });
		const { json } = await run('report.summarize', { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({
			byStatus: { 'no [hidden]': 3 },
			byTemplate: { '[hidden]': 3 },
			byLanguage: { '[hidden]': 3 },
		});
	});

	inOneWorld('is cut out of long texts before they are shortened', async (world) => {
		const { simulator, run } = world;
		const half = simulator.apiKey.slice(0, 6);
		const extraRows = Array.from({ length: 30 }, (_, index) => {
			const text = `${'x'.repeat(275 + index)}${simulator.apiKey} and so on`;
			return { Status: text, Error: text };
		});
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 0, extraRows } });
		const { json } = await run('report.summarize', { promotionId: byId(promotionId), options: { summary: true } });
		expect(json[0]?.rows).toBe(30);
		expect(JSON.stringify(json)).not.toContain(JSON.stringify(half).slice(1, -1));
		const { hints } = await rowsOf(world, promotionId, { filters: { statuses: ['bounced'] } });
		expect(hints.map(({ message }) => message).join('\n')).toContain('xxx');
		expect(hints.map(({ message }) => message).join('\n')).not.toContain(half);
	});

	underEveryPersonality('names the statuses there are without it', async (world) => {
		const promotionId = reportThatEchoes(world, 'Status', 0);
		const { hints } = await rowsOf(world, promotionId, { filters: { statuses: ['bounced'] } });
		expect(hints.map(({ message }) => message).join('\n')).toContain('Key [hidden] was refused');
	});

	inOneWorld.each(['report.getAll', 'report.summarize', 'report.download'])(
		'says what came instead without it, wherever the words are cut: %s',
		async ({ simulator, run }, operation) => {
			const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 5 } });
			for (let before = 270; before <= 305; before += 5) {
				for (const [contentType, body] of [
					['text/plain', `${'x'.repeat(before)} ${simulator.apiKey} and so on`],
					['text/html', `<html><title>${'x'.repeat(before)} ${simulator.apiKey} and so on</title></html>`],
				] as const) {
					simulator.misbehave({ endpoint: 'report', fault: { kind: 'status', status: 200, body, contentType } });
					const { error } = await run(operation, { promotionId: byId(promotionId), returnAll: true });
					expect(error?.message).toContain('xxx');
					expect(`${error?.message} ${error?.description}`).not.toContain(simulator.apiKey.slice(0, 6));
				}
			}
		},
	);

	inOneWorld.each(['report.getAll', 'report.download'])(
		'says why it was refused without it, wherever the words are cut: %s',
		async ({ simulator, run }, operation) => {
			const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 5 } });
			for (let before = 1; before <= 305; before += 8) {
				const body = JSON.stringify({ message: `${'x'.repeat(before)} ${simulator.apiKey} and so on` });
				simulator.misbehave({ endpoint: 'report', fault: { kind: 'status', status: 400, body } });
				const { error } = await run(operation, { promotionId: byId(promotionId), returnAll: true });
				const said = `${error?.message} ${error?.description}`;
				expect(said).toContain('x');
				expect(said).not.toContain(simulator.apiKey.slice(0, 6));
			}
		},
	);
});
