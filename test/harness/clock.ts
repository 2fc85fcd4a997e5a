import type * as ours from '../../nodes/service/clock';

/** How long a wait takes in tests, as a share of what was asked for. Time that the nodes count passes as much faster. */
export const pace = { share: 1 };

jest.mock('../../nodes/service/clock', () => {
	const actual = jest.requireActual<typeof ours>('../../nodes/service/clock');
	const [startedAt, countedFrom] = [Date.now(), performance.now()];
	return {
		...actual,
		clockOf(context: Parameters<typeof ours.clockOf>[0]): ours.Clock {
			return {
				now: () => startedAt + (performance.now() - countedFrom) / pace.share,
				random: () => Math.random(),
				pause: async (ms) => await actual.clockOf(context).pause(ms * pace.share),
			};
		},
	};
});
