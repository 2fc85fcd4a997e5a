/** The summary that statistics add on request. */
import { byId, setups } from '../support/setup';

const { underEveryPersonality, withService } = setups();

describe('Statistic: summary', () => {
	underEveryPersonality('is added on request only', async (setup) => {
		const counters = { attempted: 1000, failed: 40, sent: 960, delivered: 900, read: 301, interacted: 77, optout: 9 };
		const { promotionId } = setup.simulator.addPromotion({ name: 'Spring <sale>', phase: 'completed', counters });
		for (const options of [{}, { summary: false }]) {
			const plain = await setup.run('statistics.get', { promotionId: byId(promotionId), options });
			expect(plain.json[0]).not.toHaveProperty('summaryText');
		}
		for (const simplify of [true, false]) {
			const { json } = await setup.run('statistics.getAll', { simplify, options: { summary: true } });
			expect(json[0]?.summaryText).toContain('Delivered: 900 (90% of attempted)');
			expect(json[0]?.summaryText).toContain('Spring ‹sale›');
			expect(json[0]?.summaryHtml).toContain('Spring &#60;sale&#62;');
		}
	});

	withService('is about the campaign, not about a retry', async (setup) => {
		const one = { attempted: 10, failed: 0, sent: 10, delivered: 5, read: 0, interacted: 0, optout: 0 };
		const statsReport = [{ promotionRetryNumber: 0, ...one }];
		const { promotionId } = setup.simulator.addPromotion({ name: 'Sale', counters: one, statsReport });
		const given = { promotionId: byId(promotionId), options: { summary: true } };
		const { json } = await setup.run('statistics.get', given);
		expect(json[0]).toMatchObject({ summaryText: expect.stringMatching(/^Sale\n/) as string, retries: [{ sent: 10 }] });
	});
});
