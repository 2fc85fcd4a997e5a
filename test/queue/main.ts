/**
 * npm run test:kill -- queue   launches in n8n's queue mode, one of two workers killed on the way
 *
 * --launches 60 makes fewer of them. The simulated service's ledger says what was sent.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSimulator, type Simulator } from '../../simulator';
import { itemsOf } from '../../tools/n8n/executionData';
import { ensurePrivateN8n } from '../../tools/n8n/privateN8n';
import type { SavedCredential, SavedWorkflow } from '../../tools/n8n/restClient';
import { pack } from '../../tools/pack';
import { runMain } from '../../tools/run';
import { startCluster, WORKERS, type Cluster } from './cluster';
import { calledLaunch, callOf, LAUNCH, launchByWebhook, launchOfItems, trigger } from './workflows';

const PAIRS = 10;
const AT_ONCE = 10;
/** More than a test may reach, so that what is sent shows a live run. */
const CONTACTS = 12;
const FINISHED_WITHIN_MS = 180_000;
const POLL_WITHIN_MS = 90_000;
const ANSWERED_WITHIN_MS = 30_000;

const say = (text: string) => console.log(text);
const faults: string[] = [];

function hold(kept: boolean, what: string): void {
	say(`${kept ? 'kept    ' : 'NOT KEPT'} ${what}`);
	if (!kept) faults.push(what);
}

const inShort = (value: unknown) => JSON.stringify(value).slice(0, 300);

interface Stage {
	cluster: Cluster;
	service: Simulator;
	credential: SavedCredential;
}

async function publish({ main: { rest } }: Cluster, workflow: Parameters<typeof rest.createWorkflow>[0]) {
	const saved = await rest.createWorkflow(workflow);
	await rest.activateWorkflow(saved);
	return saved;
}

const credentialFor = async ({ main: { rest } }: Cluster, { baseUrl, accountId, apiKey }: Simulator) =>
	await rest.createCredential(baseUrl, 'rcsPromotionApi', { baseUrl, accountId, apiKey });

const timesSent = (service: Simulator, name: string) =>
	service.launches().filter(({ body }) => body.name === name).length;

/** The same webhook twice at once: two executions, which may meet on two workers. */
async function postEachTwice({ cluster, service, credential }: Stage): Promise<void> {
	await publish(cluster, launchByWebhook(credential, 'twice-at-once', 'lastNode'));
	const names = Array.from({ length: PAIRS }, (_, index) => `Pair ${index + 1}`);
	await untilPublished(cluster, 'twice-at-once');
	const doubles: string[] = [];
	for (const name of names) {
		const answers = await Promise.all([post(cluster, 'twice-at-once', name), post(cluster, 'twice-at-once', name)]);
		const sent = timesSent(service, name);
		const suspected = answers.some(({ warnings }) => String(warnings).includes('launched twice'));
		if (sent === 2) doubles.push(name);
		const isGood = sent === 1 || (sent === 2 && suspected);
		if (!isGood) hold(false, `${name} was sent ${sent} times; the answers: ${answers.map(inShort).join(' ')}`);
	}
	hold(
		faults.length === 0,
		`${PAIRS} webhooks called twice at once: ${doubles.length} went out twice, which their output says`,
	);
}

