import { counters, promotion, Timeline } from './timeline';

describe('A completed promotion that left the list before it came to rest', () => {
	const watchAfterCompletionHours = 2;

	it('settles at the end of the watch window although nothing is listed any more', () => {
		const timeline = new Timeline({ events: ['settled'], options: { watchAfterCompletionHours } });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		for (let minute = 0; minute < 110; minute += 10) expect(timeline.events(10)).toEqual([]);
		expect(timeline.poll(10)[0]).toMatchObject({
			event: 'settled',
			settledBy: 'watchEnd',
			statisticsStale: true,
			promotionId: 'p1',
		});
		for (let poll = 0; poll < 5; poll++) expect(timeline.events(10)).toEqual([]);
	});

	const lowFigures = counters({ delivered: 1000, read: 10 });
	it.each([
		[['settled', 'thresholdCrossed'], lowFigures, ['p1 settled', 'p1 thresholdCrossed']],
		[['thresholdCrossed'], lowFigures, ['p1 thresholdCrossed']],
		[['settled'], lowFigures, ['p1 settled']],
		[['settled', 'thresholdCrossed'], null, ['p1 settled']],
	])('is judged by its last figures when a low rate was asked for (%p, %p)', (events, figures, expected) => {
		const low = { rate: 'readRate', direction: 'below', percent: 10, minimumBase: 100 } as const;
		const options = { watchAfterCompletionHours, thresholds: { threshold: [low] } };
		const timeline = new Timeline({ events, options });
		timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
		timeline.statistics.set('p1', figures);
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.remove('p1');
		const told: string[] = [];
		for (let minute = 0; minute < 240; minute += 10) told.push(...timeline.events(10));
		expect(told).toEqual(expected);
	});
});
