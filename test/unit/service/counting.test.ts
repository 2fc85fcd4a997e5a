import { areRatesOpen, computeRates, readFigures, type CountersAre } from '../../../nodes/service/counting';
import { COUNTERS, readStatistics, type Counters } from '../../../nodes/service/statistics';

type Count = number | null;
type Given = [
	attempted: Count,
	failed: Count,
	sent: Count,
	delivered: Count,
	read: Count,
	interacted?: Count,
	optout?: Count,
];

const figures =
	(isOver: boolean) =>
	([attempted, failed, sent, delivered, read, interacted = 0, optout = 0]: Given, stated?: CountersAre) =>
		readFigures({ attempted, failed, sent, delivered, read, interacted, optout }, isOver, stated);
const over = figures(true);
const running = figures(false);

/** Worked out by hand from how many messages are in each state. */
describe('what the counters of a promotion that is over show', () => {
	it.each<[what: string, given: Given, countersAre: string | null]>([
		['each stage includes the later ones', [1000, 50, 950, 900, 500, 40, 3], 'cumulative'],
		['everybody read it', [1000, 0, 1000, 1000, 1000], 'cumulative'],
		['few were delivered, and sent and failed make all', [1000, 50, 950, 20, 5], 'cumulative'],
		['one in twenty was delivered, of the fewest that count', [20, 1, 19, 1, 0], 'cumulative'],
		['a part has no final state, but the stages overlap', [1000, 50, 800, 700, 300], 'cumulative'],
		['five messages, three delivered', [5, 0, 5, 3, 1], 'cumulative'],
		['more sent than attempted, because of retries', [1000, 50, 1100, 900, 400], 'cumulative'],
		['the figures of the provider: a read message counts nowhere else', [1000, 50, 100, 300, 500], 'separate'],
		['three messages, two read', [3, 0, 1, 0, 2], 'separate'],
		['most are still sent, and all are counted', [1000, 100, 600, 200, 100], 'separate'],
		['everybody read it, each once', [1000, 0, 0, 0, 1000], 'separate'],
		['all delivered, none read', [500, 20, 0, 480, 0], 'separate'],
		['an interaction is a state, and the stages fall', [1000, 50, 500, 250, 150, 50], 'separate'],
		['the fewest that count, each once', [20, 2, 9, 6, 3], 'separate'],
		['a part has no state yet, but more read than delivered', [1000, 50, 100, 200, 400], 'separate'],
		['nothing was delivered or read', [1000, 50, 950, 0, 0], null],
		['all failed', [300, 300, 0, 0, 0], null],
		['a part is in no state, and the stages fall', [1000, 50, 500, 200, 100], null],
		['nothing adds up', [1000, 900, 50, 400, 700], null],
		['more read than delivered, and more than attempted with those that failed', [1000, 300, 200, 400, 350], null],
		['more delivered than sent, and all with those that failed', [1000, 50, 300, 400, 250], 'separate'],
		['more delivered than sent, and one more than all with those that failed', [1000, 51, 300, 400, 250], null],
		['only interactions are left', [1000, 50, 0, 0, 0, 950], 'separate'],
		['one too few for sums to count', [19, 1, 9, 6, 3], null],
		['attempted was never sent', [null, 50, 100, 300, 500], null],
		['failed was never sent, but the stages overlap', [1000, null, 950, 900, 500], 'cumulative'],
		['failed was never sent, and the stages may overlap or not', [1000, null, 100, 300, 500], null],
		['failed was never sent, and the stages fall', [1000, null, 500, 300, 150], null],
		['sent was never sent', [1000, 50, null, 300, 500], null],
		['delivered was never sent', [1000, 50, 950, null, 500], null],
		['read was never sent', [1000, 50, 950, 900, null], null],
		['interacted was never sent, each message once', [1000, 50, 100, 300, 550, null], 'separate'],
	])('%s: %j', (_, given, countersAre) => {
		expect(over(given).countersAre).toBe(countersAre);
	});
});

