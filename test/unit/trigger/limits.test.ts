/** Threshold Crossed: what a limit means, when it is judged, and what is said if it cannot be. */
import { counters, DAY, playsTimelines, promotion, running, show, START, Timeline, watching } from './timeline';

playsTimelines();

const above = { rate: 'failureRate', direction: 'above', percent: 10, minimumBase: 100 };
const below = { rate: 'readRate', direction: 'below', percent: 10, minimumBase: 100 };
const optOuts = { ...above, rate: 'optOutRate', percent: 5 };
const withLimit = async (...threshold: object[]) =>
	await watching(['thresholdCrossed'], { thresholds: { threshold: threshold as never } });

describe('a limit above', () => {
	it('is, unless another one is entered, 5% failed of at least 100', async () => {
		const timeline = await watching(['thresholdCrossed']);
		expect(await show(timeline, { attempted: 99, failed: 50 })).toEqual([]);
		expect(await show(timeline, { attempted: 1000, failed: 49 })).toEqual([]);
		timeline.statistics.set('p1', counters({ attempted: 1000, failed: 50 }));
		const [item] = await timeline.poll();
		expect(item).toMatchObject({ threshold: { ...above, percent: 5, value: 5 } });
		expect(item).not.toHaveProperty('firstSight');
	});

	it('comes once for each promotion, whatever the rate does, and once more if it is changed', async () => {
		const timeline = await withLimit(above);
		expect(await show(timeline, { attempted: 100, failed: 10 })).toEqual(['thresholdCrossed']);
		for (const failed of [0, 50]) expect(await show(timeline, { attempted: 100, failed })).toEqual([]);
		const { parameters } = timeline;
		timeline.parameters = { ...parameters, thresholds: { threshold: [{ ...above, percent: 20 }] } };
		expect(await show(timeline, { attempted: 100, failed: 50 }, 5)).toEqual(['thresholdCrossed']);
		timeline.parameters = parameters;
		expect(await show(timeline, { attempted: 100, failed: 51 }, 5)).toEqual([]);
	});

	it('counts once if entered twice, and differs by each of its fields', async () => {
		const others = [{ minimumBase: 50 }, { percent: 5 }, { rate: 'optOutRate' }];
		const timeline = await withLimit(above, above, ...others.map((other) => ({ ...above, ...other })));
		timeline.statistics.set('p1', counters({ attempted: 100, failed: 10, delivered: 100, optout: 10 }));
		const items = await timeline.poll();
		expect(items).toMatchObject([{}, ...others].map((other) => ({ threshold: { ...above, ...other } })));
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
		expect(await timeline.events()).toEqual([]);
	});

	it.each([
		[1.1, 33, 3000],
		[0.07, 7, 10_000],
		[5, 123_456_789, 2_469_135_780],
		[0, 1, 1000],
	])('is crossed at exactly %f%%, %i of %i, and not before', async (percent, part, whole) => {
		const timeline = await withLimit({ ...above, percent });
		expect(await show(timeline, { attempted: whole, failed: part - 1 })).toEqual([]);
		expect(await show(timeline, { attempted: whole, failed: part })).toEqual(['thresholdCrossed']);
	});
});

describe('a limit that was crossed before', () => {
	const crossed = counters({ attempted: 100, failed: 50 });

	it.each([
		['was there', 'Running', 0, true],
		['began 30 days ago, and still runs', 'Running', 30, true],
		['was over', 'Completed', 0, false],
	])('the trigger existed is told at the first reading: by one that %s', async (_, status, days, isTold) => {
		const timeline = new Timeline({ events: ['thresholdCrossed'] });
		timeline.list = [promotion('p1', status, { createdDate: START - days * DAY })];
		timeline.statistics.set('p1', crossed);
		expect(await timeline.poll()).toMatchObject(isTold ? [{ event: 'thresholdCrossed', firstSight: true }] : []);
		expect(await timeline.during(60, 5)).toEqual([]);
	});

	it.each([
		['Running', 30, ['p2 thresholdCrossed']],
		['Completed', 30, []],
		['Completed', 0, ['p2 created', 'p2 thresholdCrossed']],
	])('a promotion was seen is told, unless it is over and old news: %s, %i days', async (status, days, expected) => {
		const timeline = await watching(['thresholdCrossed', 'created']);
		timeline.list.push(promotion('p2', status, { createdDate: START - days * DAY }));
		timeline.statistics.set('p2', crossed);
		expect(await timeline.events()).toEqual(expected);
	});
});

