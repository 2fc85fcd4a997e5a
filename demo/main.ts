import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exclusively } from '../tools/exclusively';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { installedPackage, startN8n } from '../tools/n8n/realN8n';
import type { Owner } from '../tools/n8n/restClient';
import { buildAndPack } from '../tools/packageTarball';
import { PlainMessage, tell } from '../tools/plainMessage';
import { demandPort, nextFreePort } from '../tools/ports';
import { exists } from '../tools/privateInstall';
import { createProgress } from '../tools/progress';
import { createExamples, deactivated } from './examples';
import { ensureCredential } from './credential';
import { readOptions, USAGE, type DemoOptions } from './options';
import { rebuildOnSave } from './rebuild';
import { startScene } from './scene';
import { recipes } from './recipes';
import { runRecipes } from './runRecipes';
import { signIn } from './signIn';

/** Not n8n's usual port, so that the demo does not stand in the way of an n8n that is in use. */
const FIRST_PORT = 5690;
const ONE_CTRL_C_MS = 1_000;

async function demo(options: DemoOptions, signal: AbortSignal): Promise<void> {
	if (options.tarball !== undefined && !(await exists(options.tarball))) {
		throw new PlainMessage(`There is no file ${options.tarball}. Give --tarball the file that npm pack made.`);
	}
	if (options.port !== undefined) await demandPort(options.port, '--port');
	const work = await mkdtemp(join(tmpdir(), 'rcs-promotion-demo-'));
	try {
		const { keep } = options;
		if (keep === undefined) {
			await run(options, work, join(work, 'n8n'), signal);
			return;
		}
		await mkdir(keep, { recursive: true });
		await exclusively(join(keep, '.in-use'), async () => await run(options, work, keep, signal), {
			signal,
			onWait: () =>
				console.log(
					`Another demo keeps its data in ${keep}. This one begins when that one ends. To run both, give another folder with --keep=FOLDER.`,
				),
		});
	} finally {
		await rm(work, { recursive: true, force: true, maxRetries: 5 });
	}
}

async function run(options: DemoOptions, work: string, userFolder: string, signal: AbortSignal): Promise<void> {
	const stops: Array<() => Promise<void>> = [];
	const progress = createProgress(5 + (options.once ? recipes.length : 0));
	try {
		const n8n = await progress.step(
			'Install the private n8n (the first time: some minutes, 2.4 GB)',
			async (report) => await ensurePrivateN8n({ onProgress: report, signal }),
		);
		const tarball = await progress.step(
			'Build and pack RCS Promotion',
			async (report) => options.tarball ?? (await buildAndPack(work, report, signal)),
		);
		const service = await progress.step(
			'Start the simulated RCS service',
			async () => await startScene({ hurried: options.once }),
		);
		stops.push(async () => await service.stop());
		const running = await progress.step(`Start n8n ${n8n.version} with RCS Promotion installed`, async () => {
			const port = options.port ?? (await nextFreePort(FIRST_PORT));
			const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
			const env = { GENERIC_TIMEZONE: timeZone, ...(options.watch && { N8N_DEV_RELOAD: 'true' }) };
			return await startN8n({ n8n, userFolder, tarball, port, env, signal });
		});
		stops.push(async () => await running.stop());
		const { owner, credential } = await progress.step('Set up the sign-in and the credential', async () => ({
			owner: await signIn(running.rest, userFolder),
			credential: await ensureCredential(running.rest, service),
		}));
		if (options.once) {
			await runRecipes({ rest: running.rest, service, credential, progress });
			return;
		}
		const workflows = await createExamples(running.rest, credential, deactivated);
		progress.note(
			invitation(
				running.baseUrl,
				owner,
				[...workflows.values()].map((workflow) => workflow.name),
				credential.name,
				options,
			),
		);
		if (options.watch) rebuildOnSave(installedPackage(userFolder), progress.note, signal);
		const end = await Promise.race([running.ended, untilAborted(signal)]);
		if (end !== 'asked to stop')
			throw new PlainMessage(`n8n ended by itself (${end}). What it printed is in ${running.logFile}`);
	} finally {
		if (stops.length > 0 && !options.once) progress.note('\nStopping …');
		for (const stop of stops.reverse()) await stop();
	}
}

function invitation(
	address: string,
	owner: Owner,
	workflows: string[],
	credential: string,
	options: DemoOptions,
): string {
	return `
n8n is ready, with RCS Promotion installed.

  Open        ${address}/home/workflows
  Email       ${owner.email}
  Password    ${owner.password}

  Recipes     ${workflows.join('\n              ')}
  Credential  ${credential}

Open "Launch and report" and press Execute workflow: it launches a campaign to six invented people,
waits about 15 seconds until the campaign is completed, and shows what happened to each message.
In launches of your own, any template name and ID will do here.
"Summer preview" is still being prepared, so that you can try Stop and Cancel on it. In the recipes, nodes that
need another account (Slack, email, Google Sheets and so on) are deactivated and let their items pass.

The RCS service behind it is simulated on this machine: nobody gets a message.
${options.watch ? 'Save a file in nodes/ or credentials/: it is rebuilt, and n8n loads it within seconds.\n' : ''}${options.keep === undefined ? 'Everything is deleted at the end; start with --keep to find your workflows again.' : `Your data stays in ${options.keep}`}
Press Ctrl-C to stop.`;
}

async function untilAborted(signal: AbortSignal): Promise<'asked to stop'> {
	if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
	return 'asked to stop';
}

async function main(): Promise<number> {
	const stopping = new AbortController();
	let askedAt: number | undefined;
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => {
			// npm and the terminal both pass one Ctrl-C on; a later one means "at once".
			if (askedAt !== undefined && performance.now() - askedAt > ONE_CTRL_C_MS) process.exit(130);
			askedAt ??= performance.now();
			stopping.abort(new PlainMessage('Stopped.'));
		});
	}
	try {
		const options = readOptions(process.argv.slice(2));
		if (options.help) process.stdout.write(`${USAGE}\n`);
		else await demo(options, stopping.signal);
		return 0;
	} catch (thrown) {
		if (!stopping.signal.aborted) return tell(thrown);
		process.stdout.write('Stopped.\n');
		return 130;
	}
}

void main().then((code) => process.exit(code));
