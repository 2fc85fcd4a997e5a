import type { Counters } from '../../../nodes/service/statistics';
import { allEvents, counters, HOUR, MINUTE, promotion, START, Timeline } from './timeline';

const statusEvents = ['created', 'statusChanged', 'completed', 'stopped', 'cancelled', 'disappeared'];

function watching(statuses: string[], events = statusEvents) {
	const timeline = new Timeline({ events });
	timeline.list = statuses.map((status, index) => promotion(`p${index + 1}`, status));
	expect(timeline.poll()).toEqual([]);
	return timeline;
}

describe('a status', () => {
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
		['', 'Running', ['statusChanged']],
		[`${'x'.repeat(40)}1`, `${'x'.repeat(40)}2`, ['statusChanged']],
		[`${'x'.repeat(40)}1`, `${'X'.repeat(40)}1`, []],
	])('that changes from %p to %p causes its events, once', (from, to, expected) => {
		const timeline = watching([from]);
		timeline.change('p1', to);
		expect(timeline.events()).toEqual(expected.map((event) => `p1 ${event}`));
		expect(timeline.events()).toEqual([]);
	});

	it.each([{ status: '' }, { status: ' ' }, { status: null }, { status: {} }])(
		'that is left out counts as the last one: %j',
		(none) => {
			const timeline = watching(['Stopped'], [...statusEvents, 'countersChanged']);
			timeline.statistics.set('p1', counters());
			const { list } = timeline;
			timeline.list = [promotion('p1', '', none)];
			expect(timeline.events()).toEqual([]);
			timeline.statistics.set('p1', counters({ sent: 1 }));
			expect(timeline.poll()).toMatchObject([{ event: 'countersChanged', status: 'Stopped' }]);
			timeline.list = list;
			expect(timeline.events()).toEqual([]);
		},
	);

	it('that comes back causes the chosen event each time, with another eventId', () => {
		const timeline = watching(['Running'], ['stopped']);
		const ids = [];
		for (const status of ['Stopped', 'Running', 'Stopped', 'Running', 'Stopped']) {
			timeline.change('p1', status);
			ids.push(...timeline.poll().map(({ eventId }) => eventId));
		}
		expect(new Set(ids).size).toBe(3);
	});

	describe.each(['Completed', 'Cancelled'])('%s is final:', (status) => {
		it.each([
			['in the list of the day', 0],
			['created long ago', 30],
		])('an old copy of the list causes no event, %s', (_, days) => {
			const timeline = new Timeline({ events: statusEvents });
			timeline.list = [
				promotion('p1', 'Running', { createdDate: START - days * 24 * HOUR }),
				promotion('p2', 'Running'),
			];
			timeline.poll();
			const old = timeline.list;
			timeline.change('p1', status);
			expect(timeline.events()).toEqual(['p1 statusChanged', `p1 ${status.toLowerCase()}`]);
			for (let round = 0; round < 3; round++) {
				const { list } = timeline;
				timeline.list = old;
				expect(timeline.events()).toEqual([]);
				timeline.list = list;
				expect(timeline.events()).toEqual([]);
			}
		});

		it('an old copy of the list causes none while figures are watched', () => {
			const timeline = watching(['Running'], [...statusEvents, 'countersChanged']);
			timeline.statistics.set('p1', counters());
			timeline.change('p1', status);
			expect(timeline.events()).toEqual(['p1 statusChanged', `p1 ${status.toLowerCase()}`]);
			timeline.change('p1', 'Running');
			expect(timeline.events()).toEqual([]);
			if (status === 'Completed') {
				timeline.statistics.set('p1', counters({ sent: 1 }));
				expect(timeline.poll()).toMatchObject([
					{ event: 'countersChanged', status, promotion: { status, state: 'completed' } },
				]);
			}
			timeline.change('p1', status);
			expect(timeline.events()).toEqual([]);
		});
	});

	it('that changes several times between two checks causes the events of the last one', () => {
		const timeline = watching(['Preparing']);
		timeline.change('p1', 'Running');
		timeline.change('p1', 'Completed');
		const items = timeline.poll();
		expect(items.map(({ event, previousStatus, status }) => [event, previousStatus, status])).toEqual([
			['statusChanged', 'Preparing', 'Completed'],
			['completed', 'Preparing', 'Completed'],
		]);
	});

	it('with which a promotion is first seen causes its event beside Created', () => {
		const timeline = watching(['Running']);
		timeline.list.push(promotion('p2', 'Running'), promotion('p3', 'Completed'), promotion('p4', 'Stopped'));
		expect(timeline.events()).toEqual(['p2 created', 'p3 created', 'p3 completed', 'p4 created', 'p4 stopped']);
	});

	it('causes an event that says if figures could not be read, but Created has none', () => {
		const timeline = watching(['Running']);
		timeline.list.push(promotion('p2', 'Completed'));
		expect(timeline.poll().map(({ event, statisticsStale }) => [event, statisticsStale])).toEqual([
			['created', undefined],
			['completed', true],
		]);
	});

	it('causes no event at the baseline, unless Include Existing Promotions is on', () => {
		watching(['Running', 'Completed', 'Cancelled', 'Stopped']);
		const timeline = new Timeline({ events: ['created', 'completed'], options: { emitExisting: true } });
		timeline.list = [promotion('p1', 'Completed'), promotion('p2', 'Running')];
		expect(timeline.events()).toEqual(['p1 created', 'p1 completed', 'p2 created']);
		expect(timeline.events()).toEqual([]);
	});

	it('of another account causes no event, and is what later ones are compared with', () => {
		const timeline = watching(['Running']);
		timeline.accountId = 'another';
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
			countersAre: 'cumulative',
			rates: expect.objectContaining({ deliveryRate: 40, failureRate: 0 }) as object,
			changes: { sent: { from: 90, to: 95, delta: 5 }, delivered: { from: 0, to: 38, delta: 38 } },
			promotion: expect.objectContaining({ promotionId: 'p1', state: 'completed' }) as object,
		});
	});

	describe('has a summary where it is asked for', () => {
		const old = 'These figures may be old, because they could not be read now: It could not be read.';
		const completed = (before: Partial<Counters> | null, after: Partial<Counters> | 'none' | null, summary = true) => {
			const timeline = new Timeline({ events: ['completed', 'countersChanged'], options: { summary } });
			timeline.list = [promotion('p1', 'Running')];
			timeline.statistics.set('p1', before && counters(before));
			timeline.poll();
			timeline.statistics.set('p1', typeof after === 'string' ? after : after && counters(after));
			timeline.change('p1', 'Completed');
			return timeline.poll()[0];
		};

		it.each([
			['figures', null, { sent: 90 }, 'Sent: 90'],
			['figures that could not be read again', { sent: 80 }, null, `Sent: 80\n[^]*\n\n${old}$`],
			['figures that could not be read', null, null, 'The figures could not be read: It could not be read.$'],
			['no figures yet', null, 'none' as const, 'The service has no figures for it yet.$'],
		])('with %s', (_, before, after, expected) => {
			const item = completed(before, after);
			expect(item?.summaryText).toMatch(new RegExp(`^Name of p1 \\(Completed\\)\n[^]*${expected}`));
			expect(item?.summaryHtml).toContain('Name of p1');
		});

		it('and none elsewhere', () => {
			expect(completed(null, { sent: 90 }, false)).not.toHaveProperty('summaryText');
		});
	});

	it('of a new promotion has a summary that names it, without figures that were not read', () => {
		const timeline = new Timeline({ events: ['created'], options: { summary: true } });
		timeline.list = [promotion('p0', 'Running')];
		timeline.poll();
		timeline.list.push(promotion('p1', 'Completed'));
		expect(timeline.poll()).toMatchObject([{ summaryText: 'Name of p1 (Created)', statistics: null }]);
	});

	it('has the eventId that the docs describe', async () => {
		const { createHash } = await import('node:crypto');
		const timeline = watching(['Running'], ['completed']);
		timeline.change('p1', 'Completed');
		const [item] = timeline.poll();
		// Numbers begin at the time of the baseline.
		const text = JSON.stringify(['acme', 'p1', 'completed', ['Running', 'Completed', START + MINUTE + 1]]);
		expect(item?.eventId).toBe(createHash('sha256').update(text).digest('hex').slice(0, 32));
	});
});