describe('a limit below', () => {
	it('is judged once figures are final', async () => {
		const timeline = await withLimit(below);
		for (let hour = 0; hour < 5; hour++) expect(await show(timeline, { delivered: 200, read: 1 }, 60)).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(await show(timeline, { delivered: 200, read: 15 })).toEqual([]);
		expect(await timeline.during(59)).toEqual([]);
		expect(await timeline.events()).toEqual(['p1 thresholdCrossed']);
		expect(await timeline.during(120)).toEqual([]);
	});

	it.each([
		['at the limit', { delivered: 1000, read: 100 }, true],
		['just above it', { delivered: 1000, read: 101 }, false],
		['at zero', { delivered: 1000, read: 0 }, true],
		['with just as many messages as it takes', { delivered: 100, read: 1 }, true],
		['with one message fewer', { delivered: 99, read: 1 }, false],
	])('comes where the rate is low enough and of enough messages: %s', async (_, figures, comes) => {
		const timeline = await withLimit(below);
		timeline.change('p1', 'Completed');
		await show(timeline, figures);
		expect(await timeline.during(70, 5)).toEqual(comes ? ['p1 thresholdCrossed'] : []);
	});

	it.each([
		['is judged by the last figures', 15, ['p1 thresholdCrossed']],
		['is not judged where these lacked a counter', null, []],
	])('%s if none can be read at the end of the watch window', async (_, read, expected) => {
		const options = { thresholds: { threshold: [below] }, watchAfterCompletionHours: 1 };
		const timeline = await watching(['thresholdCrossed'], options);
		await show(timeline, { delivered: 200, read: 15 });
		timeline.change('p1', 'Completed');
		await show(timeline, { delivered: 200, read });
		timeline.statistics.set('p1', 500);
		expect(await timeline.during(60, 5)).toEqual(expected);
	});
});

describe('where it is not known what the counters mean', () => {
	// Of 1,000, 150 have no state yet. Delivered are 300, or these and the 500 that were read.
	const open = { attempted: 1000, sent: 50, delivered: 300, read: 500 };

	it('a limit is crossed only if it is under every reading of them', async () => {
		const timeline = await withLimit(optOuts);
		// Nothing is learned from another campaign that shows it.
		timeline.list.push(promotion('p2', 'Completed'));
		timeline.statistics.set('p2', counters({ attempted: 1000, failed: 100, sent: 100, delivered: 300, read: 500 }));
		await timeline.during(70, 5);
		// 15 of 300 would be 5%, but of 800 it takes 40.
		expect(await show(timeline, { ...open, optout: 39 }, 10)).toEqual([]);
		expect(timeline.asked).toContain('p1');
		timeline.statistics.set('p1', counters({ ...open, optout: 40 }));
		expect(await timeline.poll(10)).toMatchObject([
			{ countersAre: null, rates: { optOutRate: null }, ratesNote: expect.stringContaining("'Counters'") as string },
		]);
	});

	it.each([
		['cumulative', 15],
		['separate', 40],
	])('the credential says it: %s', async (stated, optout) => {
		const timeline = await withLimit(optOuts);
		timeline.counters = stated;
		expect(await show(timeline, { ...open, optout: optout - 1 })).toEqual([]);
		expect(await show(timeline, { ...open, optout })).toEqual(['thresholdCrossed']);
	});
});

describe('a limit that could not be judged when figures are final', () => {
	const all = { attempted: 1000, failed: 10, sent: 990, delivered: 900, read: 50 };
	const unclear = { attempted: 1000, failed: 100, sent: 300, delivered: 200, read: 100, optout: 12 };
	const deliveries = { rate: 'deliveryRate', direction: 'below', percent: 50, minimumBase: 100 };

	it.each<[what: string, limit: object, figures: object | number | string, why: string]>([
		['a counter is missing', above, { ...all, failed: null }, "the service did not send 'failed'"],
		['its whole is missing', above, { ...all, attempted: null }, "the service did not send 'attempted'"],
		['none was sent, because all failed', deliveries, { attempted: 1000, failed: 1000 }, 'nothing was sent'],
		['what the counters mean is not known', optOuts, unclear, "set 'Counters' in the credential"],
		['its statistics are not found for ever', above, 404, 'its figures could not be read'],
		['its statistics are empty for ever', above, '{}', 'its figures could not be read'],
		['not: it was not crossed', above, all, ''],
		['not: the campaign was a small one', above, { ...all, attempted: 99, failed: null }, ''],
		['not: a small one failed as a whole', deliveries, { attempted: 9, failed: 9 }, ''],
	])('is said with the reason where %s', async (_, limit, figures, why) => {
		const options = { watchAfterCompletionHours: 5 };
		const more = { thresholds: { threshold: [limit] }, options };
		const timeline = await running(['Running'], ['thresholdCrossed'], 500, more);
		timeline.change('p1', 'Completed');
		timeline.statistics.set('p1', typeof figures === 'object' ? counters({ ...figures }) : figures);
		await timeline.during(360, 5);
		const said = timeline.failures.filter((message) => message.startsWith('Whether the limit for'));
		const expected = expect.stringMatching(`for “Name of p1”, because .*${why}`) as string;
		expect(said).toEqual(why === '' ? [] : [expected]);
	});

	it('is one problem for all campaigns, said once, and again after an edit of the limits', async () => {
		const timeline = await withLimit(above);
		const end = async (id: string) => {
			timeline.list.push(promotion(id, 'Completed'));
			timeline.statistics.set(id, counters({ ...all, failed: null }));
			await timeline.during(120, 5);
			return timeline.failures.length;
		};
		expect([await end('p2'), await end('p3')]).toEqual([1, 1]);
		timeline.parameters = { ...timeline.parameters, thresholds: { threshold: [{ ...above, percent: 11 }] } };
		expect([await end('p4'), await end('p5')]).toEqual([2, 2]);
	});
});
