/**
 * kill -9 of a real n8n, again and again, while promotions run to their end. Each life of it has a poll or more, and the simulator's
 * request log tells the moment. Every second one begins while the service is in trouble. Whatever completed must have reached the
 * next step of the workflow.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePrivateN8n, type PrivateN8n } from '../../tools/n8n/privateN8n';
import { startN8n, type RunningN8n } from '../../tools/n8n/realN8n';
import { pack } from '../../tools/pack';
import { freePort, runMain } from '../../tools/run';
import { modes, type Mode } from '../model/host';
import { chances } from '../model/time';
import { TroubledService, troubles } from './troubledService';
import { environment, writes } from './modes';
import { crashOptions, type CrashOptions } from './options';
import { environmentOf } from '../queue/compose';
import { startQueueServices } from './queueServices';
import { Sink } from './sink';
import { judge, type Kill } from './verdict';
import { POLL_EVERY_MS, publishWorkflow } from './workflow';

/** When a kill comes: at the very write of the state, while the poll asks, when it has its answers and hands its events on, or some time later. */
const moments = ['writing', 'asking', 'handing on', 'later'] as const;
type Moment = (typeof moments)[number];
const WEIGHTS: Record<Moment, number> = { writing: 0.3, asking: 0.2, 'handing on': 0.3, later: 0.2 };
const LONGEST_MS: Record<Moment, number> = { writing: 0, asking: 60, 'handing on': 40, later: 4000 };
/** A poll that has nothing to tell asks for no statistics. */
const STATISTICS_WITHIN_MS = 3000;
const POLL_WITHIN_MS = 300_000;
const LONGEST_TROUBLE_MS = 4000;

const say = (text: string) => console.log(text);

class CrashTest {
	private readonly random: () => number;
	private readonly completed: string[] = [];
	private readonly kills: Kill[] = [];

	constructor(
		private readonly options: CrashOptions,
		private readonly n8n: PrivateN8n,
		private readonly folder: string,
		private readonly backend: Backend,
		private readonly service: TroubledService,
		private readonly sink: Sink,
		private readonly tarball: string,
	) {
		this.random = chances(options.seed);
	}

	async run(): Promise<boolean> {
		const { kills, promotions } = this.options;
		const ids = Array.from({ length: promotions }, (_, index) => `promotion-${index + 1}`);
		for (const promotionId of ids) this.service.simulator.addPromotion({ promotionId });
		await this.publish();
		const worker = this.backend.hasWorker ? await this.startWorker() : undefined;
		for (let number = 1; number <= kills; number++) {
			await this.live(number, this.complete(ids, kills - number + 1));
		}
		this.complete(ids, 1);
		await this.deliverTheRest();
		await worker?.stop();
		return judge({ completed: this.completed, deliveries: this.sink.deliveries, kills: this.kills, say });
	}

	/** Until n8n has stored what the first polls saw. */
	private async publish(): Promise<void> {
		const starting = startN8n({ ...this.place(this.modeOf(1)), tarball: this.tarball });
		const first = await starting;
		await publishWorkflow(first, this.service, this.sink.url);
		for (let poll = 1; poll <= 3; poll++) await this.asked(starting);
		await first.stop();
	}

	private modeOf(number: number): Mode {
		const { mode, kills } = this.options;
		if (mode !== 'all') return mode;
		return modes[Math.floor(((number - 1) * modes.length) / kills)] ?? 'cursors';
	}

	/** Resolves when n8n asks. It is ready before or not until then; only one that cannot start at all ends the wait. */
	private async asked(starting: Promise<RunningN8n>): Promise<void> {
		const asked = this.service.simulator.waitForRequest({ endpoint: 'list' }, POLL_WITHIN_MS);
		await Promise.race([asked, starting.then(async () => await asked)]);
	}

	/** Some of those that still run come to their end, so that all have when `livesLeft` are over. */
	private complete(ids: string[], livesLeft: number): number {
		const running = ids.filter((id) => !this.completed.includes(id));
		const due =
			livesLeft <= 1
				? running
				: running.slice(0, Math.max(1, Math.ceil((running.length / livesLeft) * 2 * this.random())));
		for (const promotionId of due) {
			this.service.simulator.update(promotionId, { phase: 'completed' });
			this.completed.push(promotionId);
		}
		return due.length;
	}

	private get killFile(): string {
		return join(this.folder, 'kill-on-write');
	}

	private async live(number: number, newCompletions: number): Promise<void> {
		const mode = this.modeOf(number);
		const isFirst = number === 1 || mode !== this.modeOf(number - 1);
		// The first kill in a mode comes where something must be sent again, which takes something to be sent.
		const moment = isFirst && newCompletions > 0 ? 'writing' : this.pickMoment(newCompletions);
		const delayMs = this.random() ** 2 * LONGEST_MS[moment];
		const write = writes[mode][isFirst ? 0 : Math.floor(this.random() * writes[mode].length)] ?? '';
		const trouble = number % 2 === 0 ? troubles[(this.options.seed + number / 2) % troubles.length] : undefined;
		const delivered = this.sink.deliveries.length;

		if (moment === 'writing') await writeFile(this.killFile, write);
		if (trouble !== undefined) await this.service.begin(trouble);
		let running: RunningN8n | undefined;
		const starting = startN8n({ ...this.place(mode), onSpawned: (spawned) => (running = spawned) });
		if (trouble !== undefined) await this.outlast(trouble, starting);
		await this.asked(starting);
		if (moment === 'handing on') await this.statisticsAnswered();
		if (moment === 'writing') await Promise.race([running?.ended, pause(POLL_WITHIN_MS)]);
		else await exactly(delayMs);
		await running?.kill9();
		await starting.catch(() => undefined);

		const hit = !existsSync(this.killFile);
		await rm(this.killFile, { force: true });
		this.kills.push({ hit, beforeDelivery: this.sink.deliveries.length === delivered });
		const where = moment === 'writing' ? `${write}${hit ? '' : ' MISSED'}` : `${moment}, ${delayMs.toFixed(1)} ms`;
		const met = trouble === undefined ? '' : ` after ${trouble}`;
		say(
			`kill ${number} of ${this.options.kills} (${mode}): ${where}${met}; ${newCompletions} newly completed, ${this.sink.deliveries.length} deliveries so far`,
		);
	}