describe('a promotion that is no longer listed', () => {
	it('has disappeared with the third list in a row that lacks it, with all three events', () => {
		const timeline = watching(['Running', 'Running']);
		timeline.remove('p1');
		expect([timeline.poll(), timeline.poll()]).toEqual([[], []]);
		const items = timeline.poll();
		expect(items.map(({ event, status, observed }) => [event, status, observed])).toEqual([
			['statusChanged', 'Running', 'gone'],
			['cancelled', 'Running', 'gone'],
			['disappeared', 'Running', 'gone'],
		]);
		const more = { previousStatus: 'Running', promotion: null, statisticsStale: true };
		for (const item of items) expect(item).toMatchObject({ name: 'Name of p1', ...more });
		expect(timeline.events()).toEqual([]);
	});

	it('causes no event if only two lists in a row lacked it', () => {
		const timeline = watching(['Running', 'Running']);
		const { list } = timeline;
		for (let round = 0; round < 3; round++) {
			timeline.remove('p1');
			expect([...timeline.events(), ...timeline.events()]).toEqual([]);
			timeline.list = list;
			expect(timeline.events()).toEqual([]);
		}
	});

	it('goes on where it was when it comes back: no event comes twice', () => {
		const timeline = watching(['Running'], [...statusEvents, 'countersChanged', 'thresholdCrossed']);
		timeline.list.push(promotion('p9', 'Running'));
		timeline.statistics.set('p9', counters({ attempted: 100, failed: 50 }));
		expect(timeline.events()).toEqual(['p9 created', 'p9 countersChanged', 'p9 thresholdCrossed']);
		const { list } = timeline;
		const events = Array.from({ length: 5 }, () => {
			timeline.remove('p9');
			const gone = Array.from({ length: 5 }, () => timeline.events(60)).flat();
			timeline.list = list;
			return [...gone, ...timeline.events(60)];
		});
		expect(events.flat()).toEqual(['p9 statusChanged', 'p9 cancelled', 'p9 disappeared']);
		timeline.change('p9', 'Cancelled');
		expect(timeline.events()).toEqual(['p9 statusChanged']);
	});

	it.each([
		[7 * 24 - 1, ['p9 statusChanged', 'p9 completed']],
		[7 * 24 + 1, []],
	])('is remembered for a week, and never new: back completed after %i hours', (hours, expected) => {
		const timeline = watching(['Running', 'Running']);
		timeline.list.push(promotion('p9', 'Running'));
		timeline.poll();
		timeline.remove('p9');
		for (let poll = 0; poll < 3; poll++) timeline.poll();
		for (let hour = 0; hour < hours; hour++) timeline.poll(60);
		timeline.list.push(promotion('p9', 'Completed'));
		expect(timeline.events()).toEqual(expected);
	});

	it('causes no event if it had ended, nor when it comes back', () => {
		const timeline = watching(['Completed', 'Cancelled', 'Running']);
		const { list } = timeline;
		timeline.remove('p1');
		timeline.remove('p2');
		for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
		timeline.list = list;
		expect(timeline.events()).toEqual([]);
	});

	it('does not disappear while its figures are watched after its end', () => {
		const timeline = watching(['Running', 'Running'], ['countersChanged', 'disappeared', 'cancelled']);
		timeline.statistics.set('p1', counters());
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
	});

	it('does not disappear when it leaves the scope by age', () => {
		const timeline = new Timeline({ events: ['disappeared', 'completed'], filters: { createdWithinDays: 1 } });
		timeline.list = [promotion('old', 'Running', { createdDate: START - 23 * HOUR }), promotion('young', 'Running')];
		timeline.poll();
		expect(timeline.events(2 * 60)).toEqual([]);
		timeline.remove('old');
		for (let round = 0; round < 4; round++) expect(timeline.events()).toEqual([]);
	});
});
