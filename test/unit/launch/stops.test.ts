import { DateTime } from 'luxon';
import type { LaunchMemory } from '../../../nodes/RcsPromotion/launch/memory';
import { stopsOf, type Knowledge } from '../../../nodes/RcsPromotion/launch/stops';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/types';

const campaign = {
	...{ promotionName: 'Spring Sale', template: { name: 'spring_sale' }, approvalCode: '', ready: 1 },
	...{ ifNameExists: 'launch', maximumRecipients: 1000, maximumLaunches: 1, refuseRepeatsWithinHours: 20 },
	...{ peopleOfMessage: ['Ann'], peopleOfTemplate: ['Ann'] },
} as unknown as Campaign;
const nothingSent = { reachedAmong: () => 0, sentInOtherRuns: () => 0, launchesOfRun: 1, sent: () => [] };

describe('what stops a launch', () => {
	it.each<[what: string, holdsTests: boolean[], memory: object, known: Partial<Knowledge>]>([
		['nothing', [], {}, {}],
		['Stop', [true], {}, { isCancelled: true }],
		['more launches than allowed', [true], { launchesOfRun: 2 }, {}],
		['a message that this execution has sent', [false], { reachedAmong: () => 1 }, {}],
		['a template that was sent before', [false], {}, { foundBefore: 1 }],
	])('%s: whether it stops a test, too: %j', (_, holdsTests, memory, known) => {
		const { stops } = stopsOf(campaign, { ...nothingSent, ...memory } as unknown as LaunchMemory, {
			...{ now: DateTime.utc(), list: [], foundBefore: 0, isCancelled: false },
			...known,
		});
		expect(stops.map((stop) => stop.holdsTests)).toEqual(holdsTests);
	});
});
