/**
 * npm run test:load        each read 1,000 times for its time and 1,000 times for its memory, 200 at once, and 2,000 polls of the trigger
 *
 * --executions, --parallel and --polls make it shorter. All executions share this process, as in an n8n without queue mode; the simulated
 * service is another one. Ends with code 1 when memory grows, when something stays open, when some wait for longer than the queue explains,
 * or when an execution among others costs the processor more than one alone.
 */
import '../harness/env';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { startSimulatorProcess, type SimulatorProcess } from '../../simulator';
import { Engine } from '../harness/engine';
import { PollHost } from '../harness/polling';

const PROMOTIONS = 50;
const REPORT_ROWS = 200;
const MINUTE = 60_000;
const MB = 1024 * 1024;
/** How much longer than the others a few may wait: all wait for the 200 in the queue, each as long as one takes on average. */
const TIMES_THE_QUEUE = 2;
/** Of the processor's time that an execution takes alone. Time on the clock would tell what else the machine does. */
const TIMES_ALONE = 2;
const GROWTH_MB = 8;

const { values } = parseArgs({
	options: {
		executions: { type: 'string', default: '1000' },
		parallel: { type: 'string', default: '200' },
		polls: { type: 'string', default: '2000' },
	},
});
const executions = Number(values.executions);
const parallel = Math.min(Number(values.parallel), executions);
const polls = Number(values.polls);

const faults: string[] = [];
const collect = (globalThis as { gc?: () => void }).gc;
if (!collect) throw new Error('Run this by "npm run test:load": it needs --expose-gc');

