import type { INodeParameters } from 'n8n-workflow';
import { DOCUMENTED_COLUMNS } from '../../../nodes/RcsPromotion/report/columns';
import { toolAnswer } from '../../harness/tool';
import { byId, setups, type Setup } from '../support/setup';
import { SHAPE, withReport } from './support';

const { withService } = setups();

describe('as a tool', () => {
	/** What the agent reads. */
	const call = async (
		setup: Setup,
		operation: string,
		promotionId: string,
		more: INodeParameters = {},
		filledIn: Record<string, string> = {},
	) => {
		const result = await setup.engine.runTool({
			credentials: setup.credentials,
			parameters: { resource: 'report', operation, promotionId: byId(promotionId), returnAll: true, ...more },
			calls: [filledIn],
		});
		return toolAnswer(result);
	};

	withService(
		'Get Many gives what fits into an answer, without phone numbers, and says that there is more',
		async (setup) => {
			const { promotionId } = withReport(setup, { rows: 5000 });
			const answer = await call(setup, 'getAll', promotionId);
			const rows = JSON.parse(answer) as Array<Record<string, unknown>>;
			// 5,000 tokens at four characters each.
			expect(answer.length).toBeLessThan(20_000);
			expect(rows.at(-1)?.note).toMatch(/^These are the first 100; there are more\./);
			expect(answer).not.toMatch(/\+\d{6}/);
			const few = JSON.parse(await call(setup, 'getAll', promotionId, { returnAll: false, limit: 2 })) as object[];
			const note = expect.stringContaining('These are the first 2; there are more.') as string;
			expect(few.slice(2)).toEqual([{ promotionId, note }]);
		},
	);

	withService('Get Many has an Output of three kinds, each with the ID, which all rows share, once', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 3 });
		const keysOf = async (more: INodeParameters) => {
			const rows = JSON.parse(await call(setup, 'getAll', promotionId, more)) as Array<Record<string, unknown>>;
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
		const rows = JSON.parse(await call(setup, 'getAll', promotionId)) as Array<Record<string, unknown>>;
		expect(rows).toEqual([{ note: expect.stringContaining(`The report of ${promotionId} has no rows yet`) as string }]);
	});

	withService('takes what the model leaves empty for not given', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 3 });
		const filters = { phone: "={{ $fromAI('phone') }}", statuses: "={{ $fromAI('statuses') }}" };
		const answer = await call(setup, 'getAll', promotionId, { filters }, { phone: '', statuses: '' });
		expect(JSON.parse(answer)).toHaveLength(3 + 1);
	});

	withService('Download is refused with a sentence', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 1 });
		expect(await call(setup, 'download', promotionId)).toContain('an AI agent cannot use');
		expect(setup.requests('report')).toBe(0);
	});
});