/** Many launches, one worker killed while they run. */
async function launchMany({ cluster, service, credential }: Stage, launches: number): Promise<void> {
	const workflow = await publish(cluster, launchByWebhook(credential, 'many', 'onReceived'));
	const names = Array.from({ length: launches }, (_, index) => `Campaign ${index + 1}`);
	await untilPublished(cluster, 'many');
	const waiting = [...names];
	const caller = async () => {
		for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await post(cluster, 'many', name);
	};
	const calls = Promise.all(Array.from({ length: AT_ONCE }, caller));
	const ledgerBefore = service.launches().length;
	await until(() => service.launches().length - ledgerBefore >= launches / 3, 'a third of the launches');
	await cluster.workers['worker-1'].kill9();
	say(`worker-1 was killed after ${service.launches().length - ledgerBefore} launches`);
	await calls;
	const executions = await finishedExecutions(cluster, workflow, launches);

	const shares = await Promise.all(
		WORKERS.map(async (worker) => {
			const begun = new Set(await cluster.begunBy(worker));
			return executions.filter(({ id }) => begun.has(id)).length;
		}),
	);
	hold(
		shares.every((share) => share >= launches / 10),
		`both workers launched: ${WORKERS.map((worker, index) => `${worker} ${shares[index]}`).join(', ')}`,
	);
	const told = await outcomes(cluster, executions);
	const sentOf = new Map(names.map((name) => [name, timesSent(service, name)]));
	const twice = names.filter((name) => (sentOf.get(name) ?? 0) > 1);
	hold(twice.length === 0, `none of ${launches} went out twice ${twice.join(', ')}`);
	const done = told.filter(({ outcome }) => ['launched', 'reconciled'].includes(outcome));
	const unproven = done.filter(({ name }) => sentOf.get(name) !== 1);
	hold(
		unproven.length === 0,
		`each of the ${done.length} told as launched is in the ledger ${JSON.stringify(unproven)}`,
	);
	const unknown = names.filter((name) => !done.some((one) => one.name === name));
	const proven = unknown.filter((name) => sentOf.get(name) === 1);
	hold(
		done.length + proven.length === [...sentOf.values()].reduce((sum, sent) => sum + sent, 0),
		`${done.length} told as launched + ${proven.length} of ${unknown.length} cut off with the worker = what the ledger has`,
	);
	hold(unknown.length <= 5, `no more were cut off (${unknown.length}) than a worker has at once`);
	const received = service.launches().filter(({ body }) => names.includes(String(body.name)));
	hold(
		received.every(({ file }) => file?.contents?.rows === CONTACTS),
		`each file arrived whole, from n8n's database`,
	);
}

async function outcomes({ main }: Cluster, executions: Array<{ id: string; status: string }>) {
	const told: Array<{ name: string; outcome: string }> = [];
	for (const { id, status } of executions) {
		const data = await main.rest.waitForExecution(id).then(
			(execution) => execution.data,
			() => undefined,
		);
		const [launch] = data ? itemsOf(data, LAUNCH) : [];
		if (launch) told.push({ name: String(launch.json.promotionName), outcome: String(launch.json.outcome) });
		else say(`         execution ${id}, ${status}: ${data?.resultData.error?.message ?? 'without data'}`);
	}
	return told;
}

/** n8n's assistant runs workflows in the mode of their trigger, published or not. */
async function runAsAssistant({ cluster, service, credential }: Stage): Promise<void> {
	const workflow = await cluster.main.rest.createWorkflow(launchOfItems(credential, 'By the assistant'));
	const contacts = contactsOf('0').map((phone) => ({ phone }));
	for (const state of ['an unpublished', 'a published']) {
		if (state === 'a published') await cluster.main.rest.activateWorkflow(workflow);
		const answer = await fetch(`http://127.0.0.1:${cluster.assistantPort}`, {
			method: 'POST',
			body: JSON.stringify({ workflowId: workflow.id, input: { contacts } }),
		});
		if (!answer.ok) throw new Error(`The assistant could not run the workflow: ${await answer.text()}`);
		const { id, mode, outcome, onWorker } = await latestLaunch(cluster, workflow);
		const isRefused = outcome.includes('This run may not send to everyone: its own trigger did not start it');
		hold(
			mode === 'webhook' && isRefused && timesSent(service, 'By the assistant') === 0,
			`the assistant runs ${state} workflow for ${CONTACTS} contacts, mode ${mode}, ${onWorker ? 'on a worker' : 'on the main process'}, execution ${id}: ${outcome}`,
		);
	}
}

