import { allEvents, counters, HOUR, promotion, START, Timeline } from './timeline';

const statusEvents = ['created', 'statusChanged', 'completed', 'stopped', 'cancelled', 'removed'];

function watching(statuses: string[], events = statusEvents) {
	const timeline = new Timeline({ events });
	timeline.list = statuses.map((status, index) => promotion(`p${index + 1}`, status));
	expect(timeline.poll()).toEqual([]);
	return timeline;
}

describe('what a change of status tells', () => {
	it.each([
		['Preparing', 'Running', ['statusChanged']],
		['Running', 'Completed', ['statusChanged', 'completed']],
		['Running', ' COMPLETED ', ['statusChanged', 'completed']],
		['Running', 'running', []],
		['Running', ' Running', []],
		['Running', 'Stopped', ['statusChanged', 'stopped']],
		['Stopped', 'Running', ['statusChanged']],
		['Running', 'Cancelled', ['statusChanged', 'cancelled']],
		['Completed', 'Completed', []],
		['Stopped', 'Cancelled', ['statusChanged', 'cancelled']],
		['Running', '', ['statusChanged']],
		[`${'x'.repeat(40)}1`, `${'x'.repeat(40)}2`, ['statusChanged']],
		[`${'x'.repeat(40)}1`, `${'X'.repeat(40)}1`, []],
	])('from %p to %p', (from, to, expected) => {
		const timeline = watching([from]);
		timeline.change('p1', to);
		expect(timeline.events()).toEqual(expected.map((event) => `p1 ${event}`));
		expect(timeline.events()).toEqual([]);
	});

	it('tells only what is chosen, and each time it happens', () => {
		const timeline = watching(['Running'], ['stopped']);
		const ids = [];
		for (const status of ['Stopped', 'Running', 'Stopped', 'Running', 'Stopped']) {
			timeline.change('p1', status);
			ids.push(...timeline.poll().map(({ eventId }) => eventId));
		}
		expect(new Set(ids).size).toBe(3);
	});

	it.each(['Completed', 'Cancelled'])('is nothing any more once it is %s: final is final', (status) => {
		const timeline = watching(['Running']);
		timeline.change('p1', status);
		expect(timeline.events()).toEqual(['p1 statusChanged', `p1 ${status.toLowerCase()}`]);
		expect(timeline.state?.records).toEqual({});
		for (const other of ['Cancelled', 'Completed']) {
			timeline.change('p1', other);
			expect(timeline.events()).toEqual([]);
		}
		// Should a service take it up again all the same, it is followed from there, and its next end is another event.
		timeline.change('p1', 'Running');
		expect(timeline.events()).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(timeline.events()).toEqual(['p1 statusChanged', 'p1 completed']);
	});

	it('collapses several steps between two polls into one, from where it was to where it is', () => {
		const timeline = watching(['Preparing']);
		timeline.change('p1', 'Running');
		timeline.change('p1', 'Completed');
		const items = timeline.poll();
		expect(items.map(({ event, previousStatus, status }) => [event, previousStatus, status])).toEqual([
			['statusChanged', 'Preparing', 'Completed'],
			['completed', 'Preparing', 'Completed'],
		]);
	});

	it('tells of a new promotion, and of an end it is first seen with', () => {
		const timeline = watching(['Running']);
		timeline.list.push(promotion('p2', 'Running'), promotion('p3', 'Completed'), promotion('p4', 'Stopped'));
		expect(timeline.events()).toEqual(['p2 created', 'p3 created', 'p3 completed', 'p4 created', 'p4 stopped']);
	});

	it('says of figures that could not be read that they are not of now, but not of those of a new one, which has none', () => {
		const timeline = watching(['Running']);
		timeline.list.push(promotion('p2', 'Completed'));
		expect(timeline.poll().map(({ event, statisticsStale }) => [event, statisticsStale])).toEqual([
			['created', undefined],
			['completed', true],
		]);
	});

	it('says that it was stopped before', () => {
		const status = 'Stopped';
		const timeline = watching([status]);
		timeline.change('p1', 'Running');
		expect(timeline.poll()[0]).toMatchObject({ previousStatus: status, status: 'Running' });
	});

	it('says nothing at the baseline, unless existing ones are asked for', () => {
		watching(['Running', 'Completed', 'Cancelled', 'Stopped']);
		const timeline = new Timeline({ events: ['created', 'completed'], options: { emitExisting: true } });
		timeline.list = [promotion('p1', 'Completed'), promotion('p2', 'Running')];
		expect(timeline.events()).toEqual(['p1 created', 'p1 completed', 'p2 created']);
		expect(timeline.events()).toEqual([]);
	});

	it('takes a new baseline when the account is another one', () => {
		const timeline = watching(['Running']);
		timeline.account = 'https://rcs.example.com another';
		timeline.change('p1', 'Sending');
		expect(timeline.events()).toEqual([]);
		timeline.change('p1', 'Running');
		expect(timeline.events()).toEqual(['p1 statusChanged']);
	});
});

