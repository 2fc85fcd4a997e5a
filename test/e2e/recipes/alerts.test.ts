/** The recipes that tell someone, and the one that says whether one of them fell silent. */
import type { NewPromotion } from '../../../simulator';
import { eachTimeAnew } from '../support/recipe';
import { tableOf } from '../support/dataTables';
import type { RecipeRun } from '../support/recipeRun';

const HOUR = 3_600_000;

const WITH_BARS = expect.stringMatching(/^To be completed .*Completed[^]*█+.* Delivered: /m) as string;

const onceCompleted = async (run: RecipeRun, report?: NewPromotion['report']) => {
	const campaign = { name: 'To be completed', phase: 'running', recipients: 200 } as const;
	const { promotionId } = run.service.addPromotion({ ...campaign, ...(report && { report }) });
	const execution = await run.onceHappened(() => void run.service.update(promotionId, { phase: 'completed' }));
	return { execution, promotionId };
};

describe('Post completed RCS campaigns to Slack', () => {
	const recipe = eachTimeAnew('completed-to-slack.json');

	it('posts the figures with bars', async () => {
		const run = recipe();
		const { execution } = await onceCompleted(run);
		expect(run.texts(execution, 'Tell the team')).toEqual([WITH_BARS]);
	});
});

describe('Post completed RCS campaigns and why messages failed to Slack', () => {
	const recipe = eachTimeAnew('completed-with-reasons.json');

	it('posts figures and reasons, and writes down that it did', async () => {
		const run = recipe();
		const { execution, promotionId } = await onceCompleted(run, { failedPerThousand: 300 });
		expect(run.texts(execution, 'Tell the team')).toEqual([WITH_BARS]);
		expect(run.texts(execution, 'Tell the team')[0]).toMatch(/\n• .+: \d+/);
		expect(run.items(execution, 'Record the alert')).toMatchObject([{ promotionId }]);
	});
});

describe('Alert your team to missed RCS campaign alerts', () => {
	const recipe = eachTimeAnew('missed-alerts.json');
	const EVERY_DAY = { trigger: 'Every morning at nine' };

	const add = ({ service }: RecipeRun, name: string, overrides: NewPromotion['overrides'] = {}) => {
		const createdAt = service.now() - 5 * HOUR;
		return service.addPromotion({ createdAt, phase: 'completed', name, overrides }).promotionId;
	};
	const named = async (run: RecipeRun) => run.texts(await run.execute(EVERY_DAY), 'Tell someone').join();

	it('names each campaign that was not posted, once, and says then that all is well', async () => {
		const run = recipe();
		const promotionId = add(run, 'Nobody saw <it>');
		const execution = await run.execute(EVERY_DAY);
		expect(run.items(execution, 'Missed')).toContainEqual(expect.objectContaining({ promotionId }));
		const texts = run.texts(execution, 'Tell someone');
		expect(texts).toEqual([expect.stringMatching(/not posted: .*Nobody saw &lt;it&gt;/)]);
		expect(run.texts(await run.execute(EVERY_DAY), 'Say that all is well')).toHaveLength(1);
	});

	it('leaves out one that was posted, and names one whose end time is an expiry to come', async () => {
		const run = recipe();
		await run.execute(EVERY_DAY);
		const posted = [{ promotionId: add(run, 'Posted'), name: 'Posted' }];
		await run.rest.send('POST', `${await tableOf(run.rest, 'rcs_alerts_sent')}/insert`, { data: posted });
		add(run, 'Ends in a month', { promotionEndTime: run.service.now() + 720 * HOUR });
		expect(await named(run)).toMatch(/not posted: Ends in a month\. /);
	});

	it('stops with what to correct when the campaigns cannot be read', async () => {
		const run = recipe();
		run.service.addFault({ endpoint: 'list', fault: { kind: 'status', status: 401 }, times: 'always' });
		const { message } = await run.executeToStop(EVERY_DAY);
		expect(message).toMatch(/API Key/);
	});
});

describe('Alert your team and stop an RCS campaign that fails too often', () => {
	const recipe = eachTimeAnew('failure-alert-and-stop.json');

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
