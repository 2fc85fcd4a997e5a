import { diff } from '../../../nodes/RcsPromotionTrigger/diff';
import { listingOf } from '../../../nodes/RcsPromotionTrigger/listing';
import { Database, modes, Process } from '../../model/host';
import { Clock } from '../../model/clock';
import { World } from '../../model/world';
import { Timeline } from './timeline';

const parameters = { events: ['created', 'completed'] };

describe.each(modes)('with state kept in %s mode', (mode) => {
	let clock: Clock;
	let database: Database;
	let process: Process;
	let world: World;

	beforeEach(async () => {
		clock = new Clock();
		database = new Database();
		world = new World(
			[true, true, true, false].map((listed) => ({ listed, status: 'Running', figures: 0, ageMinutes: null })),
			clock.now,
		);
		process = new Process(world, database, mode, parameters);
		await process.begin({ activation: true }).finish();
		complete(0);
		await poll();
		expect(told()).toEqual(['p0']);
	});
	afterEach(() => clock.restore());

	const told = () => database.executions.flatMap(({ items }) => items.map(({ promotionId }) => promotionId));
	async function poll() {
		clock.now += 60_000;
		await process.begin().finish();
	}
	function complete(index: number) {
		Object.assign(world.actual[index] ?? {}, { status: 'Completed' });
	}

	it('what n8n throws away is told by the activation that follows', async () => {
		complete(1);
		await process.begin().finish('discarded');
		process.reactivate(parameters);
		await process.begin({ activation: true }).finish();
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});

	it('what n8n throws away is told by the activation that waits for its own answer at that moment', async () => {
		complete(1);
		const underWay = process.begin();
		process.reactivate(parameters);
		const activation = process.begin({ activation: true });
		await underWay.finish('discarded');
		await activation.finish();
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});

	it('what n8n throws away changes nothing after an activation that was quicker', async () => {
		complete(1);
		const underWay = process.begin();
		process.reactivate(parameters);
		await process.begin({ activation: true }).finish();
		await underWay.finish('discarded');
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});

	it('what two polls at once tell is not lost when the process dies before either execution exists', async () => {
		complete(1);
		const first = process.begin();
		complete(2);
		const second = process.begin();
		await first.finish('between');
		await second.finish('between');
		process = new Process(world, database, mode, parameters);
		await poll();
		await poll();
		expect([...new Set(told())].sort()).toEqual(['p0', 'p1', 'p2']);
	});

	it('what n8n throws away because it took too long is told by the poll that has begun meanwhile', async () => {
		Object.assign(world.actual[3] ?? {}, { listed: true });
		const late = process.begin();
		clock.now += 60_000;
		const next = process.begin();
		await late.finish('discarded');
		await next.finish();
		await poll();
		expect(told()).toEqual(['p0', 'p3']);
	});

	it('an answer that comes after a newer one was processed is no time without answers', async () => {
		const first = process.begin();
		await process.begin().finish();
		await first.finish();
		complete(1);
		await poll();
		const [item] = database.executions.at(-1)?.items ?? [];
		expect(item).toMatchObject({ promotionId: 'p1', event: 'completed' });
		expect(item).not.toHaveProperty('outage');
	});

	it.each([0, 1])('polls whose answers come at the same moment tell everything once (%i)', async (first) => {
		complete(1);
		const polls = [process.begin(), process.begin()];
		await Promise.all([polls[first]?.finish(), polls[1 - first]?.finish()]);
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});
});

it.each(['scheduler', 'cursors'] as const)(
	'a promotion that disappears is told by a process that takes turns with another one (%s)',
	async (mode) => {
		const clock = new Clock();
		try {
			const database = new Database();
			const world = new World(
				[0, 1, 2].map(() => ({ listed: true, status: 'Running', figures: 0, ageMinutes: null })),
				clock.now,
			);
			const both = { events: ['completed', 'removed'] };
			const start = () => new Process(world, database, mode, both);
			const poll = async (process: Process) => {
				// Too late to repeat what another process has sent.
				clock.now += 20 * 60_000;
				await process.begin().finish();
			};
			const process = start();
			await process.begin({ activation: true }).finish();
			Object.assign(world.actual[0] ?? {}, { status: 'Completed' });
			await poll(process);
			clock.now += 20 * 60_000;
			Object.assign(world.actual[1] ?? {}, { status: 'Completed' });
			await poll(start());
			Object.assign(world.actual[2] ?? {}, { listed: false });
			for (let polls = 0; polls < 3; polls++) await poll(process);
			const told = database.executions.flatMap(({ items }) =>
				items.map(({ promotionId, event }) => [promotionId, event]),
			);
			expect(told).toEqual([
				['p0', 'completed'],
				['p1', 'completed'],
				['p2', 'removed'],
			]);
		} finally {
			clock.restore();
		}
	},
);

it.each([
	['an older answer of the same process', 'process-1', 3, true],
	['a newer one', 'process-1', 5, false],
	['one of another process, which numbers its own', 'process-2', 1, false],
])('%s changes nothing: %s', (_, mark, poll, outdated) => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.pollNumber = 3;
	timeline.poll();
	const { now, account, settings, state } = timeline;
	const answers = { account, readings: new Map(), listing: listingOf([], settings, now) };
	const compared = diff(state, answers, { settings, now, accountId: 'acme' }, { mark, poll, lastPoll: 5 });
	expect(compared === undefined).toBe(outdated);
});