	/** The trouble lasts until n8n has met it. A service that is down does not notice requests. */
	private async outlast(trouble: string, starting: Promise<RunningN8n>): Promise<void> {
		if (trouble === 'down') await starting.then(async () => await pause(POLL_EVERY_MS));
		else await this.asked(starting);
		await pause(this.random() * LONGEST_TROUBLE_MS);
		await this.service.end();
	}

	private pickMoment(newCompletions: number): Moment {
		let rest = this.random();
		for (const moment of moments) {
			if (moment === 'writing' && newCompletions === 0) continue;
			rest -= WEIGHTS[moment];
			if (rest < 0) return moment;
		}
		return 'later';
	}

	/** Resolves when every statistics call since the last list call has its answer, and no other follows. */
	private async statisticsAnswered(): Promise<void> {
		const { simulator } = this.service;
		const after = simulator.requests({ endpoint: 'list' }).at(-1)?.sequence ?? 0;
		const deadline = performance.now() + STATISTICS_WITHIN_MS;
		let asked = 0;
		while (performance.now() < deadline) {
			await pause(1);
			const calls = simulator.requests({ endpoint: 'stats', after });
			const open = calls.some(({ stage }) => stage !== 'answered');
			if (calls.length > 0 && !open && calls.length === asked) return;
			asked = calls.length;
		}
	}

	/** A life that nobody ends, until its work is done. */
	private async deliverTheRest(): Promise<void> {
		const last = await startN8n(this.place(this.modeOf(this.options.kills)));
		const missing = () =>
			this.completed.filter((id) => !this.sink.deliveries.some(({ promotionId }) => promotionId === id));
		for (const deadline = performance.now() + POLL_WITHIN_MS; missing().length > 0 && performance.now() < deadline;) {
			await pause(250);
		}
		await last.stop();
	}

	private async startWorker(): Promise<RunningN8n> {
		const { env, ...place } = this.place(this.modeOf(1));
		const port = await freePort();
		return await startN8n({
			...place,
			port,
			args: ['worker', '--concurrency=5'],
			logFile: join(place.userFolder, 'worker.log'),
			env: {
				...env,
				NODE_OPTIONS: undefined,
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
		});
	}

	private place(mode: Mode) {
		const { n8n, folder } = this;
		const env = {
			...this.backend.env,
			...environment[mode],
			NODE_OPTIONS: `--require ${join(__dirname, 'killOnWrite.cjs')}`,
			KILL_ON_WRITE: this.killFile,
		};
		return { n8n, userFolder: folder, env };
	}
}

/** What n8n stores its state in. */
interface Backend {
	/** For every n8n process. */
	env: Record<string, string>;
	/** Whether executions run in a worker beside the main process that is killed. */
	hasWorker: boolean;
	stop(): Promise<void>;
}

const ENCRYPTION_KEY = { N8N_ENCRYPTION_KEY: 'encryption-key-of-the-crash-test' };
const SQLITE: Backend = { env: ENCRYPTION_KEY, hasWorker: false, stop: async () => {} };

async function queueMode(folder: string): Promise<Backend> {
	const { places, stop } = await startQueueServices(folder);
	// Nobody follows a link.
	const addresses = { N8N_EDITOR_BASE_URL: 'http://127.0.0.1/', N8N_WEBHOOK_URL: 'http://127.0.0.1/' };
	return { env: environmentOf('main', { ...places, ...addresses, ...ENCRYPTION_KEY }), hasWorker: true, stop };
}

/** Timers alone are late by more than what matters here. */
async function exactly(milliseconds: number): Promise<void> {
	const began = performance.now();
	if (milliseconds > 5) await pause(milliseconds - 4);
	while (performance.now() - began < milliseconds);
}

async function main(): Promise<number> {
	const options = crashOptions(process.argv.slice(2));
	const folder = await mkdtemp(join(tmpdir(), 'crash-'));
	// PostgreSQL, as another user, must be able to reach its folder in here.
	await chmod(folder, 0o755);
	say(`${options.kills} kills, ${options.setup}, mode ${options.mode}, seed ${options.seed}`);
	const n8n = await ensurePrivateN8n();
	const tarball = await pack(folder);
	const service = await TroubledService.start();
	const sink = await Sink.start();
	const backend = options.setup === 'queue' ? await queueMode(folder) : SQLITE;
	let good = false;
	try {
		good = await new CrashTest(options, n8n, folder, backend, service, sink, tarball).run();
		return good ? 0 : 1;
	} finally {
		await backend.stop();
		await Promise.all([service.stop(), sink.stop()]);
		if (good) await rm(folder, { recursive: true, force: true });
		else say(`What n8n left behind is in ${folder}`);
	}
}

runMain(main);
