import { DateTime } from 'luxon';
import type { LaunchMemory, Launch } from '../../../nodes/RcsPromotion/launch/memory';
import { findRepeatWarnings, findStops, type LaunchFacts } from '../../../nodes/RcsPromotion/launch/stops';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import { memoryOf } from './memoryOf';

const campaign = {
	account: 'acme',
	request: {
		...{ promotionName: 'Spring Sale', builtTemplate: { template: { name: 'spring_sale' } } },
		...{ ifNameExists: 'launch', maximumRecipients: 1000, maximumLaunches: 1, refuseRepeats: true },
	},
	contacts: { count: 1 },
	fingerprints: { message: ['Ann'], template: ['Ann'] },
} as unknown as Campaign;
const facts: LaunchFacts = {
	now: DateTime.utc(),
	list: { promotions: [], namesWithoutId: [] },
	repeatCount: 0,
	isCancelled: false,
};
const toAnn = { node: 'Launch', run: 'run 0', messageFingerprint: ['Ann'] } as unknown as Launch;

describe('what stops a launch', () => {
	it.each<[what: string, holdsTests: boolean[], memory: LaunchMemory, known: Partial<LaunchFacts>]>([
		['nothing', [], memoryOf(), {}],
		['Stop', [true], memoryOf(), { isCancelled: true }],
		['more launches than allowed', [true], memoryOf({ runsOnce: false, itemCount: 2 }), {}],
		['a message that this execution has sent', [false], memoryOf({}, { earlier: toAnn }), {}],
		['a template that was sent before', [false], memoryOf(), { repeatCount: 1 }],
		['n8n cannot tell what was sent before', [false], memoryOf(), { repeatCount: null }],
		[
			'a list that cannot be read',
			[true],
			memoryOf(),
			{ list: { promotions: [], namesWithoutId: [], issue: { message: 'No' } } },
		],
	])('%s: whether it stops a test, too: %j', (_, holdsTests, memory, known) => {
		const stops = findStops(campaign, memory, { ...facts, ...known });
		expect(stops.map((stop) => stop.alsoStopsTests)).toEqual(holdsTests);
	});

	it('a repeat of an earlier execution does not, where that is switched off', () => {
		const off = { ...campaign, request: { ...campaign.request, refuseRepeats: false } };
		for (const repeatCount of [1, null]) expect(findStops(off, memoryOf(), { ...facts, repeatCount })).toEqual([]);
	});
});

it('a listed name stops a launch, also where its promotion has no usable ID', () => {
	const namesWithoutId = [' SPRING sale '];
	const list = { promotions: [], namesWithoutId };
	const given = { ...campaign, request: { ...campaign.request, ifNameExists: 'fail' as const } };
	const [stop] = findStops(given, memoryOf(), { ...facts, list });
	expect(stop?.message).toBe('A promotion named "Spring Sale" already exists (without an ID)');
	expect(findStops(given, memoryOf(), facts)).toEqual([]);
});

describe('more launches than allowed', () => {
	const advice = (call: object) =>
		findStops(campaign, memoryOf(call, { earlier: { ...toAnn, run: 'run 1', messageFingerprint: [] } }), facts)[0]
			?.advice;

	it.each([
		[
			'each input item makes its own',
			{ runsOnce: false, itemCount: 3 },
			/^Turn on 'Execute Once' on this node, or on the node that reads the contacts/,
		],
		[
			'each round of a loop makes its own',
			{ runsOnce: true, itemCount: 3 },
			/^Let this node run once, for all contacts together: remove the loop/,
		],
		[
			'one item in each round does',
			{ runsOnce: false, itemCount: 1 },
			/^Let this node run once, for all contacts together: remove the loop/,
		],
	])('are stopped with advice for the case that %s', (_, call, begins) => {
		expect(advice(call)).toMatch(begins);
		expect(advice(call)).toContain("raise 'Maximum Launches' in 'Options'");
	});
});

describe('what is known of a repeat below the limit', () => {
	const people = (count: number) => Array.from({ length: count }, (_, index) => `person ${index}`);
	const toPeople = (count: number, fingerprint = people(count)) =>
		({
			...campaign,
			contacts: { count },
			fingerprints: { message: fingerprint, template: fingerprint },
		}) as unknown as Campaign;

	it.each<[of: number, got: number, says: string | undefined]>([
		[10, 0, undefined],
		[10, 1, '1 of these 10 contacts'],
		[10, 4, '4 of these 10 contacts'],
		[10, 5, undefined],
	])('of %d, %d got it: %s', (count, repeatCount, says) => {
		const warnings = findRepeatWarnings(toPeople(count), memoryOf(), { ...facts, repeatCount });
		const said = `${says} got the template "spring_sale" from this node within the last 20 hours.`;
		expect(warnings).toEqual(says === undefined ? [] : [said]);
		// A warning where nothing stops it, and a stop where nothing warns of it.
		const stops = findStops(toPeople(count), memoryOf(), { ...facts, repeatCount });
		expect(stops).toHaveLength(repeatCount > 0 && says === undefined ? 1 : 0);
	});

	it('is a share of a large list', () => {
		const [warning] = findRepeatWarnings(toPeople(50_000, people(64)), memoryOf(), { ...facts, repeatCount: 8 });
		expect(warning).toMatch(/^about 25% of these 50,000 contacts got the template/i);
	});

	it('is told of other launches of the execution, too', () => {
		const earlier = { ...toAnn, messageFingerprint: people(3) };
		const [warning, ...others] = findRepeatWarnings(toPeople(10), memoryOf({}, { earlier }), facts);
		expect(others).toEqual([]);
		expect(warning).toBe(
			'3 of these 10 contacts got the template "spring_sale" with the same cards in this execution.',
		);
	});
});

describe('a name of which it is not known whether it exists', () => {
	const check = (state: string) =>
		findStops(
			{ ...campaign, request: { ...campaign.request, ifNameExists: 'fail' } },
			memoryOf(
				{ run: 'run 1' },
				{
					earlier: {
						...{ id: 'x', account: 'acme', promotionName: 'Spring Sale', promotionId: null, listedBefore: [], state },
						...{ sentAt: '2026-03-31T12:00:00Z', messageFingerprint: [], node: 'First', run: 'run 0', execution: '3' },
					} as unknown as Launch,
				},
			),
			{ ...facts, now: DateTime.fromISO('2026-03-31T12:30:00Z', { zone: 'utc' }) },
		).at(-1);

	it.each(['sending', 'unknown'])('is never called existing, launched or done (%s)', (state) => {
		const { message, advice } = check(state) ?? {};
		expect(message).toMatch(
			/^"Spring Sale" was sent on Mar 31, 12:00:00 by the node "First" in execution 3, and it is not known/,
		);
		expect(`${message} ${advice}`).not.toMatch(/exists|already|nothing to do/);
	});

	it('is called launched where the service said so, although the list does not show it', () => {
		expect(check('launched')?.message).toContain('the list of promotions does not show it yet');
	});
});
