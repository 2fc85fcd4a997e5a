import type { IDataObject } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { csv, fromFile, launched, launchFile, launchItems, launchList, quickLaunches, SPEED } from './support';

const { inOneWorld, underEveryPersonality } = worlds();
quickLaunches();
const quick = { speed: SPEED };

interface Remembered {
	state: string;
	digest: string;
	listedBefore: string[];
	row: IDataObject;
}

const remembered = (context: IDataObject): Record<string, Remembered> =>
	JSON.parse(JSON.stringify(context.launches ?? {})) as Record<string, Remembered>;

/** A launch that can be looked at while it runs. */
async function begin(world: World) {
	const running = world.engine.begin({
		workflowId: world.workflowId,
		credentials: world.credentials,
		parameters: { resource: 'promotion', operation: 'launch', ...fromFile },
		items: [await world.engine.fileItem(csv(3))],
	});
	const context = () => {
		const contexts = running.data.executionData?.contextData ?? {};
		return Object.entries(contexts).find(([name]) => name.startsWith('node:'))?.[1] ?? {};
	};
	return { ...running, context };
}

describe('the memory of an execution', () => {
	inOneWorld('is written before the request leaves', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ name: 'Another' });
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'hold', moment: 'onArrival' } });
		const running = await begin(world);
		await world.simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const launches = remembered(running.context());
		expect(Object.keys(launches)).toEqual(['run 0 item 0']);
		expect(launches['run 0 item 0']).toMatchObject({ state: 'sending', listedBefore: [] });
		expect(JSON.stringify(launches)).not.toContain(promotionId);
		world.simulator.releaseHeld();
		const result = await running.finished;
		expect(remembered(result.nodeContext)['run 0 item 0']).toMatchObject({ state: 'launched', row: result.json[0] });
	});

	inOneWorld('is written again once the service has accepted, before the list is looked at', async (world) => {
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' }, skip: 1 });
		const running = await begin(world);
		await world.simulator.waitForRequest(({ endpoint }) => endpoint === 'list' && world.requests('list') === 2);
		expect(remembered(running.context())['run 0 item 0']).toMatchObject({ state: 'launched', row: { launched: true } });
		world.simulator.releaseHeld();
		expect((await running.finished).json[0]).toMatchObject({ outcome: 'launched' });
	});

	inOneWorld(
		'is not needed where Stop comes before the request: nothing is sent, and the next launch goes',
		async (world) => {
			world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' } });
			const running = await begin(world);
			await world.simulator.waitForRequest({ endpoint: 'list' });
			running.cancel();
			world.simulator.releaseHeld();
			await running.finished;
			expect(world.requests('launch')).toBe(0);
			launched(await launchFile(world));
			expect(world.simulator.launches()).toHaveLength(1);
		},
	);

	underEveryPersonality(
		'outlives Stop: a retry only looks',
		async (world) => {
			world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'silence', moment: 'afterAccepting' } });
			const running = await begin(world);
			await world.simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
			running.cancel();
			const stopped = await running.finished;
			expect(['canceled', 'error']).toContain(stopped.status);
			const [launch] = Object.values(remembered(running.context()));
			expect(['sending', 'unknown']).toContain(launch?.state);
			expect(launched(await world.engine.retry(stopped))).toMatchObject({ outcome: 'reconciled' });
			expect(world.simulator.launches()).toHaveLength(1);
			expect(world.requests('launch')).toBe(1);
		},
		quick,
	);

	underEveryPersonality(
		'answers a retry after a later node failed with what was launched',
		async (world) => {
			const items = [await world.engine.fileItem(csv(3)), { json: {} }];
			const failed = await launchFile(
				world,
				{ promotionName: '=Sale {{ $itemIndex }} {{ $now.toMillis() }}', options: { maximumLaunches: 2 } },
				{ items },
			);
			expect(failed.error?.message).toContain("No file found in 'data'");
			const retried = await world.engine.retry(failed);
			expect(retried.error?.message).toContain("No file found in 'data'");
			expect(world.simulator.launches()).toHaveLength(1);
			expect(world.requests('launch')).toBe(1);
		},
		quick,
	);

	inOneWorld('goes by the place in the execution, which a clock in the name does not change', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const parameters = { promotionName: '=Sale {{ $now.toMillis() }}' };
		const row = launched(await launchFile(world, parameters, { retryOnFail: true, maxTries: 3 }));
		expect(row).toMatchObject({ outcome: 'reconciled', promotionName: world.simulator.launches()[0]?.body.name });
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('tells the rounds of a loop apart', async (world) => {
		const parameters = {
			promotionName: '=Round {{ $runIndex }}',
			options: { maximumLaunches: 3 },
			targetListName: '=L{{ $runIndex }}',
		};
		const result = await launchList(world, parameters, { loop: 3 });
		expect(result.error).toBeUndefined();
		expect(result.runs().map((_, run) => result.output(0, { run })[0]?.json.outcome)).toEqual([
			'launched',
			'launched',
			'launched',
		]);
		expect(world.simulator.launches().map(({ body }) => body.name)).toEqual(['Round 0', 'Round 1', 'Round 2']);
	});

	inOneWorld('one launch for all items is remembered as one', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 502, moment: 'afterAccepting' } });
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const failed = await launchItems(world);
		expect(failed.error?.message).toContain('It is not known whether "Spring Sale" was launched to 3 contacts: ');
		expect(failed.error?.description).toContain('Look for "Spring Sale"');
		const result = await world.engine.retry(failed);
		expect(launched(result)).toMatchObject({ outcome: 'reconciled', recipients: { rows: 3, ready: 3, sent: 3 } });
		expect(result.items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(world.requests('launch')).toBe(1);
	});
});

describe('a launch that the list does not show in time', () => {
	underEveryPersonality(
		'is launched all the same',
		async (world) => {
			const row = launched(await launchFile(world));
			const [taken] = world.simulator.launches();
			expect(row).toMatchObject({ outcome: 'launched', launched: true });
			expect([taken?.promotionId, null]).toContain(row.promotionId);
			if (row.promotionId === null) expect((row.warnings as string[]).join()).toContain('Get Many');
			else expect(row).toMatchObject({ promotionIdSource: 'response', warnings: [] });
		},
		{ ...quick, settings: { listDelayMs: 'never' } },
	);
});

describe('promotions of the same name that somebody else launches', () => {
	inOneWorld('at the same moment make a found one uncertain', async (world) => {
		const { simulator } = world;
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		const running = launchFile(world);
		const { promotionId } = await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const other = simulator.addPromotion({ name: 'Spring Sale' });
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset' } });
		simulator.releaseHeld();
		const row = launched(await running);
		expect(row).toMatchObject({ outcome: 'launched', duplicateSuspected: true });
		expect((row.warnings as string[]).join()).toContain('Check whether the campaign was launched twice');
		expect([row.promotionId, ...(row.otherPromotionIds as string[])].sort()).toEqual(
			[promotionId, other.promotionId].sort(),
		);
	});

	inOneWorld('leave a lost launch unknown, and are named', async (world) => {
		const { simulator } = world;
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'latency', milliseconds: 2_000 } });
		simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		const running = launchFile(world);
		await simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const { promotionId } = simulator.addPromotion({ name: 'Spring Sale' });
		const { error } = await running;
		expect(error?.message).toContain('It is not known');
		expect(error?.description).toContain(promotionId);
		expect(error?.description).toContain(simulator.launches()[0]?.promotionId);
	});
});
