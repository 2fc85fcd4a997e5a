/** One lead at a time, as webhooks deliver them: many executions of one workflow that overlap. */
import { failedItem, worlds, type World } from '../support/world';
import { launched, launchItems, phone, quickLaunches } from './support';

const { inOneWorld, underEveryPersonality } = worlds();
quickLaunches();
// Six hundred executions, which a busy machine takes its time for.
jest.setTimeout(300_000);

const LEADS = 300;
const AT_ONCE = 5;
const lead = (index: number) => [{ json: { name: `Lead ${index}`, phone: phone(index) } }];
const named = { promotionName: '=Welcome {{ $json.phone }}' };

async function post(world: World, count: number, parameters = {}): Promise<Array<string | undefined>> {
	const errors: Array<string | undefined> = [];
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < count; index = next++) {
			const result = await launchItems(world, { ...named, ...parameters }, { items: lead(index), mode: 'webhook' });
			errors[index] = result.error?.message;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return errors;
}

const phonesReached = (world: World) =>
	world.simulator.launches().flatMap(({ file }) => file?.contents?.firstRows.map((row) => row.join()) ?? []);

describe('leads by webhook', () => {
	inOneWorld(
		'300 posted twice, five at once, reach each phone once',
		async (world) => {
			expect((await post(world, LEADS)).filter(Boolean)).toEqual([]);
			const again = await post(world, LEADS, { promotionName: '=Once more {{ $json.phone }}' });
			for (const message of again) expect(message).toContain('within the last 20 hours');
			expect(new Set(phonesReached(world)).size).toBe(LEADS);
			expect(world.simulator.launches()).toHaveLength(LEADS);
		},
		{ speed: 100 },
	);

	inOneWorld('ten at the very same moment, and then one by one', async (world) => {
		const all = Array.from({ length: 10 }, (_, index) => index);
		await Promise.all(
			all.map(async (index) => await launchItems(world, named, { items: lead(index), mode: 'webhook' })),
		);
		for (const index of all) {
			const { error } = await launchItems(
				world,
				{ promotionName: `B${index}` },
				{ items: lead(index), mode: 'webhook' },
			);
			expect(error?.message).toContain('within the last 20 hours');
		}
		expect(world.simulator.launches()).toHaveLength(10);
	});

	inOneWorld('those that the service refuses may be sent again', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 422 }, times: 20 });
		const first = await post(world, 20);
		expect(first.filter(Boolean)).toHaveLength(20);
		expect((await post(world, 20)).filter(Boolean)).toEqual([]);
		expect(new Set(phonesReached(world)).size).toBe(20);
	});

	underEveryPersonality(
		'under one name are no suspects of one another',
		async (world) => {
			const errors = await post(world, 30, { promotionName: 'Welcome', options: { ifNameExists: 'launch' } });
			expect(errors.filter(Boolean)).toEqual([]);
			expect(world.simulator.launches()).toHaveLength(30);
			const row = launched(
				await launchItems(
					world,
					{ promotionName: 'Welcome', options: { ifNameExists: 'launch' } },
					{ items: lead(99) },
				),
			);
			expect(row).not.toHaveProperty('duplicateSuspected');
		},
		{ speed: 100 },
	);

	inOneWorld('under one name say how to tell them apart', async (world) => {
		launched(await launchItems(world, { promotionName: 'Welcome' }, { items: lead(0), mode: 'webhook' }));
		const result = await launchItems(
			world,
			{ promotionName: 'Welcome' },
			{ items: lead(1), mode: 'webhook', onError: 'continueRegularOutput' },
		);
		expect(failedItem(result.items[0]).message).toContain('A promotion named "Welcome" already exists');
		expect(result.items[0]?.error?.description).toContain("one contact per run: the contact's ID");
	});
});