function heapMb(): number {
	collect?.();
	return process.memoryUsage().heapUsed / MB;
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const quantile = (numbers: number[], share: number) => sorted(numbers)[Math.ceil(numbers.length * share) - 1] ?? 0;
const median = (numbers: number[]) => quantile(numbers, 0.5);

/** The medians of the first, second and last third: flat, or it leaks. */
function thirds(heaps: number[]): [number, number, number] {
	const third = Math.ceil(heaps.length / 3);
	return [0, 1, 2].map((part) => median(heaps.slice(part * third, (part + 1) * third))) as [number, number, number];
}

function judgeMemory(what: string, heaps: number[]): string {
	const [first, second, last] = thirds(heaps);
	if (last > first + GROWTH_MB) faults.push(`${what}: memory grew from ${first.toFixed(1)} to ${last.toFixed(1)} MB`);
	return [first, second, last].map((mb) => mb.toFixed(1)).join(' → ');
}

interface Crowd {
	/** How long each took. */
	times: number[];
	/** How long one took on average, as long as they were never out of work, and what it took of the processor. */
	eachMs: number;
	eachCpuMs: number;
}

/** So many at once until all are done; looks at the memory every now and then. */
async function crowd(run: () => Promise<void>, count: number, atOnce: number, heaps?: number[]): Promise<Crowd> {
	const times: number[] = [];
	let started = 0;
	const began = performance.now();
	const cpuBefore = process.cpuUsage();
	const worker = async () => {
		while (started < count) {
			started += 1;
			const from = performance.now();
			await run();
			times.push(performance.now() - from);
			if (heaps && times.length % Math.ceil(count / 15) === 0) heaps.push(heapMb());
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	const { user, system } = process.cpuUsage(cpuBefore);
	return { times, eachMs: (performance.now() - began) / count, eachCpuMs: (user + system) / 1000 / count };
}

interface Read {
	operation: string;
	parameters?: INodeParameters;
	/** What it asks for, as a plain client would. */
	paths: string[];
}

const STATISTICS = ['/ID/stats'];
const REPORT = ['/statistics/ID/report'];
const reads: Read[] = [
	{ operation: 'promotion.get', paths: [''] },
	{ operation: 'promotion.getAll', paths: [''] },
	{ operation: 'promotion.waitForCompletion', paths: ['', ...STATISTICS] },
	{ operation: 'statistics.get', paths: STATISTICS },
	{
		operation: 'statistics.getAll',
		parameters: { limit: 3 },
		paths: ['', ...STATISTICS, ...STATISTICS, ...STATISTICS],
	},
	{ operation: 'report.getAll', parameters: { returnAll: true }, paths: REPORT },
	{ operation: 'report.summarize', paths: REPORT },
	{ operation: 'report.download', paths: REPORT },
];

const agent = new Agent();

async function fetched(url: string, apiKey: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		get(url, { agent, headers: { 'x-api-key': apiKey } }, (response) => response.resume().once('end', resolve)).once(
			'error',
			reject,
		);
	});
}

const HEAD = [
	'operation',
	'alone',
	'p50',
	'p95',
	'p95 / queue',
	'plain p95',
	'a second',
	'CPU alone → among others',
	'heap MB by thirds',
];

async function loadReads(engine: Engine, service: SimulatorProcess, promotionId: string): Promise<string[][]> {
	const { baseUrl, accountId, apiKey } = service;
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const rows: string[][] = [];
	for (const { operation: name, parameters = {}, paths } of reads) {
		const [resource = '', operation = ''] = name.split('.');
		const locator = { __rl: true, mode: 'id', value: promotionId } as unknown as INodeParameters;
		const run = async () => {
			const all = { resource, operation, promotionId: locator, ...parameters };
			const { error, items } = await engine.run({ credentials, parameters: all });
			if (error || items.length === 0) throw new Error(`${name}: ${error?.message ?? 'no items'}`);
		};
		const plain = async () => {
			for (const path of paths) {
				const url = `${baseUrl}/api/v2/promotion/${accountId}${path.replace('ID', promotionId)}?channel=rcs`;
				await fetched(url, apiKey);
			}
		};
		await crowd(run, Math.min(100, executions), Math.min(20, parallel));
		const alone = await crowd(run, Math.min(100, executions), 1);
		const heaps: number[] = [];
		const { times, eachMs, eachCpuMs } = await crowd(run, executions, parallel);
		const plainTimes = (await crowd(plain, executions, parallel)).times;
		// Once more for the memory, as each look at it clears up and stops everybody.
		await crowd(run, executions, parallel, heaps);
		const share = quantile(times, 0.95) / (parallel * eachMs);
		if (share > TIMES_THE_QUEUE) faults.push(`${name}: p95 is ${share.toFixed(2)} times what the queue explains`);
		const cost = eachCpuMs / alone.eachCpuMs;
		if (cost > TIMES_ALONE) faults.push(`${name}: among others it costs ${cost.toFixed(2)} times what it costs alone`);
		rows.push([
			name,
			`${median(alone.times).toFixed(1)} ms (p95 ${quantile(alone.times, 0.95).toFixed(1)})`,
			`${median(times).toFixed(0)} ms`,
			`${quantile(times, 0.95).toFixed(0)} ms`,
			share.toFixed(2),
			`${quantile(plainTimes, 0.95).toFixed(0)} ms`,
			(1000 / eachMs).toFixed(0),
			`${alone.eachCpuMs.toFixed(1)} → ${eachCpuMs.toFixed(1)} ms`,
			judgeMemory(name, heaps),
		]);
		console.error(rows.at(-1)?.join('  '));
	}
	return rows;
}

/** A minute of the host's time apart, without waiting for it. */
async function loadPolls(engine: Engine, service: SimulatorProcess): Promise<string> {
	const { baseUrl, accountId, apiKey } = service;
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const parameters: INodeParameters = {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		events: ['created', 'completed', 'countersChanged', 'settled', 'stalled'],
	};
	const type = 'n8n-nodes-rcs-promotion.rcsPromotionTrigger';
	const realNow = Date.now.bind(Date);
	let ahead = 0;
	let events = 0;
	Date.now = () => realNow() + ahead;
	const host = await PollHost.boot(engine, { nodes: [{ name: 'Trigger', type, credentials, parameters }] });
	const times: number[] = [];
	const heaps: number[] = [];
	try {
		for (let poll = 1; poll <= polls; poll++) {
			ahead += MINUTE;
			if (poll % 100 === 0) await service.control.addPromotion({ name: `New ${poll}`, automatic: true });
			const from = performance.now();
			await host.tick();
			times.push(performance.now() - from);
			// What n8n would have written to its database is no part of the process.
			for (const { items, error } of host.database.executions.splice(0)) {
				events += items.length;
				if (error) faults.push(`poll ${poll} failed: ${error.message}`);
			}
			host.database.writes.length = 0;
			if (poll % Math.ceil(polls / 15) === 0) heaps.push(heapMb());
		}
		const memory = judgeMemory('the trigger', heaps);
		return `${polls} polls: ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${events} events, heap MB by thirds ${memory}`;
	} finally {
		Date.now = realNow;
		await host.deactivate();
	}
}

function open(): string[] {
	return process.getActiveResourcesInfo().toSorted();
}

async function main(): Promise<number> {
	const service = await startSimulatorProcess({ controlPort: 0 });
	const engine = await Engine.start();
	try {
		const report = { rows: REPORT_ROWS };
		const added = await service.control.addPromotions(
			Array.from({ length: PROMOTIONS }, (_, index) => ({
				name: `Promotion ${index}`,
				phase: 'completed' as const,
				report,
			})),
		);
		const [promotionId = ''] = added;
		const before = open();
		const rows = await loadReads(engine, service, promotionId);
		const polled = await loadPolls(engine, service);
		agent.destroy();
		// Kept-alive connections of n8n's HTTP client, and the last look of a watch, end by themselves.
		await pause(8_000);
		const left = open();
		for (const resource of before) if (left.includes(resource)) left.splice(left.indexOf(resource), 1);
		if (left.length > 0) faults.push(`left open: ${left.join(', ')}`);
		const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
		for (const row of [HEAD, ...rows])
			console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
		console.log(`\n${polled}`);
		console.log(`Left open: ${left.length === 0 ? 'nothing' : left.join(', ')}`);
		console.log(`${executions} executions of each, ${parallel} at once, Node.js ${process.versions.node}`);
		for (const fault of faults) console.log(`NOT KEPT ${fault}`);
		return faults.length === 0 ? 0 : 1;
	} finally {
		await engine.stop();
		await service.stop();
	}
}

main().then(
	(code) => process.exit(code),
	(thrown: unknown) => {
		console.error(thrown);
		process.exit(1);
	},
);
