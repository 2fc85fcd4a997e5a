import type { INodeParameters } from 'n8n-workflow';
import { DOCUMENTED_COLUMNS } from '../../../nodes/RcsPromotion/report/columns';
import { toolAnswer } from '../../harness/tool';
import { byId, setups, type Setup } from '../support/setup';
import { SHAPE, withReport } from './support';

const { withService } = setups();

describe('as a tool', () => {
	/** What the agent reads. */
	const call = async ({ engine, credentials }: Setup, promotionId: string, more: INodeParameters = {}) => {
		const given = { resource: 'report', operation: 'getAll', promotionId: byId(promotionId), returnAll: true };
		return toolAnswer(await engine.runTool({ credentials, parameters: { ...given, ...more } }));
	};

	withService(
		'Get Many gives what fits into an answer, without phone numbers, and says that there is more',
		async (setup) => {
			const { promotionId } = withReport(setup, { rows: 5000 });
			const answer = await call(setup, promotionId);
			const rows = JSON.parse(answer) as Array<Record<string, unknown>>;
			// 5,000 tokens at four characters each.
			expect(answer.length).toBeLessThan(20_000);
			expect(rows.at(-1)?.note).toMatch(/^These are the first 100; there are more\./);
			expect(answer).not.toMatch(/\+\d{6}/);
			const few = JSON.parse(await call(setup, promotionId, { returnAll: false, limit: 2 })) as object[];
			const note = expect.stringContaining('These are the first 2; there are more.') as string;
			expect(few.slice(2)).toEqual([{ promotionId, note }]);
		},
	);

	withService('Get Many has an Output of three kinds, each with the ID, which all rows share, once', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 3 });
		const keysOf = async (more: INodeParameters) => {
			const rows = JSON.parse(await call(setup, promotionId, more)) as Array<Record<string, unknown>>;
			expect(rows.at(-1)).toEqual({ promotionId });
			return Object.keys(rows[0] ?? {});
		};
		const shape = SHAPE.filter((name) => !/^(phone|account|promotionId)/.test(name));
		expect(await keysOf({})).toEqual(shape);
		expect(await keysOf({ output: 'simplified', simplify: false })).toEqual(shape);
		expect(await keysOf({ output: 'raw' })).toEqual([...DOCUMENTED_COLUMNS]);
		const chosen = ['status', 'language'];
		expect(await keysOf({ output: 'selectedFields', fields: chosen })).toEqual(chosen);
	});

	withService('Get Many says why there is nothing', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 0 });
		const rows = JSON.parse(await call(setup, promotionId)) as Array<Record<string, unknown>>;
		expect(rows).toEqual([{ note: expect.stringContaining(`The report of ${promotionId} has no rows yet`) as string }]);
	});
});