describe('what the counters of a running promotion show', () => {
	it.each<[what: string, given: Given, countersAre: string | null]>([
		['each stage includes the later ones', [600, 20, 580, 500, 100], 'cumulative'],
		['delivered came before sent, which may still come', [600, 20, 100, 300, 150], null],
		['all counted once, which may be chance while they arrive', [600, 20, 300, 200, 80], null],
		['read came before delivered', [600, 20, 100, 50, 80], null],
		['an interaction is a state, too, which may be chance', [1000, 50, 500, 250, 150, 50], null],
	])('%s: %j', (_, given, countersAre) => {
		expect(running(given).countersAre).toBe(countersAre);
	});
});

describe('rates', () => {
	const RATES_NULL = { deliveryRate: null, readRate: null, interactionRate: null, optOutRate: null };

	it('of the figures of the provider are no 300% delivered', () => {
		// 900 were sent, 800 of them delivered, 500 of these read.
		expect(computeRates(over([1000, 50, 100, 300, 500, 40, 8]))).toEqual({
			deliveryRate: 88.89,
			readRate: 62.5,
			interactionRate: 5,
			failureRate: 5,
			optOutRate: 1,
		});
	});

	it('count a message with an interaction as read where that is a state', () => {
		// 950 were sent, 850 delivered, 550 read, 150 of these with an interaction.
		expect(computeRates(over([1000, 50, 100, 300, 400, 150, 17]))).toEqual({
			deliveryRate: 89.47,
			readRate: 64.71,
			interactionRate: 17.65,
			failureRate: 5,
			optOutRate: 2,
		});
	});

	it('that depend on what is not known are null, and the failure rate is known', () => {
		const figures = over([1000, 50, 500, 200, 100, 10, 1]);
		expect(computeRates(figures)).toEqual({ ...RATES_NULL, failureRate: 5 });
		expect(areRatesOpen(figures)).toBe(true);
	});

	it('are known where every way of counting comes to the same', () => {
		const figures = over([1000, 50, 950, 0, 0]);
		expect(computeRates(figures)).toEqual({ ...RATES_NULL, deliveryRate: 0, failureRate: 5 });
		expect(areRatesOpen(figures)).toBe(false);
	});

	it('are null where a counter they need was never sent', () => {
		const rates = computeRates(over([1000, 50, 950, 900, null, 0, 9], 'separate'));
		expect(rates).toEqual({ ...RATES_NULL, failureRate: 5 });
		const cumulative = computeRates(over([1000, 50, 950, 900, null, 0, 9], 'cumulative'));
		expect(cumulative).toMatchObject({ deliveryRate: 94.74, readRate: null, optOutRate: 1 });
	});
});

describe('what the credential says', () => {
	const tooFew: Given = [12, 2, 6, 3, 1];

	it('settles what the counters of a promotion leave open', () => {
		// Each once: 10 sent, 4 of them delivered.
		expect(over(tooFew, 'separate').countersAre).toBe('separate');
		expect(computeRates(over(tooFew, 'separate'))).toMatchObject({ deliveryRate: 40, readRate: 25 });
		expect(computeRates(over(tooFew, 'cumulative'))).toMatchObject({ deliveryRate: 50, readRate: 33.33 });
		expect(computeRates(running(tooFew, 'cumulative'))).toMatchObject({ deliveryRate: 50 });
	});

	it('does not overrule what the promotion itself shows', () => {
		expect(over([1000, 50, 950, 900, 500], 'separate').countersAre).toBe('cumulative');
		expect(running([600, 20, 580, 500, 100], 'separate').countersAre).toBe('cumulative');
		expect(over([1000, 50, 100, 300, 500], 'cumulative').countersAre).toBe('separate');
	});
});

describe('a counter as text', () => {
	it.each([
		['1000', 1000],
		[' 1000 ', 1000],
		['1.000', 1000],
		['1 000', 1000],
		['1\u00a0000', 1000],
		["1'000", 1000],
		['12,345,678', 12_345_678],
		['0012', 12],
		[0, 0],
		['0', 0],
	])('%j is %j', (given, count) => {
		expect(readStatistics({ attempted: 1, failed: given })).toMatchObject({
			counters: { failed: count },
			unreadable: [],
		});
	});

	it.each([-1, '-1', 1.5, '1.5', '1,00', '1,000.000', 'n/a', '1e3', true, {}, [], 2 ** 60, '0.500', '000.500'])(
		'%j is none, and is named',
		(given) => {
			const read = readStatistics({ attempted: 1, failed: given, statsReport: [{ attempted: 1, failed: given }] });
			expect(read).toMatchObject({ counters: { attempted: 1, failed: null }, unreadable: ['failed'] });
			expect(read?.retries).toEqual([expect.objectContaining({ attempted: 1, failed: null })]);
		},
	);

	it.each([null, undefined, ''])('%j was never sent', (given) => {
		const read = readStatistics({ attempted: 1, failed: given });
		expect(read).toMatchObject({ counters: { failed: null }, unreadable: [] });
	});
});

