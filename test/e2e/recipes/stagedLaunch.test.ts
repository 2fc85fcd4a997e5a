import type { PromotionChange } from '../../../simulator';
import { eachTimeAnew } from '../support/recipe';

const NONE = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };

/** At a service whose stages include the later ones; the other recipes see the other way of counting. */
describe('Send an RCS campaign to five percent first, then to the rest', () => {
	const recipe = eachTimeAnew('staged-launch.json', 'cumulative');
	const inAHurry: Record<string, object> = {
		'Wait for the end': { intervalSeconds: 5 },
		'Let figures come in': { amount: 0 },
	};

	it('sends both parts to the test phones from the editor, and raises no alarm', async () => {
		const run = recipe();
		const execution = await run.execute();
		expect(run.sizes()).toEqual([2, 2]);
		expect(run.texts(execution, 'Tell someone')).toEqual([]);
	});

	it('sends to each person once when it is live, also to one who is in both parts under two ways to write a number', async () => {
		const again = { id: '5399', properties: { firstname: 'Ada', phone: '001 (555) 010-0301' } };
		const live = await recipe().entered(({ name, parameters: { operation } }) =>
			operation === 'launch' ? { sendMode: 'always' } : inAHurry[name],
		);
		const run = await live.withRows('Find customers', [...live.rows('Find customers'), again]);
		const execution = await run.execute();
		expect(run.sizes()).toEqual([2, 22]);
		expect(run.items(execution, 'Launch to the first part')).toMatchObject([{ outcome: 'launched' }]);
		expect(run.items(execution, 'Launch to the rest')).toMatchObject([
			{ outcome: 'launched', recipients: { rows: 25, ready: 22, duplicatesRemoved: 1, doNotContact: 2 } },
		]);
	});

	it.each<[what: string, change: PromotionChange, text: RegExp]>([
		[
			'too many messages failed',
			{ counters: { ...NONE, attempted: 100, failed: 6, sent: 94, delivered: 90 } },
			/got nothing\. .*first part.*: completed, 6% of attempted failed, 0% of delivered opted out$/,
		],
		[
			'too many people opted out',
			{ counters: { ...NONE, attempted: 100, sent: 100, delivered: 90, optout: 2 } },
			/: completed, 0% of attempted failed, 2\.22% of delivered opted out$/,
		],
		[
			'nobody was reached yet',
			{ counters: { ...NONE, attempted: 100, sent: 100 } },
			/: completed, 0% of attempted failed, \?% of delivered opted out$/,
		],
		['it was stopped by hand', { phase: 'stopped' }, /: stopped, /],
	])('sends the rest nothing and says how the first part went: %s', async (_what, change, text) => {
		const run = await recipe().entered(({ name }) => inAHurry[name]);
		const execution = await run.executeWhile(1, (id = '') => run.service.update(id, change));
		expect(run.texts(execution, 'Tell someone')[0]).toMatch(text);
		expect(run.launches()).toHaveLength(1);
	});
});
