import type { PromotionChange } from '../../../simulator';
import { eachTimeAnew } from '../support/recipe';

const completed = (counters: object): PromotionChange => ({
	phase: 'completed',
	counters: { ...NOTHING, attempted: 5000, sent: 5000, delivered: 5000, read: 1850, ...counters },
});
const NOTHING = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };

const CUSTOMERS = 'Find customers';
/** Somebody is in the CRM twice, and the second time the number is written otherwise. */
const AGAIN = { id: '5399', properties: { firstname: 'Ada', phone: '001 (555) 010-0301' } };
const WITHOUT_PHONE = { id: '5400', properties: { firstname: 'Ben' } };

describe('Send the better of two RCS campaigns to the rest', () => {
	const recipe = eachTimeAnew('ab-test.json');
	/** Started by hand, but to everyone; and its wait takes seconds. */
	const live = async () => {
		const run = await recipe().withRows(CUSTOMERS, [...recipe().rows(CUSTOMERS), AGAIN, WITHOUT_PHONE]);
		return await run.entered(({ name, parameters }) => {
			if (name === 'Let figures come in') return { amount: 4, unit: 'seconds' };
			return parameters.operation === 'launch' ? { sendMode: 'always' } : undefined;
		});
	};

	it('sends both campaigns to the test phones from the editor, and tells a person', async () => {
		const run = recipe();
		const execution = await run.execute();
		expect(run.sizes()).toEqual([2, 2]);
		expect(run.texts(execution, 'Tell someone')).toHaveLength(1);
	});

	it('sends nothing while the phone field is not the one of the CRM', async () => {
		const run = await recipe().withRows(
			CUSTOMERS,
			recipe()
				.rows(CUSTOMERS)
				.map(({ properties }) => properties as object),
		);
		await run.execute();
		expect(run.launches()).toEqual([]);
	});

	it('sends to each person once, and to the rest exactly what more people read', async () => {
		const run = await live();
		const execution = await run.executeWhile(2, (a = '', b = '') => {
			run.service.update(a, completed({}));
			run.service.update(b, completed({ read: 2100 }));
		});
		// The parts hold five each. Ada is in both, her number written in two ways, and gets one message.
		expect(run.sizes()).toEqual([5, 4, recipe().rows(CUSTOMERS).length - 9]);
		const [a, b, rest] = run.launches().map(({ body }) => body.template);
		expect(rest).toEqual(b);
		expect(a).not.toEqual(b);
		expect(run.texts(execution, 'Say which one it was')[0]).toMatch(
			/B( \d+)?" was read more often than .*A( \d+)?": 42% against 37% of attempted messages, \+5 points/,
		);
	});

	it.each<[what: string, changeOfB: PromotionChange, text: RegExp]>([
		[
			'no difference can be told',
			completed({ read: 1851 }),
			/got nothing\. No difference can be told in the share read/,
		],
		['one of them reached nobody', completed(NOTHING), /No verdict on the share read .* has no attempted messages/],
		[
			'one of them was stopped by hand',
			{ ...completed({ read: 2100 }), phase: 'stopped' },
			/more often[^]*Not over yet, so/,
		],
	])('sends the rest nothing and says why: %s', async (_what, changeOfB, text) => {
		const run = await live();
		const execution = await run.executeWhile(2, (a = '', b = '') => {
			run.service.update(a, completed({}));
			run.service.update(b, changeOfB);
		});
		expect(run.texts(execution, 'Tell someone')[0]).toMatch(text);
		expect(run.launches()).toHaveLength(2);
	});
});
