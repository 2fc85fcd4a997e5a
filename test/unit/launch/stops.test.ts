import { DateTime } from 'luxon';
import type { LaunchMemory, LaunchOfExecution } from '../../../nodes/RcsPromotion/launch/memory';
import { findStops, type LaunchFacts } from '../../../nodes/RcsPromotion/launch/stops';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/types';
import { memoryOf } from './memoryOf';

const campaign = {
	...{ promotionName: 'Spring Sale', template: { name: 'spring_sale' }, recipientCount: 1 },
	...{ ifNameExists: 'launch', maximumRecipients: 1000, maximumLaunches: 1, refuseRepeatsWithinHours: 20 },
	...{ messageFingerprint: ['Ann'], templateFingerprint: ['Ann'] },
} as unknown as Campaign;
const toAnn = { node: 'Launch', run: 'run 0', messageFingerprint: ['Ann'] } as unknown as LaunchOfExecution;

describe('what stops a launch', () => {
	it.each<[what: string, holdsTests: boolean[], memory: LaunchMemory, known: Partial<LaunchFacts>]>([
		['nothing', [], memoryOf(), {}],
		['Stop', [true], memoryOf(), { isCancelled: true }],
		['more launches than allowed', [true], memoryOf({ runsOnce: false, itemCount: 2 }), {}],
		['a message that this execution has sent', [false], memoryOf({}, { earlier: toAnn }), {}],
		['a template that was sent before', [false], memoryOf(), { repeatCount: 1 }],
	])('%s: whether it stops a test, too: %j', (_, holdsTests, memory, known) => {
		const { stops } = findStops(campaign, memory, {
			...{ now: DateTime.utc(), promotions: [], repeatCount: 0, isCancelled: false },
			...known,
		});
		expect(stops.map((stop) => stop.alsoStopsTests)).toEqual(holdsTests);
	});

	it('hours in a time zone that n8n does not know, whether they span midnight or not', () => {
		const now = DateTime.fromMillis(0, { zone: 'Europe/Atlantis' });
		for (const sendOnlyBetween of [
			{ from: '09:00', to: '20:00' },
			{ from: '20:00', to: '09:00' },
		]) {
			const known = { now, promotions: [], repeatCount: 0, isCancelled: false };
			const { stops } = findStops({ ...campaign, sendOnlyBetween }, memoryOf(), known);
			expect(stops).toMatchObject([{ message: expect.stringContaining('"Europe/Atlantis"') as string }]);
		}
	});
});