/** Campaigns are played message by message, and counted as a service would. */
describe('600 campaigns of each kind', () => {
	function randomNumbers(seed: number): () => number {
		let state = seed;
		return () => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return state / 2 ** 32;
		};
	}

	/** How far one message came. */
	type Stage = 'pending' | 'failed' | 'sent' | 'delivered' | 'read' | 'interacted';

	interface Kind {
		size: [least: number, most: number];
		pending: number;
		interactions: number;
	}

	function playMessages(random: () => number, { size, pending, interactions }: Kind): Stage[] {
		const failing = random() * 0.3;
		const [delivering, reading] = [0.3 + random() * 0.7, random()];
		const length = size[0] + Math.floor(random() * (size[1] - size[0]));
		return Array.from({ length }, (): Stage => {
			if (random() < pending * random()) return 'pending';
			if (random() < failing) return 'failed';
			if (random() > delivering) return 'sent';
			if (random() > reading) return 'delivered';
			return random() < interactions ? 'interacted' : 'read';
		});
	}

	/** What each kind of service says of so many messages whose latest state is each of these. */
	const services = {
		cumulative: (sent: number, delivered: number, read: number, interacted: number) => ({
			sent: sent + delivered + read + interacted,
			delivered: delivered + read + interacted,
			read: read + interacted,
			interacted,
		}),
		separate: (sent: number, delivered: number, read: number, interacted: number) => ({
			...{ sent, delivered, interacted },
			read: read + interacted,
		}),
		'separate with interactions as a state': (sent: number, delivered: number, read: number, interacted: number) => ({
			...{ sent, delivered, read, interacted },
		}),
	};

	function count(messages: Stage[], service: keyof typeof services): Counters {
		const of = (stage: Stage) => messages.filter((message) => message === stage).length;
		const stages = services[service](of('sent'), of('delivered'), of('read'), of('interacted'));
		return { attempted: messages.length, failed: of('failed'), ...stages, optout: 0 };
	}

	const kinds: Record<string, Kind> = {
		'large, all with a final state': { size: [100, 300], pending: 0, interactions: 0.2 },
		'large, some without a state': { size: [100, 300], pending: 0.3, interactions: 0.2 },
		'of 20 to 60': { size: [20, 60], pending: 0, interactions: 0.2 },
		tiny: { size: [1, 20], pending: 0.1, interactions: 0.1 },
		'without interactions': { size: [50, 300], pending: 0, interactions: 0 },
	};
	const cases = Object.keys(services).flatMap((service) => Object.keys(kinds).map((kind) => [service, kind] as const));

	it.each(cases)('%s, %s: none that is over is read as the other kind', (service, kind) => {
		const random = randomNumbers(62);
		const wanted = service === 'cumulative' ? 'cumulative' : 'separate';
		const played = Array.from({ length: 600 }, () => {
			const counters = count(playMessages(random, kinds[kind] as Kind), service as keyof typeof services);
			return { counters, countersAre: readFigures(counters, true).countersAre };
		});
		const known = played.filter(({ countersAre }) => countersAre !== null);
		expect(known.filter(({ countersAre }) => countersAre !== wanted)).toEqual([]);
		expect(known.length).toBeGreaterThanOrEqual(kinds[kind]?.pending === 0 ? 600 : 400);
	});

	it('none that runs, with counters that arrive late, is read as counting each message once', () => {
		const random = randomNumbers(63);
		for (let campaign = 0; campaign < 600; campaign++) {
			const all = count(playMessages(random, kinds['large, all with a final state'] as Kind), 'cumulative');
			const late = Object.fromEntries(COUNTERS.map((name) => [name, Math.floor((all[name] ?? 0) * random())]));
			const counters = late as unknown as Counters;
			expect(readFigures(counters, false).countersAre).not.toBe('separate');
		}
	});
});
