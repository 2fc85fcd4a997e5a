/** What stands between n8n and the comparison: one poll at a time, what n8n discards or stores late, what is sent once more. */
import type { IDataObject } from 'n8n-workflow';
import { Database, modes, pollTime, type Ending, type Mode } from '../../model/host';
import { counters, MINUTE, playsTimelines, promotion, Timeline } from './timeline';

/** In minutes. */
const DAY = 1440;
const parameters = { events: ['created', 'completed', 'cancelled'] };
playsTimelines();
const down = { status: 503, body: '' };

class Host {
	process: Timeline;

	constructor(
		readonly mode: Mode,
		running = 4,
		given: IDataObject = parameters,
		readonly database = new Database(),
	) {
		this.process = new Timeline(given, mode, database);
		this.process.list = Array.from({ length: running }, (_, index) => promotion(`p${index}`, 'Running'));
		this.process.statistics = new Map(this.process.list.map(({ promotionId }) => [promotionId, counters()]));
	}

	static async watching(mode: Mode, running?: number, options?: IDataObject): Promise<Host> {
		const host = new Host(mode, running, { ...parameters, ...(options && { options }) });
		await host.process.begin('activate').finish();
		return host;
	}

	/** A new process, which polls at once where the state is kept in memory. */
	async restart(minutes = 0): Promise<void> {
		this.process.time += minutes * MINUTE;
		this.process = this.process.next();
		if (this.mode === 'memory') await this.process.begin('init').finish();
	}

	async poll(minutes = 1, process = this.process) {
		process.time += minutes * MINUTE;
		return await process.begin().finish();
	}

	/** A check whose result does not reach the database as a whole. */
	async lose(ending: Ending, minutes = 1): Promise<void> {
		this.process.time += minutes * MINUTE;
		await this.process.begin().finish(ending);
	}

	/** Saved again, and about to be activated. */
	async activate(activation: string, process = this.process) {
		process.reload();
		return await process.begin(activation).finish();
	}

	complete(...indexes: number[]): void {
		for (const index of indexes) this.process.change(`p${index}`, 'Completed');
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
			host.process.time += 10_000;
			const { listRequests } = host.process;
			expect((await host.process.begin().finish()).items).toEqual([]);
			expect(host.process.listRequests).toBe(listRequests);
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
		host.process.time += givenUpMs;
		await host.process.begin().finish();
		expect(host.process.listRequests).toBe(3);
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
		host.process.time += givenUpMs;
		const next = host.process.begin();
		await begun();
		await hanging.finish();
		const { listRequests } = host.process;
		expect((await host.process.begin().finish()).items).toEqual([]);
		expect(host.process.listRequests).toBe(listRequests);
		await next.finish();
	});

	it('checks that take too long are told like any that fail, with what to do', async () => {
		const host = await Host.watching(mode);
		const late = async () => {
			const { finish } = host.process.begin();
			await begun();
			host.process.time += Math.max(givenUpMs, 10 * MINUTE);
			return await finish();
		};
		expect((await late()).thrown).toBeUndefined();
		expect((await late()).thrown).toMatchObject({
			message: 'The check took longer than n8n allows',
			description: expect.stringContaining('Nothing is lost') as string,
		});
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
			host.process.reload();
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
		if (isNew) host.process.listAnswer = down;
		if (isNew) await host.restart();
		host.process.listAnswer = undefined;
		host.process.list = [...host.process.list, promotion('p9', 'Running')];
		await host.poll();
		await host.poll();
		host.complete(0);
		await host.lose('discarded');
		await host.activate('activate');
		expect(host.database.items().map(({ event }) => event)).toEqual(['created', 'completed']);
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
		host.process.time += 4000;
		await host.process.begin().finish();
		host.database.state = later;
		await host.poll();
		expect(host.delivered()).toEqual(['p0', 'p1']);
	});

	it.each([1, -60])(
		'what n8n could not store comes with the next check, or is all that is lost: after %i',
		async (minutes) => {
			const host = await Host.watching(mode);
			host.complete(0);
			await host.lose('unwritten');
			await host.poll(minutes);
			host.complete(1);
			await host.poll();
			expect(host.delivered()).toEqual(mode === 'memory' ? ['p1'] : ['p0', 'p1']);
		},
	);

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
			expect(first?.summaryText).toContain('Name of p0 (Completed)');
			expect(JSON.stringify(host.database.state)).not.toContain('summary');
			host.process.change('p0', 'Cancelled');
			host.process.statistics.set('p0', counters({ attempted: 100, failed: 50 }));
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
				host.process = host.process.next();
				host.complete(2);
				await host.lose('between', 1 / 4);
			}
			await host.restart();
			await host.poll();
			const later = host.delivered().slice(2);
			expect(new Set(later.map((one) => one.replace(' again', '')))).toEqual(new Set(['p0', 'p1', 'p2']));
			const ids = host.database.items().map(({ eventId }) => eventId);
			expect(new Set(ids).size).toBe(3);
		});

		it('is emitted again although n8n discarded the check that emitted it once more', async () => {
			const host = await emitted();
			host.process = host.process.next();
			await host.lose('discarded');
			await host.activate('activate');
			expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
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
			[2, ['p0', 'p1', 'p0 again', 'p1 again']],
			[2.1, ['p0', 'p1']],
			// The clock was set back.
			[-60, ['p0', 'p1', 'p0 again', 'p1 again']],
		])('is emitted by a process that takes the trigger up within two minutes: after %f', async (minutes, expected) => {
			const host = await emitted();
			await host.restart(minutes);
			await host.poll(0);
			expect(host.delivered()).toEqual(expected);
			// What will not be emitted again is not kept.
			await host.poll();
			if (mode === 'cursors') expect(JSON.stringify(host.database.state)).toContain('"batches":[]');
		});

		it('is emitted by each process that follows within two minutes, however many there are', async () => {
			const host = await emitted();
			for (const minutes of [1.5, 1.5, 1.5, 2.5, 1.5]) {
				await host.restart(minutes);
				await host.poll(0);
			}
			const again = ['p0 again', 'p1 again'];
			expect(host.delivered()).toEqual(['p0', 'p1', ...again, ...again, ...again]);
		});

		it('is emitted after an outage, however long, by a process that took the trigger up before', async () => {
			const host = await emitted();
			host.process.listAnswer = down;
			await host.restart(1);
			await host.poll(0);
			for (let hour = 0; hour < 3; hour++) await host.poll(60);
			host.process.listAnswer = undefined;
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
		});

		it('is emitted by a process that takes over only now, however long it has run', async () => {
			const host = await Host.watching(mode);
			const waiting = host.process.next();
			await waiting.begin('init').finish();
			host.complete(0);
			await host.poll(20 * 60);
			host.process.time += 60 * MINUTE;
			await host.activate('leadershipChange', waiting);
			await host.poll(1, waiting);
			expect(host.delivered()).toEqual(['p0']);

			host.complete(1);
			await host.poll(1, waiting);
			host.process.time += MINUTE;
			await host.activate('leadershipChange');
			await host.poll();
			expect(host.delivered()).toEqual(['p0', 'p1', 'p1 again']);
		});
	});
});

