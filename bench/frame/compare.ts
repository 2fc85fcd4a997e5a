import { isDeepStrictEqual } from 'node:util';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import { sideNames, type BenchCase, type CaseResult, type SideName } from './benchCase';
import { MeasuredProcess, type Measured } from './measuredProcess';

export interface Circumstances {
	n8n: PrivateN8n;
	packageDirectory: string;
	samples: number;
	tell: (text: string) => void;
}

/**
 * The sides run in turn, so that whatever else the machine does meanwhile meets all of them. The first run of each is for
 * its memory, as n8n's first run of a workflow would find it; its time is that of a cold process and not counted.
 */
export async function compare(benchCase: BenchCase, circumstances: Circumstances): Promise<CaseResult> {
	const { n8n, packageDirectory, samples, tell } = circumstances;
	const { input, expected, stop } = await benchCase.prepare();
	const sides = sideNames.filter((side) => benchCase.sides[side] !== undefined);
	const processes = new Map<SideName, MeasuredProcess>();
	const runs = new Map<SideName, Measured[]>(sides.map((side) => [side, []]));
	try {
		for (const side of sides) {
			const task = { caseName: benchCase.name, side, input, packageDirectory };
			processes.set(side, await MeasuredProcess.start(task, n8n, benchCase.heapMb));
		}
		for (let round = 0; round <= samples; round++) {
			for (const side of sides) {
				const measured = await (processes.get(side) as MeasuredProcess).run(
					round === 0 ? 'measureMemory' : 'measureTime',
				);
				if (!isDeepStrictEqual(measured.found, expected)) {
					const [found, wanted] = [measured.found, expected].map((value) => JSON.stringify(value));
					throw new Error(`${benchCase.name}: ${side} found ${found}, but it is ${wanted}`);
				}
				runs.get(side)?.push(measured);
				tell(`${benchCase.name}: ${side}, run ${round} of ${samples}, ${Math.round(measured.ms)} ms`);
			}
		}
	} finally {
		await Promise.all([...processes.values()].map(async (one) => await one.stop()));
		await stop();
	}
	return resultOf(benchCase.name, runs);
}

function resultOf(name: string, runs: Map<SideName, Measured[]>): CaseResult {
	const ms = (side: SideName) => {
		const counted = runs.get(side)?.slice(1);
		return counted === undefined ? null : round(median(counted.map((run) => run.ms)), 1);
	};
	const growth = (side: SideName) => {
		const first = runs.get(side)?.[0];
		return first === undefined ? null : round(Math.max(0, first.rssGrowthMb ?? 0), 1);
	};
	const [oursMs, peerMs, floorMs] = [ms('ours'), ms('peer'), ms('floor')];
	const ratio = (other: number | null) => (oursMs === null || other === null ? null : round(oursMs / other, 3));
	return {
		name,
		oursMs,
		peerMs,
		floorMs,
		ratioToPeer: ratio(peerMs),
		ratioToFloor: ratio(floorMs),
		oursRssGrowthMb: growth('ours'),
		peerRssGrowthMb: growth('peer'),
		figures: runs.get('ours')?.at(-1)?.figures ?? {},
	};
}

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return sorted.length % 2 === 1
		? (sorted[Math.floor(middle)] as number)
		: ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
