/** What a launch is decided by, as small as it can be. */
import { DateTime } from 'luxon';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import { LaunchMemory, type Launch } from '../../../nodes/RcsPromotion/launch/memory';
import type { LaunchFacts } from '../../../nodes/RcsPromotion/launch/stops';

/** What an execution remembers in which the node Launch is called, with all items as one launch. */
export const memoryOf = (call: Partial<LaunchMemory['call']> = {}, kept: Record<string, Launch> = {}): LaunchMemory =>
	new LaunchMemory(
		{ execution: '7', node: 'Launch', run: 'run 0', runsOnce: true, itemIndex: 0, itemCount: 1, ...call },
		kept,
	);

/** A launch to so many contacts, of whom these stand for all. */
export const campaignTo = (people: readonly string[], count = people.length, request: object = {}) =>
	({
		account: 'acme',
		request: {
			...{ promotionName: 'Spring Sale', builtTemplate: { template: { name: 'spring_sale' } } },
			...{ ifNameExists: 'launch', maximumRecipients: 100_000, maximumLaunches: 1_000, refuseRepeats: true },
			...request,
		},
		contacts: { count },
		fingerprints: { message: people, template: people },
	}) as unknown as Campaign;

export const facts = (given: Partial<LaunchFacts> = {}): LaunchFacts => ({
	now: DateTime.utc(),
	list: { promotions: [], namesWithoutId: [] },
	...{ repeatCount: 0, isCancelled: false },
	...given,
});
