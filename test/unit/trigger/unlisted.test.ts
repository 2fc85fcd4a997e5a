import { counters, promotion, Timeline } from './timeline';

it('an eventId is not used again after another account was watched for a while', () => {
	const timeline = new Timeline({ events: ['stopped'] });
	timeline.list = [promotion('p1', 'Running')];
	timeline.poll();
	const stop = () => {
		timeline.change('p1', 'Stopped');
		const [item] = timeline.poll();
		timeline.change('p1', 'Running');
		timeline.poll();
		return item?.eventId;
	};
	const first = stop();
	for (const accountId of ['another', 'acme']) {
		timeline.accountId = accountId;
		timeline.poll();
	}
	const second = stop();
	expect([typeof first, typeof second]).toEqual(['string', 'string']);
	expect(second).not.toBe(first);
});

describe('A completed promotion that left the list before it came to rest', () => {
	const completedAndLeft = (events = ['finalFiguresReady']) => {
		const timeline = new Timeline({ events });
		timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
		timeline.statistics.set('p1', counters({ sent: 90 }));
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		return timeline;
	};

	it('is final as soon as the third list lacks it and there are no figures any more, and nothing is a failure', () => {
		const timeline = completedAndLeft();
		timeline.statistics.set('p1', 'none');
		timeline.statistics.set('p2', counters());
		const items = [timeline.poll(), timeline.poll(), timeline.poll()];
		expect(items.slice(0, 2)).toEqual([[], []]);
		const figures = { finalBecause: 'gone', statistics: counters({ sent: 90 }) };
		expect(items[2]).toMatchObject([{ event: 'finalFiguresReady', ...figures }]);
		expect(items[2]?.[0]).not.toHaveProperty('statisticsStale');
		for (let poll = 0; poll < 5; poll++) {
			expect(timeline.events(60)).toEqual([]);
			expect(timeline.found?.statistics.filter(({ trouble }) => trouble)).toEqual([]);
		}
	});

	it('is not final when there are no figures while it is listed: that is a failure', () => {
		const timeline = completedAndLeft();
		timeline.list.push(promotion('p1', 'Completed'));
		timeline.statistics.set('p1', 'none');
		timeline.statistics.set('p2', counters());
		for (let poll = 0; poll < 5; poll++) expect(timeline.events(10)).toEqual([]);
		expect(timeline.found?.statistics.find(({ trouble }) => trouble)?.name).toBe('Name of p1');
	});

	it('is final after an hour in which its figures did not change, as if it were listed', () => {
		const timeline = completedAndLeft();
		const events = Array.from({ length: 7 }, () => timeline.events(10));
		expect(events.flat()).toEqual(['p1 finalFiguresReady']);
	});

	const watchAfterCompletionHours = 2;

	it('is final at the end of the watch window although nothing is listed any more', () => {
		const timeline = new Timeline({ events: ['finalFiguresReady'], options: { watchAfterCompletionHours } });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		for (let minute = 0; minute < 110; minute += 10) expect(timeline.events(10)).toEqual([]);
		expect(timeline.poll(10)[0]).toMatchObject({
			event: 'finalFiguresReady',
			finalBecause: 'watchEnd',
			promotionId: 'p1',
		});
		for (let poll = 0; poll < 5; poll++) expect(timeline.events(10)).toEqual([]);
	});

	const lowFigures = counters({ delivered: 1000, read: 10 });
	it.each([
		[['finalFiguresReady', 'thresholdCrossed'], lowFigures, ['p1 finalFiguresReady', 'p1 thresholdCrossed']],
		[['thresholdCrossed'], lowFigures, ['p1 thresholdCrossed']],
		[['finalFiguresReady'], lowFigures, ['p1 finalFiguresReady']],
		[['finalFiguresReady', 'thresholdCrossed'], null, ['p1 finalFiguresReady']],
	])('is judged by its last figures when a low rate was asked for (%p, %p)', (events, figures, expected) => {
		const low = { rate: 'readRate', direction: 'below', percent: 10, minimumBase: 100 } as const;
		const options = { watchAfterCompletionHours };
		const thresholds = { threshold: [low] };
		const timeline = new Timeline({ events, options, thresholds });
		timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
		timeline.statistics.set('p1', figures);
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		const all: string[] = [];
		for (let minute = 0; minute < 240; minute += 10) all.push(...timeline.events(10));
		expect(all).toEqual(expected);
	});

	it('goes on being read: a limit that it crosses then causes its event', () => {
		const timeline = new Timeline({ events: ['thresholdCrossed'] });
		timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
		for (const id of ['p1', 'p2']) timeline.statistics.set(id, counters({ attempted: 1000 }));
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		timeline.poll();
		timeline.statistics.set('p1', counters({ attempted: 1000, failed: 600 }));
		expect(timeline.events(60)).toEqual(['p1 thresholdCrossed']);
	});
});
