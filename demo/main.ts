import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import type { Simulator } from '../simulator';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { installedPackage, startN8n } from '../tools/n8n/realN8n';
import type { Owner } from '../tools/n8n/restClient';
import { pack } from '../tools/pack';
import { freePort } from '../tools/run';
import { ensureCredential } from './credential';
import { ALERTS, createExamples, deactivated, LAUNCH } from './examples';
import { readOptions, USAGE, type DemoOptions } from './options';
import { launchAndReport } from './firstCampaign';
import { rebuildOnSave } from './rebuild';
import { startScene } from './scene';
import { signIn } from './signIn';
import { Steps } from './steps';

/** Not n8n's usual port, so that the demo does not stand in the way of an n8n that is in use. */
const USUAL_PORT = 5690;
const ONE_CTRL_C_MS = 1_000;

/** What Ctrl-C does. Until n8n runs, nothing has to be ended in order. */
let askToStop = (): void => process.exit(130);

async function demo(options: DemoOptions): Promise<void> {
	if (options.tarball !== undefined) process.env.PACKAGE_TARBALL = options.tarball;
	const work = await mkdtemp(join(tmpdir(), 'rcs-promotion-demo-'));
	process.once('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
	const release = options.keep === undefined ? undefined : await claim(options.keep);
	try {
		await run(options, work, options.keep ?? join(work, 'n8n'));
	} finally {
		await release?.();
	}
}

/** Two demos at once would write into the same database. What a killed one claimed is free again after some seconds. */
async function claim(folder: string): Promise<() => Promise<void>> {
	await mkdir(folder, { recursive: true });
	const retries = { retries: 12, factor: 1, minTimeout: 1000 };
	return await lock(folder, { lockfilePath: join(folder, '.in-use'), retries, onCompromised: () => undefined }).catch(
		(cause: unknown) => {
			const ways = 'Stop it first, or give another folder with --keep=FOLDER.';
			throw new Error(`Another demo keeps its data in ${folder}. ${ways}`, { cause });
		},
	);
}

async function run(options: DemoOptions, work: string, userFolder: string): Promise<void> {
	const stops: Array<() => Promise<void>> = [];
	const steps = new Steps(6);
	try {
		console.log(beforehand(options));
		const n8n = await steps.next('Download and install a private n8n (2.4 GB; done once)', ensurePrivateN8n);
		const tarball = await steps.next('Build and pack RCS Promotion', async () => await pack(work));
		const service = await steps.next('Start the simulated RCS service', async () => await startScene());
		stops.push(async () => await service.stop());
		const running = await steps.next(`Start n8n ${n8n.version} with RCS Promotion installed`, async () => {
			const port = options.port ?? (await freePort(USUAL_PORT));
			const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
			const env = { GENERIC_TIMEZONE: timeZone, ...(options.watch && { N8N_DEV_RELOAD: 'true' }) };
			return await startN8n({ n8n, userFolder, tarball, port, env });
		});
		stops.push(async () => await running.stop());
		const { owner, created } = await steps.next('Set up the sign-in, the credential and the recipes', async () => {
			const owner = await signIn(running.rest, userFolder);
			const credential = await ensureCredential(running.rest, service);
			return { owner, created: await createExamples(running.rest, credential, deactivated, ALERTS) };
		});
		await steps.next('Launch a campaign and read its report', async () => {
			const recipe = created.get(LAUNCH);
			// What is kept from an earlier start is its owner's, and may launch anything by now.
			console.log(recipe ? await launchAndReport(running.rest, recipe) : 'Left to you: your recipe was kept.');
		});
		if (options.once) return;
		console.log(invitation(running.baseUrl, owner, service, options));
		if (options.watch) rebuildOnSave(installedPackage(userFolder));
		const asked = new Promise<undefined>((resolve) => (askToStop = () => resolve(undefined)));
		const end = await Promise.race([running.ended, asked]);
		if (end !== undefined) throw new Error(`n8n ended by itself (${end}). What it printed is in ${running.logFile}`);
	} finally {
		if (stops.length > 0 && !options.once) console.log('\nStopping …');
		for (const stop of stops.reverse()) await stop();
	}
}

/** What people want to know before they wait. */
function beforehand({ keep, once }: DemoOptions): string {
	const time = 'The first start takes about 5 minutes, nearly all of it in step 1; later starts take about a minute.';
	const end =
		'Your workflows will be deleted at the end. To keep them, press Ctrl-C now, and run: npm run demo -- --keep';
	return `${time}${keep === undefined && !once ? `\n${end}` : ''}\n`;
}

function invitation(address: string, { email, password }: Owner, service: Simulator, options: DemoOptions): string {
	return `
n8n is ready, with RCS Promotion, its credential and the recipes. The RCS service is simulated: nobody gets a message.

  Open        ${address}/home/workflows
  Email       ${email}
  Password    ${password}

The simulated service, for a credential of your own:

  Base URL    ${service.baseUrl}
  Account ID  ${service.accountId}
  API Key     ${service.apiKey}

What to try:

  1. Open "Launch and report an RCS campaign" and press Execute workflow. Double-click Report: a line for each message.
  2. A minute later, look at Executions of "Post completed RCS campaigns to Slack".
  3. "Summer preview" waits for you to try Stop and Cancel.
  4. In launches of your own, any template name and ID will do but "no_such_template".
  5. Take the ten-minute tour in docs/tour.md.

${options.watch ? 'Save a file in nodes/ or credentials/: it is rebuilt, and n8n loads it within seconds.\n' : ''}${options.keep === undefined ? 'Everything is deleted at the end.' : `Your data stays in ${options.keep}`}
Press Ctrl-C to stop.`;
}

async function main(): Promise<number> {
	let askedAt: number | undefined;
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => {
			// npm and the terminal both pass one Ctrl-C on; a later one means "at once".
			if (askedAt !== undefined && performance.now() - askedAt > ONE_CTRL_C_MS) process.exit(130);
			askedAt ??= performance.now();
			askToStop();
		});
	}
	try {
		const options = readOptions(process.argv.slice(2));
		if (options.help) process.stdout.write(`${USAGE}\n`);
		else await demo(options);
		return 0;
	} catch (thrown) {
		console.error(process.env.DEBUG ? thrown : `\n${thrown instanceof Error ? thrown.message : String(thrown)}`);
		return 1;
	}
}

void main().then((code) => process.exit(code));
