/** What stands between n8n and the comparison: one poll at a time, what n8n discards or stores late, what is sent once more. */
import type { IDataObject } from 'n8n-workflow';
import { Clock } from '../../model/clock';
import { Database, modes, pollTime, type Mode } from '../../model/host';
import { WorldProcess, type WorldOutcome } from '../../model/trigger';
import { World } from '../../model/world';

const MINUTE = 60_000;
/** In minutes. */
const DAY = 1440;
const parameters = { events: ['created', 'completed', 'disappeared'] };
let clock: Clock;
beforeEach(() => (clock = new Clock()));
afterEach(() => clock.restore());

class Host {
	readonly database = new Database();
	readonly world: World;
	process: WorldProcess;

	constructor(
		readonly mode: Mode,
		running = 4,
		public options: IDataObject = {},
		private readonly given: IDataObject = parameters,
	) {
		const one = { listed: true, status: 'Running' as const, figures: 0, ageMinutes: 5 };
		this.world = new World(
			Array.from({ length: running }, () => one),
			clock.now,
		);
		this.process = this.start();
	}

	static async watching(mode: Mode, running?: number, options?: IDataObject): Promise<Host> {
		const host = new Host(mode, running, options);
		await host.process.begin('activate').finish();
		return host;
	}

	start(): WorldProcess {
		return new WorldProcess(this.world, this.database, this.mode, { ...this.given, options: this.options });
	}

	/** A new process, which polls at once where the state is kept in memory. */
	async restart(minutes = 0): Promise<void> {
		clock.now += minutes * MINUTE;
		this.process = this.start();
		if (this.mode === 'memory') await this.process.begin('init').finish();
	}

	async poll(minutes = 1, process = this.process): Promise<WorldOutcome> {
		clock.now += minutes * MINUTE;
		return await process.begin().finish();
	}

	complete(...indexes: number[]): void {
		for (const index of indexes) Object.assign(this.world.actual[index] ?? {}, { status: 'Completed' });
	}

	/** The promotions of the events that n8n got. */
	delivered(): string[] {
		return this.database
			.items()
			.map(({ promotionId, redelivered }) => `${String(promotionId)}${redelivered === true ? ' again' : ''}`);
	}
}

const begun = async () => await new Promise((resolve) => setImmediate(resolve));

