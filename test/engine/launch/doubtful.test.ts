/** Answers whose status is a success and whose words are not. */
import { ownLaunches } from '../../../nodes/RcsPromotion/launch/ownLaunches';
import { worlds, type World } from '../support/world';
import { csv, launched, launchFile, phone, quickLaunches, SPEED } from './support';

const { inOneWorld, inWorld } = worlds();
quickLaunches();

/** What only the process knows that made the launches: it keeps the last two thousand. */
function forgetOwnLaunches(): void {
	for (let index = 0; index < 2_000; index++) {
		ownLaunches.note(`forgotten ${index}`, { account: 'none', promotionName: 'none' });
	}
}

const NOT_APPROVED = '{"success":false,"error":{"message":"template not approved"}}';

describe('a success that names a failure', () => {
	inOneWorld.each([
		NOT_APPROVED,
		'{"status":"failed","message":"template not approved"}',
		'Error: template not approved',
	])('is no launch when the list shows nothing: %s', async (world, body) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 200, body }, times: 'always' });
		const { error } = await launchFile(world, {}, { retryOnFail: true, maxTries: 3 });
		expect(error?.message).toContain(
			'It is not known whether "Spring Sale" was launched to 3 contacts: the service answered',
		);
		expect(error?.message).toContain('template not approved');
		expect(error?.description).toContain('The list does not show');
		expect(world.requests('launch')).toBe(1);
		expect(world.simulator.launches()).toHaveLength(0);
	});

	inOneWorld('is one when the list shows it, and says what was odd', async (world) => {
		const fault = { kind: 'status', status: 200, body: NOT_APPROVED, moment: 'afterAccepting' } as const;
		world.simulator.misbehave({ endpoint: 'launch', fault });
		const twice = await world.engine.fileItem(`${csv(3)}Contact 2,${phone(2)}\r\n`);
		const row = launched(await launchFile(world, {}, { items: [twice] }));
		const [taken] = world.simulator.launches();
		expect(row).toMatchObject({ outcome: 'reconciled', launched: true, promotionId: taken?.promotionId });
		expect(row.warnings).toEqual([
			expect.stringContaining('same phone number'),
			expect.stringContaining('template not approved'),
		]);
		expect(row.response).toEqual(JSON.parse(NOT_APPROVED));
	});

	inOneWorld.each(['{"promotionId":null,"error":null,"errors":[]}', '{"status":"queued","failed":0}', 'Launched'])(
		'is not seen in what says nothing of the kind: %s',
		async (world, body) => {
			const fault = { kind: 'status', status: 200, body, moment: 'afterAccepting' } as const;
			world.simulator.misbehave({ endpoint: 'launch', fault });
			expect(launched(await launchFile(world))).toMatchObject({ outcome: 'launched', warnings: [] });
		},
	);

	it('comes from services that refuse in this way', async () => {
		await inWorld({ personality: 'flint', speed: SPEED, settings: { unapprovedTemplates: ['t-1'] } }, async (world) => {
			const { error } = await launchFile(world);
			expect(error?.message).toContain('is not approved');
			expect(world.simulator.launches()).toHaveLength(0);
		});
	});
});

describe('a launch after one of the same name was refused', () => {
	inOneWorld('is found in the list when its answer is lost', async (world) => {
		const { simulator } = world;
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 422 } });
		expect((await launchFile(world)).error?.message).toContain('was not launched to 3 contacts');
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		expect(launched(await launchFile(world))).toMatchObject({
			outcome: 'reconciled',
			promotionId: simulator.launches()[0]?.promotionId,
		});
	});
});

describe('launches of one execution under one name', () => {
	async function loseTheSecond(world: World) {
		const { simulator } = world;
		const parameters = {
			options: { maximumLaunches: 2, ifNameExists: 'launch' },
			contactMapping: 'automatic',
		};
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' }, skip: 1 });
		const items = [
			await world.engine.fileItem('phone\n+15551000001\n'),
			await world.engine.fileItem('phone\n+15551000002\n'),
		];
		const result = await launchFile(world, parameters, { items });
		expect(simulator.launches()).toHaveLength(1);
		expect(result.error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
		expect(result.error?.description).toContain('The list does not show a new promotion');
		return result;
	}

	async function loseTheSecondBeforeTheFirstIsListed(world: World) {
		// The third reading is the one before the second launch.
		const fault = { kind: 'status', status: 200, body: '{"promotions":[]}' } as const;
		world.simulator.misbehave({ endpoint: 'list', fault, skip: 2 });
		return await loseTheSecond(world);
	}

	inOneWorld('a lost second one is not taken for the first', async (world) => {
		await loseTheSecond(world);
	});

	inOneWorld('nor where the list shows the first while the second is looked for', async (world) => {
		await loseTheSecondBeforeTheFirstIsListed(world);
	});

	inOneWorld('nor when another process of n8n retries the execution', async (world) => {
		const failed = await loseTheSecondBeforeTheFirstIsListed(world);
		forgetOwnLaunches();
		const { error } = await world.engine.retry(failed);
		expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
		expect(error?.description).toContain('The list does not show a new promotion');
		expect(world.requests('launch')).toBe(2);
	});
});

describe('launches of two executions under one name', () => {
	inOneWorld('at the same time do not suspect each other', async (world) => {
		const { simulator } = world;
		const options = { ifNameExists: 'launch' };
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		const first = launchFile(world, { options });
		await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const second = await launchFile(world, { options }, { items: [await world.engine.fileItem(csv(4))] });
		simulator.releaseHeld();
		const rows = [launched(await first), launched(second)];
		expect(rows.map(({ promotionId }) => promotionId)).toEqual(
			simulator.launches().map(({ promotionId }) => promotionId),
		);
		for (const row of rows) expect(row).not.toHaveProperty('duplicateSuspected');
	});

	inOneWorld('a lost one is not taken for the other, whose answer is still to come', async (world) => {
		const { simulator } = world;
		const options = { ifNameExists: 'launch' };
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		// Both have looked before the first is listed.
		simulator.misbehave({
			endpoint: 'list',
			fault: { kind: 'status', status: 200, body: '{"promotions":[]}' },
			times: 2,
		});
		const first = launchFile(world, { options });
		await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const second = await launchFile(world, { options }, { items: [await world.engine.fileItem(csv(4))] });
		simulator.releaseHeld();
		launched(await first);
		expect(simulator.launches()).toHaveLength(1);
		expect(second.error?.message).toContain('It is not known whether "Spring Sale" was launched to 4 contacts');
	});
});
