import type { IDataObject } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import { oursAndFloors, peers, sideNames, type CaseResult, type SideName } from './benchCase';
import type { SizedCase } from './findCases';
import { MeasuredProcess, type Measured, type What } from './measuredProcess';

export interface Circumstances {
	n8n: PrivateN8n;
	packageDirectory: string;
	/** How often a side runs in a process that has run it before. */
	samples: number;
	/** In how many fresh processes ours runs once for its memory, and in how many for the time of a first run. */
	freshSamples: number;
	/** Leaves out the other sides. */
	onlySides?: readonly SideName[];
	tell: (text: string) => void;
}

/** Node.js 24 lets garbage of short life grow to 100 MB before it is collected. With less, what is measured is what is held. */
const YOUNG_GENERATION_MB = 16;
/** n8n's own way may need more memory than Node.js takes by default. */
const PEER_HEAP_MB = 8192;
/** A peer may take a minute. */
const MOST_PEER_SAMPLES = 3;

/**
 * Memory, and the time of first runs, are measured in processes of their own. Then all sides run in turn, another one first each
 * time, so that whatever else the machine does meanwhile meets all of them.
 */
export async function compare(sized: SizedCase, circumstances: Circumstances): Promise<CaseResult> {
	const { benchCase, rows, name } = sized;
	const { n8n, packageDirectory, onlySides = sideNames, freshSamples, tell } = circumstances;
	const samples = Math.max(circumstances.samples, benchCase.fewestSamples ?? 0);
	const among = <Name extends SideName>(names: readonly Name[]) =>
		names.filter((side) => onlySides.includes(side) && benchCase.sides[side] !== undefined);
	const { input, expected, stop } = await benchCase.prepare(rows);
	const [growths, coldTimes, times] = [new Samples(), new Samples(), new Samples()];
	let figures: Record<string, number> = {};

	const start = async (sides: readonly SideName[], youngGenerationMb?: number) => {
		const heapMb = sides.includes('ours') ? undefined : PEER_HEAP_MB;
		return await MeasuredProcess.start({ caseName: name, sides, input, packageDirectory }, n8n, {
			heapMb,
			youngGenerationMb,
		});
	};
	const measured = async (process: MeasuredProcess, side: SideName, what: What): Promise<Measured> => {
		const result = await process.run(side, what);
		checkFound(`${name}: ${side}`, result.found, expected);
		tell(
			`${name}: ${side}, ${Math.round(result.ms)} ms${what === 'memory' ? `, +${Math.round(result.rssGrowthMb ?? 0)} MB` : ''}`,
		);
		return result;
	};
	const inFreshProcess = async (side: SideName, what: What): Promise<Measured> => {
		const process = await start([side], what === 'memory' ? YOUNG_GENERATION_MB : undefined);
		try {
			return await measured(process, side, what);
		} finally {
			await process.stop();
		}
	};

	const processes: Array<[MeasuredProcess, readonly SideName[]]> = [];
	try {
		for (const side of among(['ours', 'peer'])) {
			for (let run = 0; run < (side === 'ours' ? freshSamples : 1); run++) {
				growths.add(side, Math.max(0, (await inFreshProcess(side, 'memory')).rssGrowthMb ?? 0));
				if (side === 'ours') coldTimes.add(side, (await inFreshProcess(side, 'time')).ms);
			}
		}
		const ownProcesses = among(peers).map((peer) => [peer]);
		for (const sides of [among(oursAndFloors), ...ownProcesses]) processes.push([await start(sides), sides]);
		const turns = processes.flatMap(([process, sides]) => sides.map((side) => [process, side] as const));
		for (const [process, side] of turns) {
			const { ms } = await measured(process, side, 'time');
			if (side === 'peer') coldTimes.add(side, ms);
		}
		for (let round = 1; round <= samples; round++) {
			for (const [process, side] of rotated(turns, round)) {
				const isPeer = peers.some((peer) => peer === side);
				if (isPeer && round > MOST_PEER_SAMPLES) continue;
				const result = await measured(process, side, 'time');
				times.add(side, result.ms);
				if (side === 'ours') figures = result.figures ?? {};
			}
		}
	} finally {
		await Promise.all(processes.map(async ([process]) => await process.stop()));
		await stop();
	}
	const [oursMs, peerMs, f1Ms, floorMs] = (['ours', 'peer', 'f1', 'floor'] as const).map((side) => times.median(side));
	const ratio = (other: number | null = null) =>
		oursMs === null || oursMs === undefined || other === null ? null : round(oursMs / other, 3);
	return {
		name,
		oursMs: times.median('ours'),
		f0Ms: times.median('f0'),
		f1Ms: times.median('f1'),
		floorMs: times.median('floor'),
		peerMs: times.median('peer'),
		peerWithoutFilterMs: times.median('peerWithoutFilter'),
		oursColdMs: coldTimes.median('ours'),
		peerColdMs: coldTimes.median('peer'),
		ratioToPeer: ratio(peerMs),
		ratioToF1: ratio(f1Ms),
		ratioToFloor: ratio(floorMs),
		oursRssGrowthMb: growths.median('ours'),
		peerRssGrowthMb: growths.median('peer'),
		figures,
	};
}

function checkFound(who: string, found: IDataObject, expected: IDataObject): void {
	for (const [name, value] of Object.entries(found)) {
		if (isDeepStrictEqual(value, expected[name])) continue;
		const [was, wanted] = [value, expected[name]].map((one) => JSON.stringify(one));
		throw new Error(`${who} found ${name} ${was}, but it is ${wanted}`);
	}
}

class Samples {
	private readonly values = new Map<SideName, number[]>();

	add(side: SideName, value: number): void {
		this.values.set(side, [...(this.values.get(side) ?? []), value]);
	}

	median(side: SideName): number | null {
		const sorted = (this.values.get(side) ?? []).toSorted((a, b) => a - b);
		const middle = sorted.length / 2;
		const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
		return low === undefined || high === undefined ? null : round((low + high) / 2, 1);
	}
}

const rotated = <T>(all: T[], by: number): T[] => [...all.slice(by % all.length), ...all.slice(0, by % all.length)];

const round = (value: number, digits: number) => Number(value.toFixed(digits));
