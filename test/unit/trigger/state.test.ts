/** What is kept between checks, and how much of it. */
import { counters, MINUTE, playsTimelines, promotion, running, START, Timeline } from './timeline';

playsTimelines();

const uuid = (number: number) => `6650f1c2-a1b3-4c5d-8e7f-${String(number).padStart(12, '0')}`;
const some = (from: number, count: number, status: string) =>
	Array.from({ length: count }, (_, index) =>
		promotion(uuid(from + index), status, {
			name: `Campaign ${from + index} for the customers of a chain of shops`,
			createdDate: START - (from + index) * MINUTE,
		}),
	);
const bytes = (timeline: Timeline) => Buffer.byteLength(JSON.stringify(timeline.state()));

it('is plain JSON that people can read', async () => {
	const timeline = new Timeline({ events: ['countersChanged'] });
	timeline.list = [promotion('p1', 'Sending'), promotion('p2', 'Completed'), promotion('p3', 'Completed')];
	timeline.statistics.set('p1', counters({ sent: 9 }));
	await timeline.poll();
	timeline.statistics.set('p1', counters({ sent: 10 }));
	timeline.remove('p3');
	await timeline.poll();
	expect(timeline.state()).toMatchObject({
		rcsPromotions: {
			state: {
				version: 7,
				accountId: 'acme',
				listedAt: START + 2 * MINUTE,
				listed: [
					['Sending', ['p1']],
					['Completed', ['p2']],
				],
				left: [['Completed', ['p3']]],
				records: {
					p1: {
						...{ name: 'Name of p1', created: START, firstSeenAt: START + MINUTE, changedAt: START + 2 * MINUTE },
						...{ counters: counters({ sent: 10 }), emitted: counters({ sent: 10 }) },
					},
				},
			},
		},
	});
});

it('has what left in the order of leaving', async () => {
	const timeline = await running(['Completed', 'Cancelled', 'Completed'], ['created']);
	for (const promotionId of ['p1', 'p2', 'p3']) {
		timeline.remove(promotionId);
		await timeline.poll();
	}
	const left = ['Completed', 'Cancelled', 'Completed'].map((status, index) => [status, [`p${index + 1}`]]);
	expect(timeline.state()).toMatchObject({ rcsPromotions: { state: { left } } });
});

it('100,000 that are listed take less than 4.2 MB, and 100 that run 80 kB more', async () => {
	const timeline = new Timeline({ events: ['countersChanged', 'thresholdCrossed'] });
	timeline.list = some(0, 100_000, 'Completed');
	await timeline.poll();
	const size = bytes(timeline);
	expect(size).toBeLessThan(4.2e6);
	timeline.list = [...timeline.list, ...some(100_000, 100, 'Running')];
	for (const { promotionId } of timeline.list.slice(-100))
		timeline.statistics.set(promotionId, counters({ attempted: 5e4 }));
	await timeline.during(2);
	expect(bytes(timeline) - size).toBeLessThan(80_000);
});

it('knows the last 20,000 that left the list, and all that it followed', async () => {
	const timeline = new Timeline({ events: ['created', 'countersChanged'] });
	timeline.list = [...some(0, 5, 'Running'), ...some(100, 2000, 'Completed')];
	for (let index = 0; index < 5; index++) timeline.statistics.set(uuid(index), counters());
	await timeline.poll();
	timeline.list = some(10_000, 20_000, 'Completed');
	await timeline.poll();
	timeline.list = some(50_000, 10, 'Completed');
	expect(await timeline.events()).toEqual([]);
	timeline.list = [...some(50_000, 10, 'Completed'), ...some(29_999, 1, 'Completed'), ...some(0, 5, 'Running')];
	expect(await timeline.events()).toEqual([]);
	// The first to leave made way.
	timeline.list.push(promotion(uuid(100), 'Completed', { createdDate: timeline.time }));
	expect(await timeline.events()).toEqual([`${uuid(100)} created`]);
});