it('5,000 completions at once leave less than 2 MB with n8n', async () => {
	const host = await Host.watching('memory', 5000);
	host.process.list = host.process.list.map((one) => ({ ...one, status: 'Completed' }));
	expect((await host.poll()).items).toHaveLength(5000);
	expect(JSON.stringify(host.database.state).length).toBeLessThan(1.5e6);
	await host.restart();
	expect(host.database.items()).toHaveLength(10_000);
});

describe.each(modes)('a trigger that is checked seldom or was off (%s)', (mode) => {
	it('remembers what it saw, although n8n stores nothing of a check without events', async () => {
		const host = await Host.watching(mode);
		host.process.remove('p3');
		host.process.statistics.set('p3', 404);
		for (let poll = 0; poll < 3; poll++) await host.poll(91 * DAY);
		expect(host.delivered()).toEqual(['p3']);
		host.process.listAnswer = down;
		const failed = [await host.poll(91 * DAY), await host.poll(91 * DAY)];
		expect(failed.map(({ thrown }) => thrown !== undefined)).toEqual([false, true]);
	});

	it.each([
		['the same process', 90],
		['another process', 20],
	])('reports what it missed once a person publishes it again: %s, after %i days', async (which, days) => {
		const host = await Host.watching(mode);
		host.complete(3);
		await host.poll();
		// Quiet days, of which n8n may store nothing, and then an upgrade of n8n.
		for (let day = 0; day < 8; day++) await host.poll(DAY);
		host.complete(0);
		host.process.time += days * DAY * MINUTE;
		if (which === 'another process') host.process = host.process.next();
		await host.activate('activate');
		host.complete(1);
		await host.poll();
		expect(host.delivered().slice(1)).toEqual(['p0', 'p1']);
	});
});

it('an event of a copied workflow or a renamed node never has an eventId that was given before', async () => {
	const ids: unknown[] = [];
	for (let copy = 0; copy < 3; copy++) {
		const host = new Host('memory', 4, { events: ['stopped', 'countersChanged'] });
		await host.process.begin('activate').finish();
		for (const status of ['Stopped', 'Running', 'Stopped']) {
			for (const { promotionId } of host.process.list) {
				host.process.change(promotionId, status);
				host.process.statistics.set(promotionId, counters({ sent: ids.length }));
			}
			ids.push(...(await host.poll()).items.map(({ eventId }) => eventId));
		}
		host.process.time += MINUTE;
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
		host.process.time += days * DAY * MINUTE;
		await host.process.begin(undefined, 'node-2').finish();
		expect(nodeStores.has(first ?? '')).toBe(isKept);
	},
);

it('after a person activated it again, no fault waits for the hour to be over', async () => {
	const host = await Host.watching('memory');
	host.process.parameters = { events: [] };
	expect((await host.poll()).thrown).toBeDefined();
	await host.activate('activate');
	host.process.parameters = { events: [] };
	expect((await host.poll()).thrown).toBeDefined();
	expect((await host.poll()).thrown).toBeUndefined();
});

it.each(['scheduler', 'cursors'] as const)('two processes that take turns emit everything once (%s)', async (mode) => {
	const host = await Host.watching(mode, 6);
	const other = host.process.next();
	await host.poll(1, other);
	for (let index = 0; index < 3; index++) {
		host.complete(index);
		await host.poll(1, index % 2 === 0 ? other : host.process);
	}
	host.process.remove('p5');
	host.process.statistics.set('p5', 404);
	for (let poll = 0; poll < 6; poll++) await host.poll(30, poll % 2 === 0 ? other : host.process);
	expect(host.delivered()).toEqual(['p0', 'p1', 'p2', 'p5']);
});

it.each(['scheduler', 'cursors'] as const)(
	'what a process emitted just before it died outlives a check of another one, for the process that follows (%s)',
	async (mode) => {
		const host = await Host.watching(mode);
		const other = host.process.next();
		await host.poll(1, other);
		for (const [index, process] of [host.process, other].entries()) {
			host.complete(index);
			await host.poll(1 / 2, process);
		}
		await host.restart(1 / 2);
		await host.poll(0);
		expect(host.delivered()).toEqual(['p0', 'p1', 'p0 again', 'p1 again']);
	},
);
