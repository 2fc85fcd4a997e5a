/** Launches of one name at about the same time: none of them is taken for another. */
import { launchesOfProcess } from '../../../nodes/RcsPromotion/launch/memory';
import { setups, type Setup } from '../support/setup';
import { csv, launched, launchFile, quickLaunches, SPEED } from './support';

const { withService } = setups();
quickLaunches();

describe('promotions of the same name that another person launches', () => {
	withService('at the same moment make a found one uncertain', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		const running = launchFile(setup);
		const { promotionId } = await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const other = simulator.addPromotion({ name: 'Spring Sale' });
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset' } });
		simulator.releaseHeld();
		const row = launched(await running);
		expect(row).toMatchObject({ outcome: 'launched', launched: true });
		const [warning] = row.warnings as string[];
		expect(warning).toContain('Check whether the campaign was launched twice');
		for (const id of [promotionId, other.promotionId]) expect(`${warning} ${String(row.promotionId)}`).toContain(id);
	});

	withService('leave a lost launch unknown, and are named', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'latency', milliseconds: 2_000 } });
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		const running = launchFile(setup);
		await simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const { promotionId } = simulator.addPromotion({ name: 'Spring Sale' });
		const { error } = await running;
		expect(error?.message).toContain('It is not known');
		expect(error?.description).toContain(promotionId);
		expect(error?.description).toContain(simulator.launches()[0]?.promotionId);
	});
});

describe('a launch after one of the same name was refused', () => {
	withService('is found in the list when its answer is lost', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 422 } });
		expect((await launchFile(setup)).error?.message).toContain('was not launched to 3 contacts');
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		expect(launched(await launchFile(setup))).toMatchObject({
			outcome: 'reconciled',
			promotionId: simulator.launches()[0]?.promotionId,
		});
	});
});

describe('launches of one execution under one name', () => {
	async function loseTheSecond(setup: Setup) {
		const { simulator } = setup;
		const parameters = { options: { maximumLaunches: 2, ifNameExists: 'launch' } };
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' }, skip: 1 });
		// The third reading is the one before the second launch, which does not show the first yet.
		const fault = { kind: 'status', status: 200, body: '{"promotions":[]}' } as const;
		simulator.addFault({ endpoint: 'list', fault, skip: 2 });
		const items = [
			await setup.engine.fileItem('phone,name\n+15551000001,Ann\n'),
			await setup.engine.fileItem('phone,name\n+15551000002,Bo\n'),
		];
		const result = await launchFile(setup, parameters, { items });
		expect(simulator.launches()).toHaveLength(1);
		expect(result.error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
		expect(result.error?.description).toContain('The list does not show a new promotion');
		return result;
	}

	withService(
		'a lost second one is not taken for the first, not even when another process of n8n retries the execution',
		async (setup) => {
			const failed = await loseTheSecond(setup);
			launchesOfProcess.clear();
			const { error } = await setup.engine.retry(failed);
			expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
			expect(error?.description).toContain('The list does not show a new promotion');
			expect(setup.requests('launch')).toBe(2);
		},
	);
});

describe('launches of two executions under one name', () => {
	const options = { ifNameExists: 'launch' };
	/** The first never arrives, and the answer to the second does not name its promotion. */
	async function loseTheFirst(setup: Setup, minutesBefore: number) {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		expect((await launchFile(setup)).error?.message).toContain('It is not known');
		for (const launch of launchesOfProcess.values())
			launch.sentAt = new Date(Date.parse(launch.sentAt) - minutesBefore * 60_000).toISOString();
		const second = await launchFile(setup, { options }, { items: [await setup.engine.fileItem(csv(3, 100))] });
		return { second: launched(second), promotionId: setup.simulator.launches()[0]?.promotionId };
	}
	const withoutId = { personality: 'birch' as const, speed: SPEED };

	withService(
		'soon after a lost one: it is not known which of the two the list shows, and it is named',
		async (setup) => {
			const { second, promotionId } = await loseTheFirst(setup, 50);
			expect(second).toMatchObject({ outcome: 'launched', promotionId: null });
			expect(second.warnings).toEqual([expect.stringContaining(`may be it: ${promotionId}.`)]);
		},
		withoutId,
	);

	withService('at the same time do not suspect each other', async (setup) => {
		const { simulator } = setup;
		const options = { ifNameExists: 'launch' };
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		const first = launchFile(setup, { options });
		await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const second = await launchFile(setup, { options }, { items: [await setup.engine.fileItem(csv(4, 100))] });
		simulator.releaseHeld();
		const rows = [launched(await first), launched(second)];
		expect(rows.map(({ promotionId }) => promotionId)).toEqual(
			simulator.launches().map(({ promotionId }) => promotionId),
		);
		for (const row of rows) expect(row.warnings).toEqual([]);
	});

	withService('a lost one is not taken for the other, whose answer is still to come', async (setup) => {
		const { simulator } = setup;
		const options = { ifNameExists: 'launch' };
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		// Both have looked before the first is listed.
		simulator.addFault({
			endpoint: 'list',
			fault: { kind: 'status', status: 200, body: '{"promotions":[]}' },
			times: 2,
		});
		const first = launchFile(setup, { options });
		await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const second = await launchFile(setup, { options }, { items: [await setup.engine.fileItem(csv(4, 100))] });
		simulator.releaseHeld();
		launched(await first);
		expect(simulator.launches()).toHaveLength(1);
		expect(second.error?.message).toContain('It is not known whether "Spring Sale" was launched to 4 contacts');
	});
});