describe.each(modes)('with state kept in %s mode', (mode) => {
	const givenUpMs = mode === 'memory' ? pollTime.registrationMs : pollTime.schedulerMs;

	it('a check that finds one under way requests nothing and returns nothing, and nothing is lost', async () => {
		const host = await Host.watching(mode);
		const slow = host.process.begin();
		await begun();
		host.complete(1);
		for (let poll = 0; poll < 3; poll++) {
			clock.now += 10_000;
			expect(await host.process.begin().finish()).toMatchObject({ items: [], requests: { list: 0, statistics: 0 } });
		}
		await slow.finish();
		await host.poll();
		expect(host.delivered()).toEqual(['p1']);
	});

	it('a check that never ends holds up the next ones no longer than n8n waits for it, and returns nothing later', async () => {
		const host = await Host.watching(mode);
		host.complete(0);
		const hanging = host.process.begin();
		await begun();
		clock.now += givenUpMs;
		expect((await host.process.begin().finish()).requests.list).toBe(1);
		expect(host.delivered()).toEqual(['p0']);
		expect(await hanging.finish()).toMatchObject({ items: [] });
		host.complete(1);
		await host.poll();
		expect(host.delivered()).toEqual(['p0', 'p1']);
	});

	it('a check that ends after n8n gave it up lets none run beside the next one', async () => {
		const host = await Host.watching(mode);
		const hanging = host.process.begin();
		await begun();
		clock.now += givenUpMs;
		const next = host.process.begin();
		await begun();
		await hanging.finish();
		expect(await host.process.begin().finish()).toMatchObject({ items: [], requests: { list: 0 } });
		await next.finish();
	});

	it('checks that take too long are reported from the second in a row, with what to do, and are no outage of the list', async () => {
		const host = await Host.watching(mode);
		const late = async () => {
			const { finish } = host.process.begin();
			await begun();
			clock.now += givenUpMs;
			return await finish();
		};
		expect((await late()).thrown).toBeUndefined();
		expect((await late()).thrown).toMatchObject({
			message: 'The check took longer than n8n allows',
			description: expect.stringContaining("lower 'Promotions Read per Check'"),
		});
		host.world.listTrouble = 'down';
		expect((await host.poll()).thrown).toBeUndefined();
	});

	it('an event comes without figures if the list took nearly all the time that n8n gives', async () => {
		const host = await Host.watching(mode);
		host.complete(0);
		const slow = host.process.begin();
		await begun();
		clock.now += 0.9 * givenUpMs;
		const { items, requests } = await slow.finish();
		expect(items).toMatchObject([{ promotionId: 'p0', event: 'completed', statisticsStale: true }]);
		expect(requests.statistics).toBe(0);
	});

	it.each(['before', 'while'])(
		'what n8n discards comes with the activation that follows: %s it waits',
		async (when) => {
			const host = await Host.watching(mode);
			host.complete(0);
			await host.poll();
			host.complete(1);
			const underWay = host.process.begin();
			await begun();
			if (when === 'before') expect((await underWay.finish('discarded')).items).toHaveLength(1);
			host.process.reactivate(parameters);
			const activation = host.process.begin('activate');
			await begun();
			if (when === 'while') expect((await underWay.finish('discarded')).items).toHaveLength(1);
			await activation.finish();
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1']);
		},
	);

	it.each([
		['activated it', false],
		['was started since, in an outage', true],
	])('what a check found before one that n8n discarded is still known: by a process that %s', async (_, isNew) => {
		const host = await Host.watching(mode, 3);
		await host.poll();
		// n8n stores nothing of a start in which the list cannot be read.
		if (isNew) host.world.listTrouble = 'down';
		if (isNew) await host.restart();
		host.world.listTrouble = undefined;
		Object.assign(host.world.actual[2] ?? {}, { listed: false });
		await host.poll();
		await host.poll();
		host.complete(0);
		clock.now += MINUTE;
		await host.process.begin().finish('discarded');
		host.process.reactivate(parameters);
		await host.process.begin('activate').finish();
		expect(host.database.items().map(({ event }) => event)).toEqual(['completed', 'disappeared']);
	});

	it('what n8n is slow to store is neither lost nor comes twice', async () => {
		const host = await Host.watching(mode);
		host.complete(0);
		await host.poll();
		const stored = structuredClone(host.database.state);
		host.complete(1);
		await host.poll();
		// n8n made the copy for the next poll before it had stored that.
		const later = host.database.state;
		host.database.state = stored;
		clock.now += 4000;
		await host.process.begin().finish();
		host.database.state = later;
		await host.poll();
		expect(host.delivered()).toEqual(['p0', 'p1']);
	});

	it('what n8n could not store, state and execution, comes with the next check, or is all that is lost', async () => {
		const host = await Host.watching(mode);
		host.complete(0);
		clock.now += MINUTE;
		await host.process.begin().finish('unwritten');
		host.complete(1);
		await host.poll();
		expect(host.delivered()).toEqual(mode === 'memory' ? ['p1'] : ['p0', 'p1']);
	});

	it('what n8n could not store comes although the clock was set back since', async () => {
		const host = await Host.watching(mode);
		host.complete(0);
		clock.now += MINUTE;
		await host.process.begin().finish('unwritten');
		expect(await host.poll(-60)).toMatchObject({ requests: { list: 1 } });
		expect(host.delivered()).toEqual(mode === 'memory' ? [] : ['p0']);
	});

	describe('what was emitted last', () => {
		const emitted = async (options?: IDataObject) => {
			const host = await Host.watching(mode, 4, options);
			host.complete(0, 1);
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1']);
			return host;
		};

		it('is emitted once more by the next process, the same event with the newest figures, although all has changed since', async () => {
			const host = await emitted({ summary: true });
			const [first] = host.database.items();
			expect(first?.summaryText).toContain('Spring sale (Completed)');
			expect(JSON.stringify(host.database.state)).not.toContain('summary');
			host.world.actual.splice(0, 1, { listed: true, status: 'Cancelled', figures: 50, ageMinutes: 5 });
			await host.restart();
			await host.poll();
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
			const { statistics, rates, summaryText, summaryHtml, ...same } = host.database.items()[2] ?? {};
			expect({ ...first, redelivered: true }).toMatchObject(same);
			expect([statistics, rates, String(summaryHtml)]).toEqual([
				expect.objectContaining({ attempted: 100, failed: 50 }),
				expect.objectContaining({ failureRate: 50 }),
				expect.stringContaining('50'),
			]);
			expect(summaryText).toContain('Failed: 50');
		});

		it('is emitted by each process that dies of it, together with what is new', async () => {
			const host = await emitted();
			for (let death = 0; death < 3; death++) {
				host.process = host.start();
				host.complete(2);
				clock.now += MINUTE;
				await host.process.begin().finish('between');
			}
			await host.restart();
			await host.poll();
			expect(
				new Set(
					host
						.delivered()
						.slice(2)
						.map((one) => one.replace(' again', '')),
				),
			).toEqual(new Set(['p0', 'p1', 'p2']));
			const ids = host.database.items().map(({ eventId }) => eventId);
			expect(new Set(ids).size).toBe(3);
		});

		it('is not emitted again by the same process, nor after a later poll of it', async () => {
			const host = await emitted();
			await host.poll();
			if (mode === 'cursors') expect(JSON.stringify(host.database.state)).toContain('"batches":[]');
			host.complete(2);
			await host.poll();
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1', 'p2']);
		});

		it.each([
			[15, ['p0', 'p1', 'p0 again', 'p1 again']],
			[15.1, ['p0', 'p1']],
		])('is emitted by a process that takes the trigger up within 15 minutes: after %f', async (minutes, expected) => {
			const host = await emitted();
			await host.restart(minutes);
			await host.poll(0);
			expect(host.delivered()).toEqual(expected);
			// What will not be emitted again is not kept.
			await host.poll();
			if (mode === 'cursors') expect(JSON.stringify(host.database.state)).toContain('"batches":[]');
		});

		it('is emitted once more for 15 minutes after it was first, however often the process starts', async () => {
			const host = await emitted();
			for (let restart = 0; restart < 10; restart++) {
				await host.restart(11);
				await host.poll(0);
			}
			expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
		});

		it('is emitted after an outage, however long, by a process that took the trigger up before', async () => {
			const host = await emitted();
			host.world.listTrouble = 'down';
			await host.restart(10);
			await host.poll(0);
			for (let hour = 0; hour < 3; hour++) await host.poll(60);
			host.world.listTrouble = undefined;
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
		});

		it('is emitted although the clock was set back since', async () => {
			const host = await emitted();
			await host.restart(-60);
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
		});

		it.each(['init', 'leadershipChange'] as const)(
			'is emitted by a process that takes over only now, however long it has run (%s)',
			async (activation) => {
				const host = await Host.watching(mode);
				const waiting = host.start();
				await waiting.begin('init').finish();
				clock.now += 20 * 60 * MINUTE;
				host.complete(0);
				await host.poll();
				clock.now += 60 * MINUTE;
				waiting.reactivate(parameters);
				await waiting.begin(activation).finish();
				await host.poll(1, waiting);
				expect(host.delivered()).toEqual(['p0']);

				host.complete(1);
				await host.poll(1, waiting);
				waiting.reactivate(parameters);
				host.process.reactivate(parameters);
				clock.now += 10 * MINUTE;
				await host.process.begin(activation).finish();
				await host.poll();
				expect(host.delivered()).toEqual(['p0', 'p1', 'p1 again']);
			},
		);
	});
});

