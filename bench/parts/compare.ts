import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import type { LimitName, SideName, SizedCase } from './benchCase';
import type { Answer, Measured, Task } from './measured';

export type CaseResult = Awaited<ReturnType<typeof compare>>;

/** In how many fresh processes the memory of ours is measured. */
const MEMORY_SAMPLES = 3;
/** Node.js 24 lets garbage of short life grow to 100 MB before it is collected. With less, what is measured is what is held. */
const FOR_MEMORY = ['--max-semi-space-size=16'];
/** n8n's own way may need more memory than Node.js takes by default. */
const FOR_PEER = ['--max-old-space-size=8192'];
const USUAL_SAMPLES = 5;
/** A peer may take a minute. */
const MOST_PEER_SAMPLES = 3;

/**
 * Memory is measured in processes of its own. Then all sides run in turn, another one first each time, so that whatever else the
 * machine does meanwhile meets all of them.
 */
export async function compare(
	{ title, sides, size, prepare, samples = USUAL_SAMPLES }: SizedCase,
	{ n8n, packageDirectory }: { n8n: PrivateN8n; packageDirectory: string },
) {
	const { input, expected, stop } = await prepare(size);
	const values = new Map<string, number[]>();
	const note = (what: string, value: number) => void values.set(what, [...(values.get(what) ?? []), value]);
	const processes: MeasuredProcess[] = [];
	const start = async (names: SideName[], memory = false): Promise<MeasuredProcess> => {
		const options = [...(memory ? FOR_MEMORY : []), ...(names.includes('peer') ? FOR_PEER : [])];
		const started = new MeasuredProcess({ title, sides: names, input, packageDirectory, memory }, n8n, options);
		processes.push(started);
		await started.answer();
		return started;
	};
	const measure = async (process: MeasuredProcess, side: SideName): Promise<Measured> => {
		const measured = await process.run(side);
		for (const [name, value] of Object.entries(measured.found)) {
			if (isDeepStrictEqual(value, expected[name])) continue;
			throw new Error(
				`${title}: ${side} found ${name} ${JSON.stringify(value)}, not ${JSON.stringify(expected[name])}`,
			);
		}
		console.error(`${title}: ${side}, ${measured.ms.toFixed(0)} ms, +${measured.rssGrowthMb.toFixed(0)} MB`);
		return measured;
	};
	const measureMemory = async (side: SideName): Promise<void> => {
		const process = await start([side], true);
		note(`${side} memory`, (await measure(process, side)).rssGrowthMb);
		await process.stop();
	};

	let figures: Record<string, number> = {};
	try {
		for (let run = 0; run < MEMORY_SAMPLES; run++) await measureMemory('ours');
		if (sides.peer) await measureMemory('peer');
		const inOne = (Object.keys(sides) as SideName[]).filter((side) => side !== 'peer');
		const shared = await start(inOne);
		const turns = inOne.map((side): [MeasuredProcess, SideName] => [shared, side]);
		if (sides.peer) turns.push([await start(['peer']), 'peer']);
		for (const [process, side] of turns) await measure(process, side);
		for (let round = 1; round <= samples; round++) {
			const first = round % turns.length;
			for (const [process, side] of [...turns.slice(first), ...turns.slice(0, first)]) {
				if (side === 'peer' && round > MOST_PEER_SAMPLES) continue;
				const measured = await measure(process, side);
				note(side, measured.ms);
				note(`${side} pause`, measured.longestPauseMs);
				if (side === 'ours') figures = measured.figures ?? {};
			}
		}
	} finally {
		await Promise.all(processes.map(async (process) => await process.stop()));
		await stop();
	}
	const median = (what: string) => medianOf(values.get(what) ?? []);
	const ours = median('ours');
	/** Ours divided by the other's: 0.25 is four times as fast. */
	const ratioTo = (other: SideName) => {
		const theirs = median(other);
		return ours === null || theirs === null ? null : Number((ours / theirs).toFixed(3));
	};
	return {
		name: title,
		oursMs: ours,
		f0Ms: median('f0'),
		f1Ms: median('f1'),
		floorMs: median('floor'),
		peerMs: median('peer'),
		oursRssGrowthMb: median('ours memory'),
		peerRssGrowthMb: median('peer memory'),
		longestPauseMs: median('ours pause'),
		ratioToPeer: ratioTo('peer'),
		ratioToF1: ratioTo('f1'),
		ratioToFloor: ratioTo('floor'),
		figures,
	};
}

/** A process of its own for some sides, with the engine loaded and idle until it is told to run one of them. */
class MeasuredProcess {
	private readonly child: ChildProcess;
	private readonly gone: Promise<never>;

	constructor(task: Task, n8n: PrivateN8n, options: string[]) {
		const modules = ['--require', join(__dirname, 'privateModules.cjs')];
		const loader = ['--import', pathToFileURL(require.resolve('tsx')).href];
		this.child = fork(join(__dirname, 'measured.ts'), [JSON.stringify(task)], {
			execPath: n8n.node,
			execArgv: ['--expose-gc', ...options, ...modules, ...loader],
			env: { ...process.env, BENCH_N8N_FOLDER: n8n.folder },
		});
		this.gone = once(this.child, 'exit').then(([code]) => {
			throw new Error(`A measured process ended with ${String(code)}; what it said is above`);
		});
		this.gone.catch(() => undefined);
	}

	/** The first one says that it is ready. */
	async answer(): Promise<Answer> {
		const [answer] = (await Promise.race([once(this.child, 'message'), this.gone])) as [Answer];
		if (answer.failed !== undefined) throw new Error(answer.failed);
		return answer;
	}

	async run(side: SideName): Promise<Measured> {
		this.child.send(side);
		return (await this.answer()).measured!;
	}

	async stop(): Promise<void> {
		if (this.child.connected) this.child.disconnect();
		await this.gone.catch(() => undefined);
	}
}

function medianOf(values: number[]): number | null {
	const sorted = values.toSorted((a, b) => a - b);
	const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
	return low === undefined || high === undefined ? null : Number(((low + high) / 2).toFixed(1));
}

/** What a case promises with its usual number of rows and did not keep, in words. */
export function broken({ limits, rows, size }: SizedCase, result: CaseResult): string[] {
	if (rows !== size) return [];
	const faster = result.ratioToPeer === null ? null : 1 / result.ratioToPeer;
	const measured: Record<LimitName, number | null> = { ...result, minimumPeerToOurs: faster };
	return (Object.entries(limits) as Array<[LimitName, number]>).flatMap(([name, limit]) => {
		const value = measured[name];
		const isKept = value !== null && (name.startsWith('minimum') ? value >= limit : value <= limit);
		return isKept ? [] : [`${result.name}: ${name} is ${value?.toFixed(2) ?? 'not measured'}, the limit is ${limit}`];
	});
}
