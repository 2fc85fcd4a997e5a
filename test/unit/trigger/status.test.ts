/** What a list tells: new ones, changes of status, names that are let in, and what is too old to be news. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	allEvents,
	counters,
	DAY,
	HOUR,
	MINUTE,
	playsTimelines,
	promotion,
	running,
	START,
	watching,
} from './timeline';

playsTimelines();

const statusEvents = ['created', 'statusChanged', 'completed', 'stopped', 'cancelled'];

describe('a status', () => {
	it.each([
		['Running', ' completed ', ['statusChanged', 'completed']],
		['Running', 'Stopped', ['statusChanged', 'stopped']],
		['Stopped', 'Running', ['statusChanged']],
		['Running', 'Cancelled', ['statusChanged', 'cancelled']],
		['Running', 'canceled', ['statusChanged', 'cancelled']],
		['Running', 'Finished', ['statusChanged']],
		['Running', 'RUNNING ', []],
		['', 'Completed', ['statusChanged', 'completed']],
		['Running', '', []],
		['Running', null, []],
		['Completed', 'Running', []],
		['Completed', 'Cancelled', []],
		['Cancelled', 'Completed', []],
	])('that was %j and is %j', async (before, after, expected) => {
		const timeline = await running([before, 'Running'], statusEvents);
		timeline.list = [promotion('p1', after), promotion('p2', 'Running')];
		expect(await timeline.events()).toEqual(expected.map((event) => `p1 ${event}`));
		expect(await timeline.events()).toEqual([]);
	});

	it('that comes back is told each time, with another eventId', async () => {
		const timeline = await running(['Running'], ['stopped']);
		const ids = new Set<unknown>();
		for (let round = 0; round < 3; round++) {
			timeline.change('p1', 'Stopped');
			const [stopped] = await timeline.poll();
			expect(stopped).toMatchObject({ event: 'stopped', previousStatus: 'Running' });
			ids.add(stopped?.eventId);
			timeline.change('p1', 'Running');
			expect(await timeline.events()).toEqual([]);
		}
		expect(ids.size).toBe(3);
	});

	it('that is over stays so: an old copy of the list causes nothing, and completed comes once', async () => {
		const timeline = await running(['Running', 'Running'], [...statusEvents, 'countersChanged'], counters());
		const old = timeline.list;
		timeline.change('p1', 'Completed');
		expect(await timeline.events()).toEqual(['p1 statusChanged', 'p1 completed']);
		for (const list of [old, timeline.list, old, timeline.list]) {
			timeline.list = list;
			expect(await timeline.events()).toEqual([]);
		}
	});

	it('is told of one without a record, too, and its statistics are read first, all of them', async () => {
		const all = Array.from({ length: 60 }, () => 'Running');
		const timeline = await running(all, ['completed'], counters({ sent: 8 }));
		timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
		const items = await timeline.poll();
		expect(items).toHaveLength(60);
		for (const item of items) expect(item).toMatchObject({ event: 'completed', statistics: { sent: 8 } });
		expect(JSON.stringify(timeline.state())).not.toContain('Name of');
	});

	it('comes at once although its statistics cannot be read, and says so', async () => {
		const timeline = await watching(['completed', 'countersChanged']);
		timeline.statistics.set('p1', counters({ sent: 40 }));
		await timeline.poll();
		timeline.statistics.set('p1', 500);
		timeline.change('p1', 'Completed');
		expect(await timeline.poll()).toMatchObject([
			{ event: 'completed', statistics: { sent: 40 }, statisticsStale: true, statisticsError: /internal/ },
		]);
	});
});

describe('a promotion that is seen for the first time', () => {
	it('is told as what it is', async () => {
		const timeline = await running(['Running'], statusEvents);
		timeline.list.push(promotion('p2', 'Running'), promotion('p3', 'Completed'), promotion('p4', 'Stopped'));
		expect(await timeline.events()).toEqual(['p2 created', 'p3 created', 'p3 completed', 'p4 created', 'p4 stopped']);
	});

	const days = (count: number) => START - count * DAY;
	it.each<[what: string, status: string, times: IDataObject, bySchedule: boolean, byPerson: boolean]>([
		['began six days ago', 'Running', { createdDate: days(6) }, true, true],
		['began eight days ago', 'Running', { createdDate: days(8) }, false, false],
		['ended just now', 'Completed', { createdDate: days(10), promotionEndTime: START }, true, true],
		['ended eight days ago', 'Completed', { createdDate: days(10), promotionEndTime: days(8) }, false, false],
		['is over before its end', 'Completed', { createdDate: days(8), promotionEndTime: days(-3) }, false, false],
		['is over without an end', 'Completed', { createdDate: days(1), promotionEndTime: 0 }, true, true],
		['has no time', 'Completed', { createdDate: undefined }, true, false],
		['began later than now', 'Completed', { createdDate: days(-1) }, true, false],
		['has a time that is none', 'Completed', { createdDate: 20_260_301 }, true, false],
	])('%s: %s', async (_, status, times, bySchedule, byPerson) => {
		const events = ['p2 created', ...(status === 'Completed' ? ['p2 completed'] : [])];
		for (const activation of [undefined, 'activate']) {
			const timeline = await running(['Running'], ['created', 'completed']);
			timeline.list.push(promotion('p2', status, times));
			expect(await timeline.events(1, activation)).toEqual((activation ? byPerson : bySchedule) ? events : []);
			expect(await timeline.events()).toEqual([]);
		}
	});

	it('is measured by the last good list of a schedule, and by now where a person activates', async () => {
		for (const activation of [undefined, 'activate']) {
			const timeline = await running(['Running'], ['created', 'completed']);
			// It began and ended while the trigger was off for twenty days.
			timeline.list.push(promotion('p2', 'Completed', { createdDate: START + DAY, promotionEndTime: START + 2 * DAY }));
			timeline.change('p1', 'Completed');
			const expected = ['p1 completed', ...(activation ? [] : ['p2 created', 'p2 completed'])];
			expect(await timeline.events(20 * 24 * 60, activation)).toEqual(expected);
		}
	});

	it('is measured by a clock that was too far ahead as if that was now', async () => {
		const timeline = await running(['Running'], ['created']);
		await timeline.poll(30 * 24 * 60);
		timeline.time = START + HOUR;
		timeline.list.push(promotion('p2', 'Running'));
		expect(await timeline.events()).toEqual(['p2 created']);
	});
});

describe('Name Contains', () => {
	const filters = { nameContains: ' SALE' };
	const named = (id: string, status: string, name: string | null) => promotion(id, status, { name });

	it('decides what is told and read, not what is remembered', async () => {
		const timeline = await running(['Running'], allEvents, counters(), { filters });
		timeline.list.push(named('p2', 'Running', 'Winter sale'), named('p3', 'Running', 'Other'));
		timeline.statistics.set('p2', counters());
		expect(await timeline.events()).toEqual(['p2 created']);
		expect(timeline.asked).toEqual(['p2']);
		timeline.list = [named('p2', 'Completed', 'Winter sale'), named('p3', 'Completed', 'Other')];
		expect(await timeline.events()).toEqual(['p2 statusChanged', 'p2 completed']);
		// With its new name, it is let in: over, as it is known to be.
		timeline.list = [named('p2', 'Completed', 'Winter sale'), named('p3', 'Completed', 'Other sale')];
		expect(await timeline.events()).toEqual([]);
	});

	it.each([
		['one check', 1],
		['the end of the watch', 4 * 24 * 60],
	])('mistyped for %s loses no final figures, and tells nothing twice', async (_, minutes) => {
		const figures = counters({ attempted: 100, failed: 50 });
		const timeline = await running(['Running'], ['finalFiguresReady', 'thresholdCrossed'], 404);
		timeline.statistics.set('p1', figures);
		expect(await timeline.events()).toEqual(['p1 thresholdCrossed']);
		timeline.change('p1', 'Completed');
		await timeline.poll();
		const { parameters } = timeline;
		timeline.parameters = { ...parameters, filters: { nameContains: 'Slae' } };
		expect(await timeline.events(minutes)).toEqual([]);
		timeline.parameters = parameters;
		expect(await timeline.during(70)).toEqual(['p1 finalFiguresReady']);
	});

	it.each(['Running', 'Completed'])('does not know an ID yet that is listed without a name: %s', async (status) => {
		const timeline = await running(['Running'], ['created'], 500, { filters });
		timeline.list.push(named('p2', status, null));
		expect(await timeline.events()).toEqual([]);
		timeline.list = [promotion('p1', 'Running'), named('p2', status, 'Sale')];
		expect(await timeline.events()).toEqual(['p2 created']);
	});
});

describe('an item', () => {
	it('has everything that the next step needs', async () => {
		const timeline = await watching(['statusChanged', 'countersChanged']);
		timeline.statistics.set('p1', counters({ attempted: 100, sent: 90 }));
		await timeline.poll();
		timeline.statistics.set('p1', counters({ attempted: 100, sent: 95, delivered: 38 }));
		timeline.change('p1', 'Completed');
		const [item] = await timeline.poll();
		expect(item).toEqual({
			event: 'statusChanged',
			observedAt: new Date(timeline.time).toISOString(),
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
			...{ accountId: 'acme', promotionId: 'p1', name: 'Name of p1', status: 'Completed', previousStatus: 'Running' },
			statistics: counters({ attempted: 100, sent: 95, delivered: 38 }),
			countersAre: 'cumulative',
			rates: expect.objectContaining({ deliveryRate: 40, failureRate: 0 }) as object,
			changes: { sent: { from: 90, to: 95, delta: 5 }, delivered: { from: 0, to: 38, delta: 38 } },
			promotion: expect.objectContaining({ promotionId: 'p1', state: 'completed' }) as object,
		});
	});

	const old = 'These figures may be old, because they could not be read now: The service [^]*';
	it.each<[what: string, before: number | object, after: number | object | string, said: string]>([
		['figures', 500, counters({ sent: 90 }), 'Sent: 90'],
		['figures that could not be read again', counters({ sent: 80 }), 500, `Sent: 80\n[^]*\n\n${old}$`],
		['figures that could not be read', 500, 500, 'The figures could not be read: The service [^]*$'],
		['an answer without figures', 500, '{}', 'The figures could not be read: [^]*$'],
	])('has a summary with %s', async (_, before, after, said) => {
		const events = ['completed', 'countersChanged'];
		const timeline = await running(['Running'], events, before as never, { options: { summary: true } });
		timeline.statistics.set('p1', after as never);
		timeline.change('p1', 'Completed');
		const [item] = await timeline.poll();
		expect(item?.summaryText).toMatch(new RegExp(`^Name of p1 \\(Completed\\)\n[^]*${said}`));
		expect(item?.summaryHtml).toContain('Name of p1');
	});

	it('has no summary unless it is asked for, and an eventId of account, promotion, event and statuses', async () => {
		const timeline = await running(['Running'], ['completed']);
		timeline.change('p1', 'Completed');
		const [item] = await timeline.poll();
		expect(item).not.toHaveProperty('summaryText');
		// The ordinal begins with the time of the baseline.
		const text = JSON.stringify(['acme', 'p1', 'completed', ['Running', 'Completed', START + MINUTE]]);
		expect(item?.eventId).toBe(createHash('sha256').update(text).digest('hex').slice(0, 32));
	});
});