describe('statistics of a status event', () => {
	it('are read first, whatever the limit of calls', () => {
		const timeline = new Timeline({ events: allEvents, options: { maximumStatisticsCalls: 1 } });
		timeline.list = [1, 2, 3].map((number) => promotion(`p${number}`, 'Running'));
		timeline.poll();
		for (const id of ['p1', 'p2', 'p3']) timeline.statistics.set(id, counters({ attempted: 10, sent: 8 }));
		for (const id of ['p1', 'p2', 'p3']) timeline.change(id, 'Completed');
		const items = timeline.poll();
		expect(timeline.asked).toEqual(['p1', 'p2', 'p3']);
		const completed = items.filter(({ event }) => event === 'completed');
		expect(completed.map(({ statistics }) => statistics)).toEqual(Array(3).fill(counters({ attempted: 10, sent: 8 })));
	});

	it('are the last known ones when they cannot be read, and the item says so', () => {
		const timeline = watching(['Running'], ['completed', 'countersChanged']);
		timeline.statistics.set('p1', counters({ sent: 5 }));
		timeline.poll();
		timeline.statistics.set('p1', null);
		timeline.change('p1', 'Completed');
		const [item] = timeline.poll();
		expect(item).toMatchObject({ event: 'completed', statistics: counters({ sent: 5 }), statisticsStale: true });
	});
});

describe('an item', () => {
	it('has everything the next step needs', () => {
		const timeline = watching(['Running'], ['statusChanged', 'countersChanged']);
		timeline.statistics.set('p1', counters({ attempted: 100, sent: 90 }));
		timeline.poll();
		timeline.statistics.set('p1', counters({ attempted: 100, sent: 95, delivered: 38 }));
		timeline.change('p1', 'Completed');
		const [item] = timeline.poll();
		expect(item).toEqual({
			event: 'statusChanged',
			observedAt: new Date(timeline.now).toISOString(),
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
			accountId: 'acme',
			promotionId: 'p1',
			name: 'Name of p1',
			status: 'Completed',
			previousStatus: 'Running',
			statistics: counters({ attempted: 100, sent: 95, delivered: 38 }),
			rates: { deliveryRate: 40, readRate: 0, interactionRate: 0, failureRate: 0, optOutRate: 0 },
			changes: { sent: { from: 90, to: 95, delta: 5 }, delivered: { from: 0, to: 38, delta: 38 } },
			promotion: expect.objectContaining({ promotionId: 'p1', state: 'completed' }) as object,
		});
	});

	it.each([
		[true, 'Name of p1', { sent: 90 }],
		[true, undefined, null],
		[false, undefined, { sent: 90 }],
	])('has a summary where it is asked for and there are figures: %p, %p', (summary, expected, figures) => {
		const timeline = new Timeline({ events: ['completed'], options: { summary } });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		timeline.statistics.set('p1', figures && counters(figures));
		timeline.change('p1', 'Completed');
		const [item] = timeline.poll();
		expect(item?.summaryText).toEqual(expected && expect.stringContaining(expected));
		expect(item?.statistics).toEqual(figures && counters(figures));
	});

	it('has an id that anybody can compute', async () => {
		const { createHash } = await import('node:crypto');
		const timeline = watching(['Running'], ['completed']);
		timeline.change('p1', 'Completed');
		const [item] = timeline.poll();
		const text = JSON.stringify(['acme', 'p1', 'completed', ['Running', 'Completed', 1]]);
		expect(item?.eventId).toBe(createHash('sha256').update(text).digest('hex').slice(0, 32));
	});
});

