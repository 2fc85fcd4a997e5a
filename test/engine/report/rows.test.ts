import type { IDataObject } from 'n8n-workflow';
import { byId, worlds, type World } from '../support/world';

const { underEveryPersonality, inOneWorld } = worlds();

const SHAPE = [
	'accountId',
	'promotionId',
	'name',
	'phone',
	'phoneDigits',
	'status',
	'timestamp',
	'timestampIso',
	'errorReason',
	'flowId',
	'flowName',
	'retryCount',
	'templateName',
	'language',
];

const rowsOf = async (world: World, promotionId: string, parameters: IDataObject = {}) =>
	await world.run('report.getAll', { promotionId: byId(promotionId), returnAll: true, ...parameters });

describe('Report: Get Many', () => {
	underEveryPersonality('gives every recipient as a typed row', async (world) => {
		const { simulator } = world;
		const { promotionId } = simulator.addPromotion({
			phase: 'completed',
			report: { rows: 2345, failedPerThousand: 10 },
		});
		const facts = simulator.reportFacts(promotionId);
		const { json, items, error } = await rowsOf(world, promotionId);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(facts.rows);
		for (const row of json) expect(Object.keys(row)).toEqual(SHAPE);
		expect(json.filter(({ status }) => status === facts.failedStatus)).toHaveLength(facts.failedRows);
		expect(json.filter(({ errorReason }) => errorReason !== '')).toHaveLength(facts.failedRows);
		const first = json[0] as Record<string, string>;
		expect(first).toMatchObject({ accountId: simulator.accountId, promotionId, retryCount: expect.any(Number) });
		expect(`+${first.phoneDigits ?? ''}`).toBe(first.phone);
		expect(Math.abs(Date.parse(first.timestampIso ?? '') - simulator.now())).toBeLessThan(400 * 24 * 3600 * 1000);
		expect(new Set(json.map(({ phone }) => phone)).size).toBe(2345);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(items[0]?.pairedItem).toBe(items[2344]?.pairedItem);
	});

	underEveryPersonality('reads what trips careless readers', async (world) => {
		const { promotionId } = world.simulator.addPromotion({
			phase: 'completed',
			report: {
				rows: 3,
				awkwardRows: true,
				byteOrderMark: true,
				delimiter: ';',
				columns: ['Phone', 'Status', 'Extra', 'Name', 'Error'],
			},
		});
		const { json } = await rowsOf(world, promotionId);
		expect(json).toHaveLength(world.simulator.reportFacts(promotionId).rows);
		expect(json.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'Anna "Ann" Smith',
				'Smith, Anna',
				'Müller; Søren',
				'Two\nLines',
				'Two\r\nWindows lines',
				'  spaces around  ',
				'名前 👩🏽‍💻',
				'"',
			]),
		);
		expect(json[14]).toMatchObject({ errorReason: 'line one\nline two, "quoted"', language: null, retryCount: null });
	});
});
