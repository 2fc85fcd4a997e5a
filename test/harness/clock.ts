import type * as ours from '../../nodes/service/clock';

/** How long a wait takes in tests, as a share of what was asked for. Time that the nodes count passes as much faster. */
export const pace = { share: 1 };

let waiting: Array<() => void> = [];

/** Resolves when one of our nodes next begins to wait. */
export const nextPause = async (): Promise<void> => {
	await new Promise<void>((resolve) => waiting.push(resolve));
};

jest.mock('../../nodes/service/clock', () => {
	const actual = jest.requireActual<typeof ours>('../../nodes/service/clock');
	const [startedAt, countedFrom] = [Date.now(), performance.now()];
	return {
		...actual,
		clockOf(context: Parameters<typeof ours.clockOf>[0]): ours.Clock {
			return {
				now: () => startedAt + (performance.now() - countedFrom) / pace.share,
				random: () => Math.random(),
				async pause(ms) {
					const began = waiting;
					waiting = [];
					for (const tell of began) tell();
					return await actual.clockOf(context).pause(ms * pace.share);
				},
			};
		},
	};
});
