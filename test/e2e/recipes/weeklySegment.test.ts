import type { WorkflowNode } from '../../../tools/n8n/restClient';
import { COUNTINGS, eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

const HOUR = 3_600_000;
const FINE = { attempted: 2_000, sent: 1_990, failed: 10, delivered: 1_900, read: 900, interacted: 90, optout: 2 };
const EVERY_WEEK = { trigger: 'Tuesdays at ten' };

describe.each(COUNTINGS)('Send a weekly RCS campaign to a segment without opt-outs, $where', ({ countersAre }) => {
	const imported = eachTimeAnew('weekly-segment-without-opt-outs.json', countersAre);
	const atHour = async (hour: number) => {
		const nodes = imported().workflow.nodes.map((node) => (node.name === 'By day?' ? withHour(node, hour) : node));
		return await imported().changed(`at ${hour}`, { nodes });
	};
	let run: RecipeRun;
	/** Nobody knows when the tests run. */
	beforeEach(async () => void (run = await atHour(10)));
	const recipe = () => run;

	it('says that it is late, and sends nothing', async () => {
		const night = await atHour(20);
		const execution = await night.execute(EVERY_WEEK);
		expect(night.texts(execution, 'Say that it is late')).toEqual([expect.stringMatching(/No campaign this week/)]);
		expect(night.launches()).toEqual([]);
	});

	it('sends to the test phones, and leaves out who has opted out', async () => {
		const run = recipe();
		const execution = await run.execute(EVERY_WEEK);
		expect(run.items(execution, 'Launch')).toMatchObject([{ recipients: { ready: 5, doNotContact: 1 } }]);
		expect(run.sizes()).toEqual([2]);
	});

	it('says that nobody is in the segment, and sends nothing', async () => {
		const elsewhere = recipe()
			.pinned('Read customers')
			.filter(({ json }) => json.City !== 'Berlin');
		const run = await recipe().changed('nobody in Berlin', { pinData: { 'Read customers': elsewhere } });
		const execution = await run.execute(EVERY_WEEK);
		const texts = run.texts(execution, 'Say that nobody was in it');
		expect(texts).toEqual(['No campaign this week: nobody is in the segment.']);
		expect(run.launches()).toEqual([]);
	});

	describe('sends nothing, and tells one person why, after a week', () => {
		const lastWeek = (name: string, counters = FINE) => {
			const { service } = recipe();
			const createdAt = service.now() - 100 * HOUR;
			return service.addPromotion({ name, phase: 'completed', createdAt, counters }).promotionId;
		};
		const expectHeldBack = async (message: RegExp) => {
			const run = recipe();
			const execution = await run.execute(EVERY_WEEK);
			expect(run.texts(execution, 'Say that it was held back')).toEqual([expect.stringMatching(message)]);
			expect(run.launches()).toEqual([]);
		};

		it('of which no figures can be read', async () => {
			const promotionId = lastWeek('Berlin weekly <1>');
			const fault = { kind: 'status', status: 404 } as const;
			recipe().service.addFault({ endpoint: 'stats', promotionId, fault, times: 'always' });
			await expectHeldBack(/No campaign this week.*Berlin weekly &lt;1&gt;: \S/);
		});

		it('in which one campaign went well, and many opted out of the other', async () => {
			lastWeek('Berlin weekly 1');
			lastWeek('Berlin weekly 2', { ...FINE, optout: 40 });
			await expectHeldBack(
				/No campaign this week.* Berlin weekly 2: 0.5% of attempted failed, 2.11% of delivered opted out$/,
			);
		});

		it('with two bad campaigns, one of which looks small by its bare counters', async () => {
			lastWeek('Berlin weekly 3', { ...FINE, sent: 1_800, failed: 200, delivered: 1_700 });
			// The service may show 80 delivered and 840 read.
			lastWeek('Berlin weekly 4', { ...FINE, delivered: 920, read: 840, optout: 40 });
			await expectHeldBack(
				/Berlin weekly 4: 0.5% of attempted failed, 4.35% of .*Berlin weekly 3: 10% of attempted failed, 0.12% of delivered/,
			);
		});
	});
});

/** As if it ran then. */
const withHour = (node: WorkflowNode, hour: number): WorkflowNode => ({
	...node,
	parameters: JSON.parse(
		JSON.stringify(node.parameters).replaceAll('$now.hour', String(hour)),
	) as WorkflowNode['parameters'],
});
