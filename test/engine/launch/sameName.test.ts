/** Launches of one name at about the same time: none of them is taken for another. */
import { launchesOfProcess } from '../../../nodes/RcsPromotion/launch/memory';
import { setups, type Setup } from '../support/setup';
import { contacts, launched, launchItems, quickLaunches, SPEED } from './support';

const { withService } = setups();
quickLaunches();

const lostOnTheWay = { endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } } as const;
const answerLost = { endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } } as const;
const answerHeld = { endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } } as const;
/** The list shows nothing yet. */
const emptyList = { endpoint: 'list', fault: { kind: 'status', status: 200, body: '{"promotions":[]}' } } as const;
const isTaken = { endpoint: 'launch', after: 0, stage: 'accepted' } as const;

const anyName = { options: { ifNameExists: 'launch' } };
/** To other people than the first. */
const launchAnother = async (setup: Setup) => await launchItems(setup, anyName, { items: contacts(4, 100) });

describe('promotions of the same name that another person launches', () => {
	withService('at the same moment make a found one uncertain', async (setup) => {
		const { simulator } = setup;
		simulator.addFault(answerHeld);
		const running = launchItems(setup);
		const { promotionId } = await simulator.waitForRequest(isTaken);
		const other = simulator.addPromotion({ name: 'Spring Sale' });
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
		simulator.addFault(answerLost);
		const running = launchItems(setup);
		await simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const { promotionId } = simulator.addPromotion({ name: 'Spring Sale' });
		const { error } = await running;
		expect(error?.message).toContain('It is not known');
		for (const id of [promotionId, simulator.launches()[0]?.promotionId]) expect(error?.description).toContain(id);
	});
});

withService('a launch after one of the same name was refused is found when its answer is lost', async (setup) => {
	const { simulator } = setup;
	simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 422 } });
	expect((await launchItems(setup)).error?.message).toContain('was not launched to 3 contacts');
	simulator.addFault(answerLost);
	const { promotionId } = launched(await launchItems(setup));
	expect(promotionId).toBe(simulator.launches()[0]?.promotionId);
});

withService(
	'a lost second launch of an execution is not taken for the first, not even by another n8n process that retries it',
	async (setup) => {
		setup.simulator.addFault({ ...lostOnTheWay, skip: 1 });
		// The third reading is the one before the second launch, which does not show the first yet.
		setup.simulator.addFault({ ...emptyList, skip: 2 });
		const items = contacts(2).map(({ json }) => ({ json, binary: {} }));
		const files = items.map(({ json }) => setup.engine.fileItem(`phone,name\n${String(json.phone)},Ann\n`));
		const parameters = { recipients: 'csvFile', options: { maximumLaunches: 2, ifNameExists: 'launch' } };
		const failed = await launchItems(setup, parameters, { items: await Promise.all(files) });
		launchesOfProcess.clear();
		for (const { error } of [failed, await setup.engine.retry(failed)]) {
			expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
			expect(error?.description).toContain('The list does not show a new promotion');
		}
		expect([setup.requests('launch'), setup.simulator.launches().length]).toEqual([2, 1]);
	},
);

describe('launches of two executions under one name', () => {
	withService(
		'soon after a lost one: it is not known which of the two the list shows, and it is named',
		async (setup) => {
			setup.simulator.addFault(lostOnTheWay);
			expect((await launchItems(setup)).error?.message).toContain('It is not known');
			for (const launch of launchesOfProcess.values())
				launch.sentAt = new Date(Date.parse(launch.sentAt) - 50 * 60_000).toISOString();
			const second = launched(await launchAnother(setup));
			const { promotionId } = setup.simulator.launches()[0] ?? {};
			expect(second).toMatchObject({ outcome: 'launched', promotionId: null });
			expect(second.warnings).toEqual([expect.stringContaining(`may be it: ${promotionId}.`)]);
		},
		// Its answers name no promotion.
		{ personality: 'birch', speed: SPEED },
	);

	withService('at the same time do not suspect each other', async (setup) => {
		const { simulator } = setup;
		simulator.addFault(answerHeld);
		const first = launchItems(setup, anyName);
		await simulator.waitForRequest(isTaken);
		const second = launched(await launchAnother(setup));
		simulator.releaseHeld();
		const rows = [launched(await first), second].map(({ promotionId, warnings }) => ({ promotionId, warnings }));
		expect(rows).toEqual(simulator.launches().map(({ promotionId }) => ({ promotionId, warnings: [] })));
	});

	withService('a lost one is not taken for the other, whose answer is still to come', async (setup) => {
		const { simulator } = setup;
		simulator.addFault(answerHeld);
		simulator.addFault(lostOnTheWay);
		// Both have looked before the first is listed.
		simulator.addFault({ ...emptyList, times: 2 });
		const first = launchItems(setup, anyName);
		await simulator.waitForRequest(isTaken);
		const { error } = await launchAnother(setup);
		simulator.releaseHeld();
		launched(await first);
		expect(simulator.launches()).toHaveLength(1);
		expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 4 contacts');
	});
});