/** A worker runs a sub-workflow itself, and asks for the execution that called it. */
async function callSubWorkflow({ cluster, service, credential }: Stage): Promise<void> {
	const path = 'called';
	const below = await publish(cluster, calledLaunch(credential, path));
	const above = await publish(cluster, callOf(below.id, path));
	await untilPublished(cluster, path);
	const body = { contacts: contactsOf('200').map((phone) => ({ phone })) };
	await cluster.main.rest.runManually(above, { trigger: 'Webhook', given: { body } });
	const byEditor = await latestLaunch(cluster, below);
	hold(
		byEditor.mode === 'integrated' && byEditor.outcome === 'dryRun' && timesSent(service, path) === 0,
		`a sub-workflow of a run in the editor, for ${CONTACTS} contacts: ${byEditor.outcome}`,
	);
	const headers = { 'content-type': 'application/json' };
	await fetch(`${cluster.webhooks.baseUrl}/webhook/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
	const byWebhook = await latestLaunch(cluster, below);
	hold(
		byWebhook.id !== byEditor.id && byWebhook.outcome === 'launched' && timesSent(service, path) === 1,
		`a sub-workflow of a run that a webhook started: ${byWebhook.outcome}`,
	);
}

async function latestLaunch(cluster: Cluster, { id: workflowId }: SavedWorkflow) {
	const [execution] = await cluster.query<{ id: string; mode: string }>(
		`select id::text, mode from execution_entity where "workflowId" = '${workflowId}' order by execution_entity.id desc limit 1`,
	);
	const { id = '', mode } = execution ?? {};
	const { data } = await cluster.main.rest.waitForExecution(id);
	const workers = await Promise.all(WORKERS.map(async (worker) => await cluster.begunBy(worker)));
	const refused = data.resultData.error?.message;
	const outcome = String(refused ?? itemsOf(data, LAUNCH)[0]?.json.outcome);
	return { id, mode, outcome, onWorker: workers.flat().includes(id) };
}

/** The Execute button of the editor, where workers do what it starts. */
async function runInTheEditor({ cluster, service, credential }: Stage): Promise<void> {
	const name = 'By the editor';
	const contacts = contactsOf('100').map((phone) => ({ phone }));
	const own = '+4915112345678';
	for (const [testPhones, wanted] of [
		['', 'dryRun'],
		[own, 'launched'],
	] as const) {
		const workflow = await cluster.main.rest.createWorkflow(launchOfItems(credential, name, testPhones));
		const run = { trigger: 'Webhook', given: { body: { contacts } } };
		const { id, data, mode } = await cluster.main.rest.runManually(workflow, run);
		const [launch] = itemsOf(data, LAUNCH);
		const workers = await Promise.all(WORKERS.map(async (worker) => await cluster.begunBy(worker)));
		hold(
			mode === 'manual' && launch?.json.outcome === wanted && workers.flat().includes(id),
			`run in the editor with test phones "${testPhones}", mode ${mode}, on a worker: ${String(launch?.json.outcome)}`,
		);
	}
	const sent = service.launches().filter(({ body }) => String(body.name).startsWith(name));
	hold(
		sent.length === 1 && sent[0]?.file?.contents?.firstRows.join() === own,
		`of these, the test phone alone was reached: ${sent.map(({ body }) => String(body.name)).join(', ')}`,
	);
}

/** One poll a minute, wherever it is made; each completion told once. */
async function watch(cluster: Cluster, watched: Simulator): Promise<() => Promise<void>> {
	const ids = Array.from({ length: 4 }, (_, index) => `watched-${index + 1}`);
	for (const promotionId of ids) watched.addPromotion({ promotionId });
	const { main, query } = cluster;
	const workflow = await publish(cluster, trigger(await credentialFor(cluster, watched)));
	return async () => {
		for (const promotionId of ids) watched.update(promotionId, { phase: 'completed' });
		const executions = async () =>
			await query<{ id: number; status: string }>(
				`select id, status from execution_entity where "workflowId" = '${workflow.id}'`,
			);
		await until(
			async () => (await executions()).some(({ status }) => status === 'success'),
			'the trigger',
			POLL_WITHIN_MS,
		);
		const told: unknown[] = [];
		for (const { id } of await executions()) {
			const { data } = await main.rest.waitForExecution(String(id));
			told.push(...itemsOf(data, 'End').map(({ json }) => json.promotionId));
		}
		hold(
			JSON.stringify([...told].sort()) === JSON.stringify(ids),
			`each of ${ids.length} completions told once: ${told.join(', ')}`,
		);
		const minutes = watched.requests({ endpoint: 'list' }).map(({ time }) => time.slice(0, 'yyyy-mm-ddThh:mm'.length));
		// The first is the poll that publishing makes.
		const regular = minutes.slice(1);
		hold(new Set(regular).size === regular.length, `${regular.length} polls, in as many minutes`);
	};
}

/** Others for each promotion, for the same ones would be refused. */
function contactsOf(name: string): string[] {
	const first = 4_915_100_000_000 + (name.startsWith('Pair') ? 1e6 : 0) + Number(/\d+/.exec(name)?.[0] ?? 0) * 100;
	return Array.from({ length: CONTACTS }, (_, index) => `+${first + index}`);
}

async function post({ webhooks }: Cluster, path: string, name: string): Promise<Record<string, unknown>> {
	const form = new FormData();
	form.set('name', name);
	form.set('contacts', new Blob([['phone', ...contactsOf(name), ''].join('\n')], { type: 'text/csv' }), 'contacts.csv');
	// n8n was seen to leave a webhook without an answer although its execution had ended.
	const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
	const answer = fetch(`${webhooks.baseUrl}/webhook/${path}`, { method: 'POST', body: form, signal });
	return (await answer.then(async (response) => await response.json()).catch(() => ({}))) as Record<string, unknown>;
}

/** Publishing goes on after its answer. */
async function untilPublished({ query }: Cluster, path: string): Promise<void> {
	const registered = `select "workflowId" from webhook_entity where "webhookPath" = '${path}'`;
	await until(async () => (await query(registered)).length > 0, path);
}

async function finishedExecutions({ query }: Cluster, { id }: SavedWorkflow, count: number) {
	const all = async () =>
		await query<{ id: string; status: string }>(
			`select id::text, status from execution_entity where "workflowId" = '${id}'`,
		);
	await until(
		async () => {
			const executions = await all();
			return executions.length >= count && !executions.some(({ status }) => ['new', 'running'].includes(status));
		},
		'the executions',
		FINISHED_WITHIN_MS,
	);
	return await all();
}

async function until(isSo: () => boolean | Promise<boolean>, what: string, withinMs = 60_000): Promise<void> {
	for (const deadline = performance.now() + withinMs; !(await isSo());) {
		if (performance.now() > deadline) throw new Error(`Waited ${withinMs / 1000} s in vain for ${what}.`);
		await pause(100);
	}
}

/** Links, OAuth sign-ins and the addresses of webhooks must lead there. */
async function lookAtAddresses({ main, address }: Cluster): Promise<void> {
	type Settings = Record<'urlBaseEditor' | 'urlBaseWebhook', string> & { oauthCallbackUrls: Record<string, string> };
	const settings = await main.rest.send<Settings>('GET', '/rest/settings');
	const shown = [settings.urlBaseEditor, settings.urlBaseWebhook, ...Object.values(settings.oauthCallbackUrls)];
	const others = shown.filter((url) => !`${url}/`.startsWith(address));
	hold(others.length === 0, `links, webhooks and OAuth lead to the one address ${others.join(', ')}`);
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options: { launches: { type: 'string', default: '300' } } });
	const launches = Math.max(30, Number(values.launches) || 300);
	const folder = await mkdtemp(join(tmpdir(), 'queue-'));
	// PostgreSQL, as another user, must be able to reach its folder in here.
	await chmod(folder, 0o755);
	const n8n = await ensurePrivateN8n();
	const tarball = await pack(folder);
	const [service, watched] = [await startSimulator(), await startSimulator()];
	let cluster: Cluster | undefined;
	try {
		cluster = await startCluster(folder, n8n, tarball);
		const owner = { email: 'owner@example.com', password: 'Queue-test-1' };
		await cluster.main.rest.setUpOwner(owner);
		await cluster.main.rest.signIn(owner);
		await lookAtAddresses(cluster);
		const stage = { cluster, service, credential: await credentialFor(cluster, service) };
		const watchedToTheEnd = await watch(cluster, watched);
		await postEachTwice(stage);
		await runAsAssistant(stage);
		await runInTheEditor(stage);
		await callSubWorkflow(stage);
		await launchMany(stage, launches);
		await watchedToTheEnd();
		say(faults.length === 0 ? 'Queue mode: all kept' : `Queue mode: ${faults.length} not kept`);
		return faults.length === 0 ? 0 : 1;
	} finally {
		await cluster?.stop();
		await Promise.all([service.stop(), watched.stop()]);
		if (faults.length === 0) await rm(folder, { recursive: true, force: true });
		else say(`What n8n left behind is in ${folder}`);
	}
}

runMain(main);