describe('a promotion that is no longer listed', () => {
	it('is removed when two good answers in a row lack it, and told in every way that was asked for', () => {
		const timeline = watching(['Running', 'Running']);
		timeline.remove('p1');
		expect(timeline.poll()).toEqual([]);
		const items = timeline.poll();
		expect(items.map(({ event, status, observed }) => [event, status, observed])).toEqual([
			['statusChanged', 'Running', 'gone'],
			['cancelled', 'Running', 'gone'],
			['removed', 'Running', 'gone'],
		]);
		const more = { previousStatus: 'Running', promotion: null, statisticsStale: true };
		for (const item of items) expect(item).toMatchObject({ name: 'Name of p1', ...more });
		expect(timeline.events()).toEqual([]);
	});

	it('is known again when only one answer lacked it', () => {
		const timeline = watching(['Running', 'Running']);
		const { list } = timeline;
		for (let round = 0; round < 3; round++) {
			timeline.remove('p1');
			expect(timeline.events()).toEqual([]);
			timeline.list = list;
			expect(timeline.events()).toEqual([]);
		}
	});

	it('is created once more when it comes back, with another id than before', () => {
		const timeline = watching(['Running']);
		const ids: unknown[] = [];
		for (let round = 0; round < 3; round++) {
			timeline.list.push(promotion('p9', 'Running'));
			ids.push(...timeline.poll().map(({ eventId }) => eventId));
			timeline.remove('p9');
			timeline.poll();
			ids.push(...timeline.poll().map(({ eventId }) => eventId));
		}
		expect(ids).toHaveLength(12);
		expect(new Set(ids).size).toBe(12);
	});

	it('is not missed when it had ended, and no news when it comes back', () => {
		const timeline = watching(['Completed', 'Cancelled', 'Running']);
		const { list } = timeline;
		timeline.remove('p1');
		timeline.remove('p2');
		for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
		timeline.list = list;
		expect(timeline.events()).toEqual([]);
	});

	it.each([
		[4, 10, 2],
		[5, 25, 2],
		[5, 24, 5],
	])('%i of %i vanish: %i answers', (vanishing, all, answers) => {
		const timeline = watching(Array<string>(all).fill('Running'), ['removed']);
		timeline.list = timeline.list.slice(vanishing);
		for (let round = 1; round < answers; round++) expect(timeline.events()).toEqual([]);
		expect(timeline.events()).toHaveLength(vanishing);
	});

	describe('next to promotions that had ended', () => {
		const ended = Array<string>(15).fill('Completed');

		it('is waited for longer when it vanishes together with them', () => {
			const timeline = watching(['Running', ...ended], ['removed']);
			timeline.list = timeline.list.slice(5);
			for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
			expect(timeline.events()).toEqual(['p1 removed']);
		});

		it.each([
			['that stay', 0],
			['that vanished before', 6],
		])('%s, is not waited for any longer', (_, vanished) => {
			const timeline = watching(['Running', ...ended], ['removed']);
			timeline.list = timeline.list.filter((_one, index) => index === 0 || index > vanished);
			timeline.poll();
			timeline.remove('p1');
			expect([timeline.events(), timeline.events()]).toEqual([[], ['p1 removed']]);
		});
	});

	it('is not removed while its figures are still watched after its end', () => {
		const timeline = watching(['Running', 'Running'], ['countersChanged', 'removed', 'cancelled']);
		timeline.statistics.set('p1', counters());
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
	});

	it('is not removed by empty answers alone', () => {
		const timeline = watching(['Running', 'Running']);
		const { list } = timeline;
		timeline.list = [];
		for (let round = 0; round < 10; round++) expect(timeline.events()).toEqual([]);
		timeline.list = list;
		expect(timeline.events()).toEqual([]);
	});

	it.each(['Running', 'Completed'])(
		'is not removed when it makes room, and is no news when it comes back %s',
		(status) => {
			const timeline = new Timeline({ events: ['created', 'statusChanged', 'completed', 'removed'] });
			const aged = (id: string, hours: number, now = 'Running') =>
				promotion(id, now, { createdDate: START + hours * HOUR });
			timeline.list = [aged('a', 1), aged('b', 2), aged('c', 3)];
			timeline.poll();
			timeline.list = [aged('b', 2), aged('c', 3), aged('d', 4)];
			expect(timeline.events()).toEqual(['d created']);
			for (let round = 0; round < 6; round++) expect(timeline.events()).toEqual([]);
			timeline.list = [aged('a', 1, status), aged('b', 2), aged('c', 3), aged('d', 4)];
			expect(timeline.events()).toEqual([]);
		},
	);

	it('is removed when it is the oldest and nothing newer came', () => {
		const timeline = watching(['Running', 'Running'], ['removed']);
		timeline.remove('p1');
		timeline.poll();
		expect(timeline.events()).toEqual(['p1 removed']);
	});

	it('is not removed when it leaves the scope by age or by name', () => {
		const timeline = new Timeline({ events: ['removed', 'completed'], filters: { createdWithinDays: 1 } });
		timeline.list = [promotion('old', 'Running', { createdDate: START - 23 * HOUR }), promotion('young', 'Running')];
		timeline.poll();
		expect(timeline.events(2 * 60)).toEqual([]);
		timeline.remove('old');
		for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
	});
});
