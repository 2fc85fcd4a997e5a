import { BATCH_LIMITS } from '../../../nodes/RcsPromotionTrigger/batches';
import { Database, modes, Process } from '../../model/host';
import { Clock } from '../../model/clock';
import { World } from '../../model/world';

const parameters = { events: ['completed'] };

describe.each(modes)('the result of a poll that n8n throws away, with state kept in %s mode', (mode) => {
	let clock: Clock;
	let database: Database;
	let process: Process;
	let world: World;

	beforeEach(async () => {
		clock = new Clock();
		database = new Database();
		world = new World(
			[0, 1].map(() => ({ listed: true, status: 'Running', figures: 0, ageMinutes: null })),
			clock.now,
		);
		process = new Process(world, database, mode, parameters, BATCH_LIMITS);
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

	it('is told by the activation that follows', async () => {
		complete(1);
		await process.begin().finish('discarded');
		process.reactivate(parameters);
		await process.begin({ activation: true }).finish();
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});

	it('is told by the activation that waits for its own answer at that moment', async () => {
		complete(1);
		const underWay = process.begin();
		process.reactivate(parameters);
		const activation = process.begin({ activation: true });
		await underWay.finish('discarded');
		await activation.finish();
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});

	it('changes nothing after an activation that was quicker', async () => {
		complete(1);
		const underWay = process.begin();
		process.reactivate(parameters);
		await process.begin({ activation: true }).finish();
		await underWay.finish('discarded');
		await poll();
		expect(told()).toEqual(['p0', 'p1']);
	});
});