it('5,000 completions at once leave less than 2 MB with n8n', async () => {
	const host = await Host.watching('memory', 5000);
	host.complete(...host.world.actual.keys());
	expect((await host.poll()).items).toHaveLength(5000);
	expect(JSON.stringify(host.database.state).length).toBeLessThan(1.5e6);
	await host.restart();
	expect(host.database.items()).toHaveLength(10_000);
});

describe.each(modes)('a trigger that is checked seldom or was off (%s)', (mode) => {
	it.each([
		['checked once a week', 7],
		['checked once a month', 31],
		['checked every three months', 91],
	])('remembers what it saw, although n8n stores nothing of a check without events: %s', async (_, days) => {
		const host = await Host.watching(mode);
		Object.assign(host.world.actual[3] ?? {}, { listed: false });
		for (let poll = 0; poll < 3; poll++) await host.poll(days * DAY);
		expect(host.delivered()).toEqual(['p3']);
		host.world.listTrouble = 'down';
		const failed = [await host.poll(days * DAY), await host.poll(days * DAY)];
		expect(failed.map(({ thrown }) => thrown !== undefined)).toEqual([false, true]);
	});

	it.each([
		[true, 1 / 24],
		[true, 20],
		[true, 90],
		[false, 1 / 24],
		[false, 20],
		[false, 90],
	])(
		'reports what it missed once a person publishes it again: in the same process %p, after %f days',
		async (isSame, days) => {
			const host = await Host.watching(mode);
			host.complete(3);
			await host.poll();
			// Quiet days, of which n8n may store nothing, and then an upgrade of n8n.
			for (let day = 0; day < 8; day++) await host.poll(DAY);
			host.complete(0);
			clock.now += days * DAY * MINUTE;
			if (!isSame) host.process = host.start();
			host.process.reactivate(parameters);
			await host.process.begin('activate').finish();
			await host.poll();
			host.complete(1);
			await host.poll();
			expect(host.delivered().slice(1)).toEqual(['p0', 'p1']);
		},
	);

	it('misses nothing after an edit', async () => {
		const host = await Host.watching(mode);
		host.complete(0);
		clock.now += 30 * DAY * MINUTE;
		host.process.reactivate(parameters);
		await host.process.begin('init').finish();
		await host.poll();
		expect(host.delivered()).toEqual(['p0']);
	});
});

