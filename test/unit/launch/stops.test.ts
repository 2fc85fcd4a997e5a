import { DateTime } from 'luxon';
import type { Launch, LaunchMemory } from '../../../nodes/RcsPromotion/launch/memory';
import { findRepeatWarnings, findStops, type LaunchFacts } from '../../../nodes/RcsPromotion/launch/stops';
import { campaignTo, facts, memoryOf } from './support';

const usual = { maximumRecipients: 1000, maximumLaunches: 1 };
const toAnn = { node: 'Launch', run: 'run 0', messageFingerprint: ['Ann'] } as unknown as Launch;
const stopsOf = (request: object, memory: LaunchMemory, known: Partial<LaunchFacts> = {}) =>
	findStops(campaignTo(['Ann'], 1, { ...usual, ...request }), memory, facts(known));

describe('what stops a launch', () => {
	const list = { promotions: [], namesWithoutId: [], issue: { message: 'No' } };
	it.each<[what: string, stopsTests: boolean[], memory: LaunchMemory, known?: Partial<LaunchFacts>, request?: object]>([
		['nothing', [], memoryOf()],
		['Stop, and then not the list too', [true], memoryOf(), { isCancelled: true, list }],
		['more launches than allowed', [true], memoryOf({ runsOnce: false, itemCount: 2 })],
		['a message that this execution has sent', [false], memoryOf({}, { earlier: toAnn })],
		['a template that was sent before', [false], memoryOf(), { repeatCount: 1 }],
		['not that, where it is switched off', [], memoryOf(), { repeatCount: 1 }, { refuseRepeats: false }],
		['n8n cannot tell what was sent before', [false], memoryOf(), { repeatCount: null }],
		['not that, where nothing is asked', [], memoryOf(), { repeatCount: null }, { refuseRepeats: false }],
		['a list that cannot be read', [true], memoryOf(), { list }],
	])('%s: whether it stops a test, too: %j', (_, stopsTests, memory, known = {}, request = {}) => {
		expect(stopsOf(request, memory, known).map((stop) => stop.alsoStopsTests)).toEqual(stopsTests);
	});
});

it('a listed name stops a launch, also where its promotion has no usable ID', () => {
	const list = { promotions: [], namesWithoutId: [' SPRING sale '] };
	const [stop] = stopsOf({ ifNameExists: 'fail' }, memoryOf(), { list });
	expect(stop?.message).toBe('A promotion named "Spring Sale" already exists (without an ID)');
	expect(stopsOf({ ifNameExists: 'fail' }, memoryOf())).toEqual([]);
});

describe('more launches than allowed', () => {
	const perItem = /^Turn on 'Execute Once' on this node, or on the node that reads the contacts/;
	const perRound = /^Let this node run once, for all contacts together: remove the loop/;
	it.each([
		['each input item makes its own', { runsOnce: false, itemCount: 3 }, perItem],
		['each round of a loop makes its own', { runsOnce: true, itemCount: 3 }, perRound],
		['one item in each round does', { runsOnce: false, itemCount: 1 }, perRound],
	])('are stopped with advice for the case that %s', (_, call, begins) => {
		const earlier = { ...toAnn, run: 'run 1', messageFingerprint: [] };
		const [stop] = stopsOf({}, memoryOf(call, { earlier }));
		expect(stop?.advice).toMatch(begins);
		expect(stop?.advice).toContain("raise 'Maximum Launches' in 'Options'");
	});
});

describe('what is known of a repeat below the limit', () => {
	const people = (count: number) => Array.from({ length: count }, (_, index) => `person ${index}`);

	it.each<[of: number, got: number, says: string | undefined]>([
		[10, 0, undefined],
		[10, 1, '1 of these 10 contacts'],
		[10, 4, '4 of these 10 contacts'],
		[10, 5, undefined],
		[32, 8, '8 of these 32 contacts'],
		// A share of a large list.
		[50_000, 8, 'about 25% of these 50,000 contacts'],
	])('of %d, %d got it: %s', (count, repeatCount, says) => {
		const campaign = campaignTo(people(Math.min(count, 64)), count);
		const known = facts({ repeatCount });
		const said = `${says} got the template "spring_sale" from this node within the last 20 hours.`;
		expect(findRepeatWarnings(campaign, memoryOf(), known)).toEqual(says === undefined ? [] : [said]);
		// A warning where nothing stops it, and a stop where nothing warns of it.
		expect(findStops(campaign, memoryOf(), known)).toHaveLength(repeatCount > 0 && says === undefined ? 1 : 0);
	});

	it('is told of other launches of the execution, too', () => {
		const earlier = { ...toAnn, messageFingerprint: people(3) };
		expect(findRepeatWarnings(campaignTo(people(10)), memoryOf({}, { earlier }), facts())).toEqual([
			'3 of these 10 contacts got the template "spring_sale" with the same cards in this execution.',
		]);
	});
});

describe('a name of which it is not known whether it exists', () => {
	const check = (state: string) => {
		const earlier = {
			...{ id: 'x', account: 'acme', promotionName: 'Spring Sale', promotionId: null, listedBefore: [], state },
			...{ sentAt: '2026-03-31T12:00:00Z', messageFingerprint: [], node: 'First', run: 'run 0', execution: '3' },
		} as unknown as Launch;
		const now = DateTime.fromISO('2026-03-31T12:30:00Z', { zone: 'utc' });
		return stopsOf({ ifNameExists: 'fail', maximumLaunches: 2 }, memoryOf({ run: 'run 1' }, { earlier }), { now })[0];
	};

	it.each(['sending', 'unknown'])('is never called existing, launched or done (%s)', (state) => {
		const { message, advice } = check(state) ?? {};
		const where = 'on Mar 31, 12:00:00 by the node "First" in execution 3';
		expect(message).toContain(`"Spring Sale" was sent ${where}, and it is not known`);
		expect(`${message} ${advice}`).not.toMatch(/exists|already|nothing to do/);
	});

	it('is called launched where the service said so, although the list does not show it', () => {
		expect(check('launched')?.message).toContain('the list of promotions does not show it yet');
	});
});
