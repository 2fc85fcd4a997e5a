/** The recipes that tell someone, and the one that says whether one of them fell silent. */
import { COUNTINGS, eachTimeAnew } from '../support/recipe';
import { tableOf } from '../support/dataTables';

const HOUR = 3_600_000;

describe.each(COUNTINGS)('Post completed RCS campaigns to Slack, $where', ({ countersAre }) => {
	const recipe = eachTimeAnew('completed-to-slack.json', countersAre);

	it('posts the figures with bars, and writes down that it did', async () => {
		const run = recipe();
		const { service } = run;
		const { promotionId } = service.addPromotion({ name: 'To be completed', phase: 'running', recipients: 200 });
		const execution = await run.onceHappened(() => void service.update(promotionId, { phase: 'completed' }));
		const posted = run.texts(execution, 'Tell the team');
		expect(posted).toEqual([expect.stringMatching(/^To be completed .*Completed[^]*█+.* Delivered: /m)]);
		expect(run.items(execution, 'Record the alert')).toMatchObject([{ promotionId }]);
	});
});

describe('Alert your team to missed RCS campaign alerts', () => {
	const recipe = eachTimeAnew('missed-alerts.json');
	const EVERY_DAY = { trigger: 'Every morning at nine' };

	it('names a campaign that was not posted, and says that all is well once it was', async () => {
		const run = recipe();
		const createdAt = run.service.now() - 5 * HOUR;
		const { promotionId } = run.service.addPromotion({ createdAt, phase: 'completed', name: 'Nobody saw <it>' });
		const execution = await run.execute(EVERY_DAY);
		const missed = run.items(execution, 'Missed');
		expect(missed).toContainEqual(expect.objectContaining({ promotionId }));
		const texts = run.texts(execution, 'Tell someone');
		expect(texts).toEqual([expect.stringMatching(/not posted: .*Nobody saw &lt;it&gt;/)]);

		const posted = missed.map(({ promotionId: id, name }) => ({ promotionId: id, name }));
		await run.rest.send('POST', `${await tableOf(run.rest, 'rcs_alerts_sent')}/insert`, { data: posted });
		const later = await run.execute(EVERY_DAY);
		expect(run.texts(later, 'Say that all is well')).toHaveLength(1);
	});

	it('stops with what to correct when the campaigns cannot be read', async () => {
		const run = recipe();
		run.service.addFault({ endpoint: 'list', fault: { kind: 'status', status: 401 }, times: 'always' });
		const { message } = await run.executeToStop(EVERY_DAY);
		expect(message).toMatch(/API Key/);
	});
});

describe.each(COUNTINGS)('Alert your team and stop an RCS campaign that fails too often, $where', ({ countersAre }) => {
	const recipe = eachTimeAnew('failure-alert-and-stop.json', countersAre);

	it('tells of both that fail, stops the one that is being prepared, and says that the other may go on', async () => {
		const run = recipe();
		const { service } = run;
		const counters = { attempted: 200, sent: 198, failed: 2 };
		const add = (name: string, phase: 'preparation' | 'running') =>
			service.addPromotion({ name, phase, counters }).promotionId;
		const early = add('Still being prepared', 'preparation');
		const late = add('Already under way <!channel>', 'running');
		const execution = await run.onceHappened(() => {
			for (const id of [early, late]) service.update(id, { counters: { attempted: 500, sent: 400, failed: 100 } });
		});
		const told = run.texts(execution, 'Tell someone');
		expect(told).toHaveLength(2);
		expect(told.join('\n')).toContain('Already under way &lt;!channel&gt;: 20% failed (100 of 500)');
		expect(run.patches().map(({ promotionId }) => promotionId)).toEqual([early]);
		expect(run.texts(execution, 'It was stopped')).toEqual(['Still being prepared was stopped.']);
		expect(run.texts(execution, 'It goes on')).toEqual([
			expect.stringMatching(
				/Already under way &lt;!channel&gt; may go on, because it is not confirmed that it was stopped: \S/,
			),
		]);
	});
});
