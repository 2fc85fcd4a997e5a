import { isDeepStrictEqual } from 'node:util';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import { sideNames, type BenchCase, type CaseResult, type SideName } from './benchCase';
import { MeasuredProcess } from './measuredProcess';

export interface Circumstances {
	n8n: PrivateN8n;
	packageDirectory: string;
	samples: number;
	tell: (text: string) => void;
}

/** Node.js 24 lets garbage of short life grow to 100 MB before it is collected. With less, what is measured is what is held. */
const YOUNG_GENERATION_MB = 16;

/**
 * Memory is measured in processes of its own: once for each side, for ours, which has limits, as often as its time. Then the sides
 * run in turn, another one first each time, so that whatever else the machine does meanwhile meets all of them. The first run of
 * a process is told apart as that of a cold one, which is what users mostly have.
 */
export async function compare(benchCase: BenchCase, circumstances: Circumstances): Promise<CaseResult> {
	const { n8n, packageDirectory, tell } = circumstances;
	const { name, heapMb } = benchCase;
	const samples = Math.max(circumstances.samples, benchCase.fewestSamples ?? 0);
	const { input, expected, stop } = await benchCase.prepare();
	const sides = sideNames.filter((side) => benchCase.sides[side] !== undefined);
	const processes: Array<[SideName, MeasuredProcess]> = [];
	const growths = new Map<SideName, number[]>(sides.map((side) => [side, []]));
	const times = new Map<SideName, number[]>(sides.map((side) => [side, []]));
	let coldMs = 0;
	let figures: Record<string, number> = {};

	const start = async (side: SideName, youngGenerationMb?: number) =>
		await MeasuredProcess.start({ caseName: name, side, input, packageDirectory }, n8n, { heapMb, youngGenerationMb });
	const measured = async (side: SideName, process: MeasuredProcess, what: 'measureMemory' | 'measureTime') => {
		const result = await process.run(what);
		if (isDeepStrictEqual(result.found, expected)) return result;
		const [found, wanted] = [result.found, expected].map((value) => JSON.stringify(value));
		throw new Error(`${name}: ${side} found ${found}, but it is ${wanted}`);
	};
	const measureMemory = async (side: SideName) => {
		const process = await start(side, YOUNG_GENERATION_MB);
		try {
			const { rssGrowthMb } = await measured(side, process, 'measureMemory');
			const growth = Math.max(0, rssGrowthMb ?? 0);
			growths.get(side)?.push(growth);
			tell(`${name}: ${side}, +${Math.round(growth)} MB`);
		} finally {
			await process.stop();
		}
	};

	try {
		for (const side of sides) for (let run = 0; run < (side === 'ours' ? samples : 1); run++) await measureMemory(side);
		for (const side of sides) {
			const process = await start(side);
			processes.push([side, process]);
			const { ms } = await measured(side, process, 'measureTime');
			if (side === 'ours') coldMs = ms;
			tell(`${name}: ${side}, first run of a process, ${Math.round(ms)} ms`);
		}
		for (let round = 1; round <= samples; round++) {
			for (const [side, process] of rotated(processes, round)) {
				const result = await measured(side, process, 'measureTime');
				times.get(side)?.push(result.ms);
				if (side === 'ours') figures = result.figures ?? {};
				tell(`${name}: ${side}, run ${round} of ${samples}, ${Math.round(result.ms)} ms`);
			}
		}
	} finally {
		await Promise.all(processes.map(async ([, process]) => await process.stop()));
		await stop();
	}
	return { ...resultOf(name, times, growths), oursColdMs: round(coldMs, 1), figures };
}

function resultOf(
	name: string,
	times: Map<SideName, number[]>,
	growths: Map<SideName, number[]>,
): Omit<CaseResult, 'figures' | 'oursColdMs'> {
	const medianOf = (values: number[] | undefined) => (values === undefined ? null : round(median(values), 1));
	const ms = (side: SideName) => medianOf(times.get(side));
	const [oursMs, peerMs, floorMs] = [ms('ours'), ms('peer'), ms('floor')];
	const ratio = (other: number | null) => (oursMs === null || other === null ? null : round(oursMs / other, 3));
	return {
		name,
		oursMs,
		peerMs,
		floorMs,
		ratioToPeer: ratio(peerMs),
		ratioToFloor: ratio(floorMs),
		oursRssGrowthMb: medianOf(growths.get('ours')),
		peerRssGrowthMb: medianOf(growths.get('peer')),
	};
}

const rotated = <T>(all: T[], by: number): T[] => [...all.slice(by % all.length), ...all.slice(0, by % all.length)];

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return sorted.length % 2 === 1
		? (sorted[Math.floor(middle)] as number)
		: ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
