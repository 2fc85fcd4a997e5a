import { isDeepStrictEqual } from 'node:util';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import type { LimitName, SideName, SizedCase } from './benchCase';
import { MeasuredProcess, type Measured } from './measuredProcess';

export interface Circumstances {
	n8n: PrivateN8n;
	packageDirectory: string;
	/** How often a side runs in a process that has run it before. */
	samples: number;
	tell: (text: string) => void;
}

/** Each figure of a result, and what it is the median of. Cold is the first run of a process, as users have it now and then. */
const MEDIANS = {
	oursMs: 'ours',
	f0Ms: 'f0',
	f1Ms: 'f1',
	floorMs: 'floor',
	peerMs: 'peer',
	oursColdMs: 'ours cold',
	peerColdMs: 'peer first in turn',
	oursRssGrowthMb: 'ours memory',
	peerRssGrowthMb: 'peer memory',
} as const;
/** Ours divided by the other's: 0.25 is four times as fast. */
const RATIOS = { ratioToPeer: 'peer', ratioToF1: 'f1', ratioToFloor: 'floor' } as const;

export type CaseResult = Record<keyof typeof MEDIANS | keyof typeof RATIOS, number | null> & {
	name: string;
	figures: Record<string, number>;
};

/** In how many fresh processes ours runs, once for its memory and once for the time of a first run. */
const FRESH_SAMPLES = 3;
/** Node.js 24 lets garbage of short life grow to 100 MB before it is collected. With less, what is measured is what is held. */
const FOR_MEMORY = ['--max-semi-space-size=16'];
/** n8n's own way may need more memory than Node.js takes by default. */
const FOR_PEER = ['--max-old-space-size=8192'];
/** A peer may take a minute. */
const MOST_PEER_SAMPLES = 3;

/**
 * Memory, and the time of first runs, are measured in processes of their own. Then all sides run in turn, another one first each
 * time, so that whatever else the machine does meanwhile meets all of them.
 */
export async function compare(one: SizedCase, circumstances: Circumstances): Promise<CaseResult> {
	const { n8n, packageDirectory, tell } = circumstances;
	const { title, sides } = one;
	const { input, expected, stop } = await one.prepare(one.size);
	const samples = new Map<string, number[]>();
	const note = (what: string, value: number) => void samples.set(what, [...(samples.get(what) ?? []), value]);
	const processes: MeasuredProcess[] = [];
	let figures: Record<string, number> = {};

	const start = async (names: SideName[], options: string[] = []): Promise<MeasuredProcess> => {
		const task = { title, sides: names, input, packageDirectory };
		const started = await MeasuredProcess.start(
			task,
			n8n,
			names.includes('peer') ? [...options, ...FOR_PEER] : options,
		);
		processes.push(started);
		return started;
	};
	const measured = async (process: MeasuredProcess, side: SideName, memory = false): Promise<Measured> => {
		const result = await process.run({ side, memory });
		for (const [name, value] of Object.entries(result.found)) {
			if (isDeepStrictEqual(value, expected[name])) continue;
			throw new Error(
				`${title}: ${side} found ${name} ${JSON.stringify(value)}, but it is ${JSON.stringify(expected[name])}`,
			);
		}
		tell(`${title}: ${side}, ${result.ms.toFixed(0)} ms${memory ? `, +${result.rssGrowthMb.toFixed(0)} MB` : ''}`);
		return result;
	};
	const inFreshProcess = async (side: SideName, memory: boolean): Promise<Measured> => {
		const process = await start([side], memory ? FOR_MEMORY : []);
		const result = await measured(process, side, memory);
		await process.stop();
		return result;
	};

	try {
		for (let run = 0; run < FRESH_SAMPLES; run++) {
			note('ours memory', (await inFreshProcess('ours', true)).rssGrowthMb);
			note('ours cold', (await inFreshProcess('ours', false)).ms);
		}
		if (sides.peer) note('peer memory', (await inFreshProcess('peer', true)).rssGrowthMb);
		const inOne = (Object.keys(sides) as SideName[]).filter((side) => side !== 'peer');
		const own = await start(inOne);
		const turns = inOne.map((side): [MeasuredProcess, SideName] => [own, side]);
		if (sides.peer) turns.push([await start(['peer']), 'peer']);
		for (const [process, side] of turns) note(`${side} first in turn`, (await measured(process, side)).ms);
		for (let round = 1; round <= Math.max(circumstances.samples, one.fewestSamples ?? 0); round++) {
			const first = round % turns.length;
			for (const [process, side] of [...turns.slice(first), ...turns.slice(0, first)]) {
				if (side === 'peer' && round > MOST_PEER_SAMPLES) continue;
				const result = await measured(process, side);
				note(side, result.ms);
				if (side === 'ours') figures = result.figures ?? {};
			}
		}
	} finally {
		await Promise.all(processes.map(async (process) => await process.stop()));
		await stop();
	}
	const median = (what: string) => medianOf(samples.get(what) ?? []);
	const ratioTo = (other: SideName) => {
		const [ours, theirs] = [median('ours'), median(other)];
		return ours === null || theirs === null ? null : Number((ours / theirs).toFixed(3));
	};
	return {
		name: title,
		...mapped(MEDIANS, median),
		...mapped(RATIOS, ratioTo),
		figures,
	};
}

const mapped = <Name extends string, From>(table: Record<Name, From>, to: (from: From) => number | null) =>
	Object.fromEntries(Object.entries<From>(table).map(([name, from]) => [name, to(from)])) as Record<
		Name,
		number | null
	>;

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
