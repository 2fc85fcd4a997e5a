import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

const HOUR = 3_600_000;
const FINE = { attempted: 2_000, sent: 1_990, failed: 10, delivered: 1_900, read: 900, interacted: 90, optout: 2 };

describe('Send a weekly RCS campaign to a segment without opt-outs', () => {
	const imported = eachTimeAnew('weekly-segment-without-opt-outs.json');
	/** As if it ran then. */
	const atHour = async (hour: number) =>
		await imported().entered(({ name, parameters }) =>
			name === 'By day?'
				? (JSON.parse(JSON.stringify(parameters).replaceAll('$now.hour', String(hour))) as object)
				: undefined,
		);
	let run: RecipeRun;
	/** Nobody knows when the tests run. */
	beforeEach(async () => void (run = await atHour(10)));

	/** Sends nothing, and one node says why. */
	const expectNothing = async (of: RecipeRun, node: string, text: RegExp) => {
		const execution = await of.execute({ trigger: 'Tuesdays at ten' });
		expect(of.texts(execution, node)).toEqual([expect.stringMatching(text)]);
		expect(of.launches()).toEqual([]);
	};

	it('sends to the test phones, and leaves out who has opted out', async () => {
		const execution = await run.execute({ trigger: 'Tuesdays at ten' });
		expect(run.items(execution, 'Launch')).toMatchObject([{ recipients: { ready: 5, doNotContact: 1 } }]);
		expect(run.sizes()).toEqual([2]);
	});

	it('says that it is late, and sends nothing', async () => {
		await expectNothing(await atHour(20), 'Say that it is late', /No campaign this week/);
	});

	it('says that nobody is in the segment, and sends nothing', async () => {
		const elsewhere = run.rows('Read customers').filter(({ City }) => City !== 'Berlin');
		const nobody = /^No campaign this week: nobody is in the segment\.$/;
		await expectNothing(await run.withRows('Read customers', elsewhere), 'Say that nobody was in it', nobody);
	});

	describe('sends nothing, and tells one person why, after a week', () => {
		const lastWeek = (name: string, counters = FINE) =>
			run.service.addPromotion({ name, phase: 'completed', createdAt: run.service.now() - 100 * HOUR, counters })
				.promotionId;
		const expectHeldBack = async (text: RegExp) => await expectNothing(run, 'Say that it was held back', text);

		it('of which no figures can be read', async () => {
			const promotionId = lastWeek('Berlin weekly <1>');
			const fault = { kind: 'status', status: 404 } as const;
			run.service.addFault({ endpoint: 'stats', promotionId, fault, times: 'always' });
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
			// The service shows 80 delivered and 840 read.
			lastWeek('Berlin weekly 4', { ...FINE, delivered: 920, read: 840, optout: 40 });
			await expectHeldBack(
				/Berlin weekly 4: 0.5% of attempted failed, 4.35% of .*Berlin weekly 3: 10% of attempted failed, 0.12% of delivered/,
			);
		});
	});
});