describe('the account', () => {
	const acme = { baseUrl: 'https://rcs.example.com', accountId: 'acme', apiKey: 'key-of-the-test' };
	const accountReport = "The credential has another 'Account ID' than before, so the trigger starts over";

	it.each([false, true])(
		'is the same under another address: nothing is lost, and nothing comes twice',
		async (emitExisting) => {
			const host = await Host.watching('memory', 4, { emitExisting });
			host.complete(0);
			await host.poll();
			const before = host.delivered();
			host.process.credential = { ...acme, baseUrl: 'https://new.example.com/rcs' };
			host.complete(1);
			expect((await host.poll()).thrown).toBeUndefined();
			expect(host.delivered()).toEqual([...before, 'p1']);
		},
	);

	it('is another one for two checks: both changes are reported, once each, and existing campaigns do not come again', async () => {
		const host = await Host.watching('memory', 4, { emitExisting: true });
		const before = host.delivered();
		const messages: unknown[] = [];
		for (const accountId of ['acme', 'wrong', 'wrong', 'acme', 'acme']) {
			host.process.credential = { ...acme, accountId };
			messages.push((await host.poll()).thrown?.message);
		}
		expect(messages).toEqual([undefined, accountReport, undefined, accountReport, undefined]);
		expect(host.delivered()).toEqual(before);
	});
});

it('an event of a copied workflow or a renamed node never has an eventId that was given before', async () => {
	const ids: unknown[] = [];
	for (let copy = 0; copy < 3; copy++) {
		const host = new Host('memory', 4, {}, { events: ['stopped', 'countersChanged'] });
		await host.process.begin('activate').finish();
		for (const status of ['Stopped', 'Running', 'Stopped'] as const) {
			host.world.actual.forEach((one, index) => Object.assign(one, { status, figures: index + 1 }));
			ids.push(...(await host.poll()).items.map(({ eventId }) => eventId));
		}
		clock.now += MINUTE;
	}
	expect(ids.length).toBeGreaterThan(20);
	expect(new Set(ids).size).toBe(ids.length);
});

it.each([
	[39, true],
	[41, false],
])(
	'what is remembered of a trigger that was not checked for %i days, while another one was: %s',
	async (days, isKept) => {
		const host = await Host.watching('memory');
		const { nodeStores } = (host.process as unknown as { store: { nodeStores: Map<string, unknown> } }).store;
		const [first] = nodeStores.keys();
		clock.now += days * DAY * MINUTE;
		await host.process.begin(undefined, 'node-2').finish();
		expect(nodeStores.has(first ?? '')).toBe(isKept);
	},
);

it('after a person activated it again, no fault waits for the hour to be over', async () => {
	const host = await Host.watching('memory');
	host.process.parameters = { events: [] };
	expect((await host.poll()).thrown).toBeDefined();
	host.process.reactivate(parameters);
	await host.process.begin('activate').finish();
	host.process.parameters = { events: [] };
	expect((await host.poll()).thrown).toBeDefined();
	expect((await host.poll()).thrown).toBeUndefined();
});

it.each(['scheduler', 'cursors'] as const)('two processes that take turns emit everything once (%s)', async (mode) => {
	const host = await Host.watching(mode, 6);
	const other = host.start();
	await host.poll(1, other);
	for (let index = 0; index < 3; index++) {
		host.complete(index);
		await host.poll(1, index % 2 === 0 ? other : host.process);
	}
	Object.assign(host.world.actual[5] ?? {}, { listed: false });
	// Each counts the answers of its own, or those of both, depending on what n8n stores.
	for (let poll = 0; poll < 6; poll++) await host.poll(1, poll % 2 === 0 ? other : host.process);
	expect(host.delivered()).toEqual(['p0', 'p1', 'p2', 'p5']);
});
