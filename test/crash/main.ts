/**
 * kill -9 of a real n8n, again and again, while promotions run to their end. n8n polls when it starts, so each life of it
 * is a poll; the simulator's request log tells the moment. Whatever completed must have reached the next step of the workflow.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSimulator, type Simulator } from '../../simulator';
import { ensurePrivateN8n, type PrivateN8n } from '../../tools/n8n/privateN8n';
import { isHealthy, startN8n, type RunningN8n } from '../../tools/n8n/realN8n';
import { buildAndPack } from '../../tools/packageTarball';
import { tell as tellWhyItStopped } from '../../tools/plainMessage';
import { freePort } from '../../tools/ports';
import { startBackend } from './backends';
import { crashOptions, randomOf, type CrashOptions } from './options';
import type { Backend } from './queueServices';
import { Sink } from './sink';
import { judge, type Kill } from './verdict';
import { publishWorkflow } from './workflow';

/** Where a kill strikes: at the very write of the state, while the poll asks, when it has its answers and hands its events on, or some time later. */
const moments = ['writing', 'asking', 'handing on', 'later'] as const;
type Moment = (typeof moments)[number];
const WEIGHTS: Record<Moment, number> = { writing: 0.3, asking: 0.2, 'handing on': 0.3, later: 0.2 };
const LONGEST_MS: Record<Moment, number> = { writing: 0, asking: 60, 'handing on': 40, later: 4000 };
/** A poll that has nothing to tell asks for no statistics. */
const STATISTICS_WITHIN_MS = 3000;
const POLL_WITHIN_MS = 120_000;

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
		private readonly simulator: Simulator,
		private readonly sink: Sink,
		private readonly tarball: string,
	) {
		this.random = randomOf(options.seed);
	}

	async run(): Promise<boolean> {
		const { kills, promotions } = this.options;
		const ids = Array.from({ length: promotions }, (_, index) => `promotion-${index + 1}`);
		for (const promotionId of ids) this.simulator.addPromotion({ promotionId });
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

	private async publish(): Promise<void> {
		const first = await startN8n({ ...this.place(), tarball: this.tarball });
		await publishWorkflow(first, this.simulator, this.sink.url);
		await first.stop();
	}

	/** Some of those that still run come to their end, so that all have when `livesLeft` are over. */
	private complete(ids: string[], livesLeft: number): number {
		const running = ids.filter((id) => !this.completed.includes(id));
		const due =
			livesLeft <= 1
				? running
				: running.slice(0, Math.max(1, Math.ceil((running.length / livesLeft) * 2 * this.random())));
		for (const promotionId of due) {
			this.simulator.update(promotionId, { phase: 'completed' });
			this.completed.push(promotionId);
		}
		return due.length;
	}

	private get killFile(): string {
		return join(this.folder, 'kill-on-write');
	}

	private async live(number: number, newCompletions: number): Promise<void> {
		const moment = this.pickMoment(number, newCompletions);
		const delayMs = this.random() ** 2 * LONGEST_MS[moment];
		const before = await this.backend.executions();
		const asked = this.simulator.waitForRequest({ endpoint: 'list' }, POLL_WITHIN_MS);
		if (moment === 'writing') await writeFile(this.killFile, '');
		let running: RunningN8n | undefined;
		const starting = startN8n({ ...this.place(), onSpawned: (spawned) => (running = spawned) });
		// Ready before it polls or not until then; only an n8n that cannot start at all ends the wait.
		await Promise.race([asked, starting.then(async () => await asked)]);
		if (moment === 'handing on') await this.statisticsAnswered();
		if (moment === 'writing') await Promise.race([running?.ended, pause(POLL_WITHIN_MS)]);
		else await exactly(delayMs);
		await running?.kill9();
		await rm(this.killFile, { force: true });
		await starting.catch(() => undefined);
		const beforeExecution = (await this.backend.executions()) === before;
		this.kills.push({ number, beforeExecution, newCompletions });
		const phase = beforeExecution ? 'between list request and execution row' : 'after the execution row';
		say(
			`kill ${number} of ${this.options.kills} (seed ${this.options.seed}): ${moment}, ${delayMs.toFixed(1)} ms, ${phase}; ${newCompletions} newly completed, ${this.sink.deliveries.length} deliveries so far`,
		);
	}

	/** The first kill strikes where a batch must be sent again, which takes something to be sent. */
	private pickMoment(number: number, newCompletions: number): Moment {
		let rest = this.random();
		if (newCompletions > 0 && number === 1) return 'writing';
		for (const moment of moments) {
			if (moment === 'writing' && newCompletions === 0) continue;
			rest -= WEIGHTS[moment];
			if (rest < 0) return moment;
		}
		return 'later';
	}

	/** Resolves when every statistics call since the last list call has its answer, and no other follows. */
	private async statisticsAnswered(): Promise<void> {
		const after = this.simulator.requests({ endpoint: 'list' }).at(-1)?.sequence ?? 0;
		const deadline = performance.now() + STATISTICS_WITHIN_MS;
		let asked = 0;
		while (performance.now() < deadline) {
			await pause(1);
			const calls = this.simulator.requests({ endpoint: 'stats', after });
			const open = calls.some(({ stage }) => stage !== 'answered');
			if (calls.length > 0 && !open && calls.length === asked) return;
			asked = calls.length;
		}
	}

	/** A life that nobody ends, until its work is done. */
	private async deliverTheRest(): Promise<void> {
		const last = await startN8n(this.place());
		const missing = () =>
			this.completed.filter((id) => !this.sink.deliveries.some(({ promotionId }) => promotionId === id));
		for (const deadline = performance.now() + POLL_WITHIN_MS; missing().length > 0 && performance.now() < deadline;) {
			await pause(250);
		}
		await last.stop();
	}

	private async startWorker(): Promise<RunningN8n> {
		const { userFolder } = this.place();
		const port = await freePort();
		return await startN8n({
			...this.place(),
			port,
			args: ['worker', '--concurrency=5'],
			logFile: join(userFolder, 'worker.log'),
			env: {
				...this.backend.env,
				...SETTINGS,
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
			isReady: isHealthy,
		});
	}

	private place() {
		const { n8n, folder } = this;
		const env = {
			...this.backend.env,
			...SETTINGS,
			NODE_OPTIONS: `--require ${join(__dirname, 'killOnWrite.cjs')}`,
			KILL_ON_WRITE: this.killFile,
		};
		return { n8n, userFolder: folder, env };
	}
}

const SETTINGS = {
	N8N_ENCRYPTION_KEY: 'encryption-key-of-the-crash-test',
	// An n8n killed while it activates a workflow leaves that job leased, and the next one would wait minutes for the lease.
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false',
};

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
	say(`${options.kills} kills, ${options.setup}, seed ${options.seed}`);
	const n8n = await ensurePrivateN8n({ onProgress: say });
	const tarball = await buildAndPack(folder, say);
	const simulator = await startSimulator({ personality: 'alder' });
	const sink = await Sink.start();
	const backend = await startBackend(options.setup, n8n, folder);
	let good = false;
	try {
		good = await new CrashTest(options, n8n, folder, backend, simulator, sink, tarball).run();
		return good ? 0 : 1;
	} finally {
		await backend.stop();
		await Promise.all([simulator.stop(), sink.stop()]);
		if (good) await rm(folder, { recursive: true, force: true });
		else say(`What n8n left behind is in ${folder}`);
	}
}

main().then(
	(code) => process.exit(code),
	(thrown: unknown) => process.exit(tellWhyItStopped(thrown)),
);
