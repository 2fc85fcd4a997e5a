import type { Threshold } from '../../../nodes/RcsPromotionTrigger/settings';
import type { Counters } from '../../../nodes/service/statistics';
import { counters, promotion, show, START, Timeline, watching } from './timeline';

describe('Threshold Crossed', () => {
	const above = { rate: 'failureRate', direction: 'above', percent: 10, minimumBase: 100 } as const;
	const withLimit = (...threshold: Array<Partial<Threshold>>) =>
		watching(['thresholdCrossed'], { thresholds: { threshold } });

	it('has a default: more than 5% failed of at least 100', () => {
		const timeline = watching(['thresholdCrossed']);
		expect(show(timeline, { attempted: 99, failed: 50 })).toEqual([]);
		expect(show(timeline, { attempted: 1000, failed: 49 })).toEqual([]);
		timeline.statistics.set('p1', counters({ attempted: 1000, failed: 50 }));
		expect(timeline.poll()[0]).toMatchObject({
			threshold: { rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100, value: 5 },
		});
	});

	it('comes once for each promotion and limit, whatever the rate does', () => {
		const timeline = withLimit(above);
		expect(show(timeline, { attempted: 100, failed: 10 })).toEqual(['thresholdCrossed']);
		for (const failed of [20, 0, 50]) expect(show(timeline, { attempted: 100, failed })).toEqual([]);
		timeline.statistics.set('p1', { attempted: 100, sent: 50 });
		expect(timeline.events()).toEqual([]);
		expect(show(timeline, { attempted: 100, failed: 50 })).toEqual([]);
	});

	it('comes once for a limit that was entered twice, and for each that differs in one of its fields', () => {
		const others = [{ minimumBase: 50 }, { percent: 5 }, { rate: 'optOutRate' as const }];
		const timeline = withLimit(above, above, ...others.map((other) => ({ ...above, ...other })));
		timeline.statistics.set('p1', counters({ attempted: 100, failed: 10, delivered: 100, optout: 10 }));
		const items = timeline.poll();
		expect(items.map(({ threshold }) => threshold)).toEqual(
			[{}, ...others].map((other) => expect.objectContaining({ ...above, ...other }) as object),
		);
		expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
	});

	it.each([
		{ percent: 1.1, part: 33, whole: 3000 },
		{ percent: 2.2, part: 33, whole: 1500 },
		{ percent: 16.1, part: 161, whole: 1000 },
		{ percent: 0.07, part: 7, whole: 10_000 },
		{ percent: 5, part: 123_456_789, whole: 2_469_135_780 },
	])('is crossed at exactly $percent%, $part of $whole, and not before', ({ percent, part, whole }) => {
		const timeline = withLimit({ ...above, percent });
		expect(show(timeline, { attempted: whole, failed: part - 1 })).toEqual([]);
		expect(show(timeline, { attempted: whole, failed: part })).toEqual(['thresholdCrossed']);
	});

	it.each([
		{ percent: 2.3, read: 1150 },
		{ percent: 1.15, read: 575 },
	])('of less than $percent% comes at exactly that, once figures are final', ({ percent, read }) => {
		for (const more of [0, 1]) {
			const timeline = withLimit({ ...above, rate: 'readRate', direction: 'below', percent });
			const final = { delivered: 50_000, read: read + more };
			timeline.change('p1', 'Completed');
			expect([...show(timeline, final), ...show(timeline, final, 60), ...show(timeline, final, 60)]).toEqual(
				more === 0 ? ['thresholdCrossed'] : [],
			);
		}
	});

	describe('where the limit was crossed before the trigger first saw the promotion', () => {
		const crossed = counters({ attempted: 100, failed: 50 });
		const seeing = (createdDate: number | null, isActivation = true) => {
			const timeline = new Timeline({ events: ['thresholdCrossed'], thresholds: { threshold: [above] } });
			timeline.list = [promotion('p1', 'Running', { createdDate })];
			timeline.statistics.set('p1', crossed);
			return { timeline, items: timeline.poll(1, isActivation) };
		};
		const DAY = 24 * 60 * 60_000;

		it.each<[string, number | null]>([
			['a campaign of today', START],
			['one of last week', START - 6 * DAY],
			['one whose age is not known', null],
		])('comes at the first read, and says so: %s', (_, createdDate) => {
			const { timeline, items } = seeing(createdDate);
			expect(items).toMatchObject([{ event: 'thresholdCrossed', firstSight: true }]);
			expect(show(timeline, { attempted: 200, failed: 90 })).toEqual([]);
		});

		it('is silent for one that is old news, until it crosses another limit', () => {
			const { timeline, items } = seeing(START - 8 * DAY);
			expect(items).toEqual([]);
			expect(show(timeline, { attempted: 200, failed: 90 })).toEqual([]);
			timeline.settings = withLimit({ ...above, percent: 60 }).settings;
			timeline.statistics.set('p1', counters({ attempted: 200, failed: 150 }));
			const [item] = timeline.poll();
			expect(item).toMatchObject({ event: 'thresholdCrossed' });
			expect(item).not.toHaveProperty('firstSight');
		});

		it('comes for each of 120 campaigns that cross it after a restart that lost what was read', () => {
			const timeline = new Timeline({ events: ['thresholdCrossed'], thresholds: { threshold: [above] } });
			timeline.list = Array.from({ length: 120 }, (_, index) => promotion(`p${index}`, 'Running'));
			for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ attempted: 100 }));
			timeline.poll();
			const stored = timeline.state;
			timeline.poll();
			timeline.now += 7 * DAY;
			timeline.state = stored;
			for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, crossed);
			expect(new Set(Array.from({ length: 30 }, () => timeline.events()).flat()).size).toBe(120);
		});

		it('comes for all 40 campaigns that had crossed a limit before it was added, whatever else is watched', () => {
			for (const events of [['completed'], ['countersChanged']]) {
				const timeline = new Timeline({ events });
				timeline.list = Array.from({ length: 40 }, (_, index) => promotion(`p${index}`, 'Running'));
				for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, crossed);
				for (let poll = 0; poll < 5; poll++) timeline.poll();
				timeline.settings = new Timeline({ events: ['thresholdCrossed'], thresholds: { threshold: [above] } }).settings;
				expect([...timeline.events(), ...timeline.events(60)]).toHaveLength(40);
			}
		});
	});

	it.each<[string, null | Partial<Counters>]>([
		['failed', null],
		['lacked its counters', { sent: 100 }],
	])('comes although it was crossed before, if the first read %s', (_, first) => {
		const timeline = new Timeline({ events: ['thresholdCrossed'] });
		timeline.list = [promotion('p1', 'Running')];
		timeline.statistics.set('p1', first);
		timeline.poll();
		expect(show(timeline, { attempted: 100, failed: 50 }, 5)).toEqual(['thresholdCrossed']);
		expect(show(timeline, { attempted: 100, failed: 60 }, 5)).toEqual([]);
	});

	it.each(['thresholdCrossed', 'stalled', 'countersChanged'] as const)(
		'counts from zero where there were no statistics at the baseline: %s',
		(event) => {
			const timeline = new Timeline({ events: [event] });
			timeline.list = [promotion('p1', 'Preparing')];
			for (const answer of ['none', null, 'none'] as const) {
				timeline.statistics.set('p1', answer);
				expect(timeline.events()).toEqual([]);
			}
			timeline.statistics.set('p1', counters({ attempted: 5000, failed: 4000 }));
			expect([...timeline.events(), ...timeline.events(119), ...timeline.events(121)]).toEqual([`p1 ${event}`]);
		},
	);

	it('does not come for statistics that are gone', () => {
		const timeline = watching(['countersChanged', 'thresholdCrossed']);
		expect(show(timeline, { attempted: 100, failed: 50 })).toEqual(['countersChanged', 'thresholdCrossed']);
		timeline.statistics.set('p1', 'none');
		expect(timeline.events()).toEqual([]);
		expect(show(timeline, { attempted: 100, failed: 50 })).toEqual([]);
	});

	it('is crossed by the first one where the limit is 0', () => {
		const optOuts = { rate: 'optOutRate', direction: 'above', percent: 0, minimumBase: 100 } as const;
		const timeline = withLimit(optOuts);
		const delivered = { attempted: 1000, sent: 1000, delivered: 1000 };
		for (const optout of [0, 0, 0]) expect(show(timeline, { ...delivered, optout })).toEqual([]);
		expect(show(timeline, { ...delivered, optout: 1 })).toEqual(['thresholdCrossed']);
		for (const optout of [1, 3]) expect(show(timeline, { ...delivered, optout })).toEqual([]);
	});

	it('comes once more for another limit, and not again when the limit is changed back', () => {
		const timeline = withLimit(above);
		show(timeline, { attempted: 100, failed: 30 });
		const { settings } = timeline;
		const thresholds = { threshold: [{ ...above, percent: 20 }] };
		timeline.settings = new Timeline({ events: ['thresholdCrossed'], thresholds }).settings;
		expect(show(timeline, { attempted: 100, failed: 30 })).toEqual(['thresholdCrossed']);
		expect(show(timeline, { attempted: 100, failed: 30 })).toEqual([]);
		timeline.settings = settings;
		expect(show(timeline, { attempted: 100, failed: 30 })).toEqual([]);
	});

	it('does not come by a counter that was never sent', () => {
		const below = { rate: 'deliveryRate', direction: 'below', percent: 50, minimumBase: 100 } as const;
		const timeline = new Timeline({
			events: ['thresholdCrossed'],
			thresholds: { threshold: [above, below] },
			options: { finalAfterMinutes: 1 },
		});
		timeline.list = [promotion('p1', 'Running')];
		const without = { attempted: 1000, sent: 1000 };
		timeline.statistics.set('p1', without);
		timeline.poll();
		timeline.change('p1', 'Completed');
		for (let poll = 0; poll < 4; poll++) expect(timeline.events()).toEqual([]);
		timeline.statistics.set('p1', { ...without, failed: 900, delivered: 10, read: 0 });
		expect([...timeline.events(60), ...timeline.events(60)]).toEqual(['p1 thresholdCrossed', 'p1 thresholdCrossed']);
	});

	describe('where a message that was read may count as delivered, or may not', () => {
		const optOuts = { rate: 'optOutRate', direction: 'above', percent: 5, minimumBase: 100 } as const;
		// Of 1,000, 100 have no state yet. Delivered are 300, or these and the 500 that were read.
		const open = { attempted: 1000, sent: 50, delivered: 300, read: 500 };

		it('comes only if the limit is reached either way', () => {
			const timeline = withLimit(optOuts);
			// 15 of 300 would be 5%, but of 800 it takes 40.
			expect(show(timeline, { ...open, optout: 15 })).toEqual([]);
			expect(show(timeline, { ...open, optout: 39 })).toEqual([]);
			timeline.statistics.set('p1', counters({ ...open, optout: 40 }));
			expect(timeline.poll()).toEqual([
				expect.objectContaining({
					event: 'thresholdCrossed',
					countersAre: null,
					rates: expect.objectContaining({ optOutRate: null, failureRate: 0 }) as object,
					ratesNote: expect.stringContaining("'Counters' in the credential") as string,
				}),
			]);
		});

		it('comes as soon as it is reached, once the credential says how they are counted', () => {
			const timeline = withLimit(optOuts);
			timeline.statedCounters = 'cumulative';
			expect(show(timeline, { ...open, optout: 14 })).toEqual([]);
			expect(show(timeline, { ...open, optout: 15 })).toEqual(['thresholdCrossed']);
			const counted = withLimit(optOuts);
			counted.statedCounters = 'separate';
			expect(show(counted, { ...open, optout: 39 })).toEqual([]);
			expect(show(counted, { ...open, optout: 40 })).toEqual(['thresholdCrossed']);
		});

		it('is judged by what its own counters show once it is over', () => {
			const timeline = withLimit({ ...optOuts, rate: 'deliveryRate', percent: 95 });
			const counted = { ...open, failed: 100, sent: 100 };
			expect(show(timeline, counted)).toEqual([]);
			timeline.change('p1', 'Completed');
			// 800 of 900 were delivered, not 300 of 100.
			expect(show(timeline, counted)).toEqual([]);
			expect(show(timeline, { ...counted, sent: 50, read: 550 }, 10)).toEqual([]);
			expect(show(timeline, { ...counted, sent: 40, read: 560 }, 20)).toEqual(['thresholdCrossed']);
		});
	});

	it('learns nothing from another campaign that shows what the counters mean', () => {
		const timeline = withLimit({ rate: 'optOutRate', direction: 'above', percent: 5, minimumBase: 100 });
		timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
		// All 1,000 have a state: 100 failed, 100 were sent, 300 delivered, 500 read.
		timeline.statistics.set('p1', counters({ attempted: 1000, failed: 100, sent: 100, delivered: 300, read: 500 }));
		timeline.statistics.set('p2', counters());
		timeline.poll();
		timeline.change('p1', 'Completed');
		for (const minutes of [1, 60, 60]) timeline.poll(minutes);
		timeline.statistics.set('p2', counters({ attempted: 1000, sent: 950, delivered: 300, read: 0, optout: 15 }));
		expect(timeline.events(60)).toEqual(['p2 thresholdCrossed']);
	});

	describe('a limit that cannot be judged, although the campaign is over', () => {
		/** Which campaigns the checks name, and which events they give, after one completed with these figures. */
		function completedWith(limit: Threshold, figures: object) {
			const timeline = new Timeline({ events: ['thresholdCrossed'], thresholds: { threshold: [limit] } });
			timeline.list = [promotion('p1', 'Running')];
			timeline.poll();
			timeline.statistics.set('p1', figures);
			timeline.change('p1', 'Completed');
			const found: string[] = [];
			for (const minutes of [1, 30, 30, 60, 60])
				found.push(...timeline.events(minutes), ...(timeline.found?.names.openLimits ?? []));
			return found;
		}
		const failures = { rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 } as const;
		const deliveries = { rate: 'deliveryRate', direction: 'below', percent: 50, minimumBase: 100 } as const;
		const all = { attempted: 1000, failed: 10, sent: 990, delivered: 900, read: 50 };

		it.each<[string, Threshold, object]>([
			['the counter is missing', failures, { ...all, failed: undefined }],
			['the counter is null', failures, { ...all, failed: null }],
			['what was attempted is missing', failures, { ...all, attempted: undefined }],
			[
				'none was sent, because all failed',
				deliveries,
				{ attempted: 1000, failed: 1000, sent: 0, delivered: 0, read: 0 },
			],
		])('is named once where %s', (_, limit, figures) => {
			expect(completedWith(limit, figures)).toEqual(['Name of p1']);
		});

		it.each<[string, Threshold, object]>([
			['it was not crossed', failures, all],
			['the campaign was a small one', failures, { ...all, attempted: 99, failed: null }],
			['a small one failed as a whole', deliveries, { attempted: 9, failed: 9, sent: 0, delivered: 0, read: 0 }],
		])('is not named where %s', (_, limit, figures) => {
			expect(completedWith(limit, figures)).toEqual([]);
		});
	});

	describe('below a limit', () => {
		const below = { rate: 'readRate', direction: 'below', percent: 10, minimumBase: 100 } as const;
		/** Completed with these figures, and not moved since. */
		function atRest(given: Parameters<typeof counters>[0], limit: Partial<Threshold> = {}) {
			const timeline = withLimit({ ...below, ...limit });
			timeline.change('p1', 'Completed');
			expect(show(timeline, given)).toEqual([]);
			return timeline;
		}

		it('does not come before the figures are final, however low the rate is', () => {
			const timeline = withLimit(below);
			for (let minute = 0; minute < 300; minute += 10) {
				expect(show(timeline, { delivered: 200, read: 1 }, 10)).toEqual([]);
			}
			timeline.change('p1', 'Completed');
			expect(show(timeline, { delivered: 200, read: 15 })).toEqual([]);
			expect(show(timeline, { delivered: 200, read: 15 }, 59)).toEqual([]);
			expect(show(timeline, { delivered: 200, read: 15 }, 1)).toEqual(['thresholdCrossed']);
			expect(show(timeline, { delivered: 200, read: 15 }, 60)).toEqual([]);
		});

		it('comes by the last figures when none can be read at the end of the watch window', () => {
			const timeline = watching(['thresholdCrossed'], {
				thresholds: { threshold: [below] },
				watchAfterCompletionHours: 1,
			});
			timeline.change('p1', 'Completed');
			show(timeline, { delivered: 200, read: 15 });
			timeline.statistics.set('p1', null);
			expect([timeline.events(59), timeline.events(1)]).toEqual([[], ['p1 thresholdCrossed']]);
		});

		it('waits while figures still come in, and does not come if they lift the rate', () => {
			const timeline = atRest({ delivered: 200, read: 10 });
			expect(show(timeline, { delivered: 200, read: 15 }, 59)).toEqual([]);
			expect(show(timeline, { delivered: 200, read: 21 }, 59)).toEqual([]);
			expect(show(timeline, { delivered: 200, read: 21 }, 60)).toEqual([]);
			expect(show(timeline, { delivered: 200, read: 21 }, 60)).toEqual([]);
		});

		it.each([
			['at the limit', { delivered: 1000, read: 100 }, true],
			['just above it', { delivered: 1000, read: 101 }, false],
			['at zero', { delivered: 1000, read: 0 }, true],
			['with just as many messages as it takes', { delivered: 100, read: 1 }, true],
			['with one message fewer', { delivered: 99, read: 1 }, false],
			['of three', { delivered: 3, read: 0 }, false],
			['of none', { delivered: 0, read: 0 }, false],
		])('comes only where the rate is low enough and of enough messages: %s', (_, given, comes) => {
			expect(show(atRest(given), given, 60)).toEqual(comes ? ['thresholdCrossed'] : []);
		});

		it('needs a message at least, also where none are asked for', () => {
			const none = { delivered: 0, read: 0 };
			expect(show(atRest(none, { minimumBase: 0 }), none, 60)).toEqual([]);
			const one = { delivered: 1, read: 0 };
			expect(show(atRest(one, { minimumBase: 0 }), one, 60)).toEqual(['thresholdCrossed']);
		});

		it('does not come for a promotion that was completed before it was watched', () => {
			const limits = { thresholds: { threshold: [below] } };
			const timeline = watching(['thresholdCrossed'], limits, 'Completed');
			for (let poll = 0; poll < 4; poll++) expect(show(timeline, { delivered: 200, read: 1 }, 60)).toEqual([]);
		});

		it('is judged together with Final Figures Ready, and beside a limit above', () => {
			const threshold = [below, { ...above, percent: 50 }];
			const timeline = watching(['finalFiguresReady', 'thresholdCrossed'], {
				thresholds: { threshold },
				finalAfterMinutes: 10,
			});
			timeline.change('p1', 'Completed');
			const given = { attempted: 400, failed: 200, delivered: 200, read: 1 };
			expect(show(timeline, given)).toEqual(['thresholdCrossed']);
			expect(show(timeline, given, 9)).toEqual([]);
			expect(show(timeline, given, 1)).toEqual(['finalFiguresReady', 'thresholdCrossed']);
		});
	});
});
