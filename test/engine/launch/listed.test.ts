/** What the list shows right after a launch: a campaign that a refusal denies, or one that the service did not carry out. */
import type { RunResult } from '../../harness/runResult';
import { withRawServer } from '../support/rawServer';
import { setups, type Setup } from '../support/setup';
import { contacts, fromItems, launched, launchItems, quickLaunches } from './support';

const { withService } = setups();
quickLaunches();

describe.each([400, 403, 409, 422, 429])('A launch that was repeated on its way, and refused with %i', (status) => {
	withService('counts as launched if the list shows it, and the next run sends nothing', async (setup) => {
		const refusal = { kind: 'status', status, body: '{"message":"already exists"}', moment: 'afterAccepting' } as const;
		setup.simulator.addFault({ endpoint: 'launch', fault: refusal });
		const row = launched(await launchItems(setup));
		const [taken] = setup.simulator.launches();
		expect(row).toMatchObject({ outcome: 'reconciled', launched: true, promotionId: taken?.promotionId });
		expect(String(row.warnings)).toContain('“already exists”');

		const again = await launchItems(setup, { promotionName: 'Spring Sale, again' });
		expect(again.error?.message).toContain('to 3 of these 3 contacts');
		expect(setup.simulator.launches()).toHaveLength(1);
	});
});

describe('A campaign that the list shows as', () => {
	/** Launches at a service that creates the campaign with this status, and says nothing else of it. */
	async function launchAs(setup: Setup, status: string) {
		// Other people each time, because these launches are all of one account.
		const items = contacts(3, 10 * status.length);
		let isCreated = false;
		let result: RunResult | undefined;
		await withRawServer(
			setup.engine,
			(request, response) => {
				const promotions = isCreated ? [{ promotionId: 'p-1', name: 'Spring Sale', status }] : [];
				const answer = request.method === 'GET' ? { promotions } : { promotionId: 'p-1' };
				isCreated ||= request.method !== 'GET';
				response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
			},
			async (server) => {
				result = await server.run('promotion.launch', fromItems, { items, mode: 'trigger' });
			},
		);
		const { hints = [] } = result ?? {};
		return { row: launched(result as RunResult), hints: hints.map(({ message }) => message) };
	}

	withService('Failed is said to be that, where people read how many got it', async (setup) => {
		const { row, hints } = await launchAs(setup, 'Failed');
		expect(row).toMatchObject({ promotionId: 'p-1', status: 'Failed', warnings: [] });
		const said =
			'Handed over for 3 contacts as "Spring Sale"; the service answered with promotion p-1. The list shows it as “Failed”.';
		expect(row.message).toBe(said);
		expect(hints).toContain(said);
	});

	for (const status of ['Cancelled', 'Stopped'])
		withService(`${status} comes with a warning`, async (setup) => {
			const { row } = await launchAs(setup, status);
			expect(row.warnings).toEqual([`The service shows this promotion as “${status}”, so it may reach no one.`]);
		});
});
