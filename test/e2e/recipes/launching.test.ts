/** The recipes that launch at once: the first one to try, the one that checks first, and the one that asks who got a campaign. */
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

interface Cards {
	card: Array<{ variables?: { variable: unknown[] } }>;
}

describe('Launch and report an RCS campaign', () => {
	const recipe = eachTimeAnew('launch-and-report.json');
	const inLaunch = async (parametersOf: Parameters<RecipeRun['entered']>[0]) =>
		await recipe().entered((node) => (node.name === 'Launch' ? parametersOf(node) : undefined));

	it('reaches the six test phones, and gives a row of the report for each', async () => {
		const run = recipe();
		const execution = await run.execute();
		expect(run.sizes()).toEqual([6]);
		expect(run.items(execution, 'Report')).toHaveLength(6);
	});

	it.each<[what: string, change: Parameters<typeof inLaunch>[0], message: RegExp]>([
		['there is no such template', () => ({ templateName: 'no_such_template' }), /was not launched .*does not exist/s],
		[
			'there is a text too many',
			({ parameters: { cards } }) => ({ cards: withOneMoreText(cards as Cards) }),
			/was not launched .*takes 2 texts, not 3/s,
		],
	])('says that %s, and sends nothing', async (_what, change, expected) => {
		const run = await inLaunch(change);
		const { message } = await run.executeToStop();
		expect(message).toMatch(expected);
		expect(run.launches()).toEqual([]);
	});

	it('gives the reason for each person that a failing campaign does not reach', async () => {
		const run = await inLaunch(() => ({ promotionName: 'Spring failing' }));
		const people = run.items(await run.execute(), 'Report');
		expect(people.filter(({ errorReason }) => errorReason !== '')).toHaveLength(2);
	});

	it('waits to the end of a campaign that the list shows late', async () => {
		const run = await inLaunch(() => ({ promotionName: 'Spring late' }));
		const [waited] = run.items(await run.execute(), 'Wait for the end');
		expect(waited?.outcome).toBe('completed');
	});
});

const withOneMoreText = ({ card: [first, ...others] }: Cards): Cards => {
	const texts = first?.variables?.variable ?? [];
	return { card: [{ ...first, variables: { variable: [...texts, { source: 'text', text: 'More' }] } }, ...others] };
};

describe('Check CRM contacts and launch an RCS campaign', () => {
	const recipe = eachTimeAnew('crm-rows-check-launch.json');

	it('sends a clean list to the test phones', async () => {
		const run = recipe();
		const execution = await run.execute();
		expect(run.items(execution, 'Check contacts')).toMatchObject([{ wouldLaunch: true }]);
		expect(run.items(execution, 'Launch')).toMatchObject([{ recipients: { ready: 6 } }]);
		expect(run.sizes()).toEqual([6]);
	});

	it('sends nothing where numbers are wrong, and names each contact to correct by its ID in the CRM', async () => {
		const run = await recipe().withRows('Find customers', [
			...recipe().rows('Find customers'),
			{ id: '5107', properties: { firstname: 'Greta', phone: '12345', mobilephone: 'ask her' } },
			{ id: '5108', properties: { firstname: 'Hugo', phone: '', mobilephone: '' } },
			{ id: '5109', properties: { firstname: 'Ada', phone: '', mobilephone: '+1 (555) 010-0101' } },
		]);
		const { execution, message } = await run.executeToStop();
		expect(run.items(execution, 'Contacts to correct').map(({ crmId, reason }) => [crmId, reason])).toEqual([
			['5107', 'noCountry'],
			['5108', 'noNumber'],
			['5109', 'duplicate'],
		]);
		expect(message).toMatch(
			/^Item 7: the phone number "1234…" does not begin with .*\nItem 8: there is no phone number/,
		);
		expect(run.launches()).toEqual([]);
	});
});

describe('Send an RCS campaign to people who got none in seven days', () => {
	const recipe = eachTimeAnew('frequency-cap.json');
	const recipients = async (run: RecipeRun) => run.items(await run.execute(), 'Launch')[0]?.recipients;

	it('leaves out the two who got one', async () => {
		expect(await recipients(recipe())).toMatchObject({ rows: 8, ready: 6, doNotContact: 2 });
		expect(recipe().sizes()).toEqual([2]);
	});

	it('leaves out nobody after a quiet week', async () => {
		const filters = { createdAfter: '={{ $now.toISO() }}' };
		const run = await recipe().entered(({ name }) => (name === 'Campaigns of the week' ? { filters } : undefined));
		expect(await recipients(run)).toMatchObject({ rows: 8, ready: 8 });
	});

	it('sends nothing when it cannot be read who got one, and names that campaign', async () => {
		const run = recipe();
		const promotionId = 'demo-spring-sale';
		const fault = { kind: 'status', status: 404 } as const;
		run.service.addFault({ endpoint: 'report', promotionId, fault, times: 'always' });
		const { message } = await run.executeToStop();
		expect(message).toMatch(/demo-spring-sale/);
		expect(run.launches()).toEqual([]);
	});
});
