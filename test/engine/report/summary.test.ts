/** The summary that statistics add on request. */
import { byId, setups } from '../support/setup';

const { underEveryPersonality, withService } = setups();

describe('Statistic: summary', () => {
	underEveryPersonality('is added on request only, simplified or not', async (setup) => {
		const counters = { attempted: 1000, failed: 40, sent: 960, delivered: 900, read: 301, interacted: 77, optout: 9 };
		setup.simulator.addPromotion({ name: 'Spring <sale>', phase: 'completed', counters });
		const summaries = async (simplify: boolean, options: { summary?: boolean }) => {
			const { json } = await setup.run('statistics.getAll', { simplify, options });
			return [json[0]?.summaryText, json[0]?.summaryHtml];
		};
		expect(await summaries(true, {})).toEqual([undefined, undefined]);
		for (const simplify of [true, false]) {
			const [text, html] = await summaries(simplify, { summary: true });
			expect(text).toMatch(/^Spring ‹sale›[^]*Delivered: 900 \(90% of attempted\)/);
			expect(html).toContain('Spring &#60;sale&#62;');
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
