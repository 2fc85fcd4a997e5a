import { DateTime } from 'luxon';
import type { LaunchMemory, LaunchOfExecution } from '../../../nodes/RcsPromotion/launch/memory';
import { findStops, type LaunchFacts } from '../../../nodes/RcsPromotion/launch/stops';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import { memoryOf } from './memoryOf';

const campaign = {
	account: 'acme',
	request: {
		...{ promotionName: 'Spring Sale', builtTemplate: { template: { name: 'spring_sale' } } },
		...{ ifNameExists: 'launch', maximumRecipients: 1000, maximumLaunches: 1, refuseRepeatsWithinHours: 20 },
	},
	contacts: { count: 1 },
	fingerprints: { message: ['Ann'], template: ['Ann'] },
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
			const request = { ...campaign.request, sendOnlyBetween };
			const { stops } = findStops({ ...campaign, request }, memoryOf(), known);
			expect(stops).toMatchObject([{ message: expect.stringContaining('"Europe/Atlantis"') as string }]);
		}
	});
});

describe('a name of which it is not known whether it exists', () => {
	const sent = (given: object) =>
		({
			...{ id: 'x', account: 'acme', promotionName: 'Spring Sale', promotionId: null, changedAt: Date.now() },
			...{ sentAt: '2026-03-31T12:00:00Z', messageFingerprint: [], node: 'First', run: 'run 0', execution: '3' },
			...given,
		}) as unknown as LaunchOfExecution;
	const check = (given: object, ifNameExists: string) =>
		findStops(
			{ ...campaign, request: { ...campaign.request, ifNameExists } as Campaign['request'] },
			memoryOf({ run: 'run 1' }, { earlier: sent(given) }),
			{ now: DateTime.utc(), promotions: [], repeatCount: 0, isCancelled: false },
		);

	it.each(['fail', 'return'])('is never called existing, launched or done (%s)', (ifNameExists) => {
		for (const state of ['sending', 'unknown']) {
			const { stops, existing } = check({ state }, ifNameExists);
			expect(existing).toBeUndefined();
			const [{ message, advice } = { message: '', advice: '' }] = stops.slice(-1);
			expect(message).toMatch(
				/^"Spring Sale" was sent on Mar 31, 12:00:00 by the node "First" in execution 3, and it is/,
			);
			expect(`${message} ${advice}`).not.toMatch(/exists|already|nothing to do/);
		}
	});

	it('that was launched without an ID is not returned either', () => {
		const { stops, existing } = check({ state: 'launched' }, 'return');
		expect([existing, stops.at(-1)?.message]).toEqual([
			undefined,
			expect.stringContaining('the list of promotions does not show it yet'),
		]);
	});

	it('that was launched and has an ID is returned', () => {
		expect(check({ state: 'launched', promotionId: 'p-1' }, 'return').existing).toMatchObject({ promotionId: 'p-1' });
	});
});
