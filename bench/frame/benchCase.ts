import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../../test/harness/engine';

/**
 * What runs in one process, in turn. The floors are what nobody can do without: `f0` takes or sends the same bytes by Node's own
 * means and does nothing with them, `f1` looks at each of them once as well, `floor` makes of them what the result consists of.
 */
export const oursAndFloors = ['ours', 'f0', 'f1', 'floor'] as const;
/** What a user would build without our node, each in a process of its own, as a million items leave much behind. */
export const peers = ['peer', 'peerWithoutFilter'] as const;
export const sideNames = [...oursAndFloors, ...peers];
export type SideName = (typeof sideNames)[number];

export interface Bench {
	/** n8n's engine with our packed package and n8n's own nodes in it. */
	engine: Engine;
}

export interface SideResult {
	/** Held against what is expected under the same names: a side that is fast and wrong is no side. */
	found: IDataObject;
	/** Further figures to print, such as requests or bytes. */
	figures?: Record<string, number>;
}

/** The first call prepares, the second is measured, and the third tells what was found, when the clock has stopped. */
export type Side<Input> = (
	bench: Bench,
	input: Input,
) => Promise<() => Promise<() => SideResult | Promise<SideResult>>>;

export interface BenchCase<Input = IDataObject> {
	/** Without the number of rows, which is added to it: report-filter-1m. */
	name: string;
	/** As many as usual; another number can be asked for by name. */
	rows: number;
	/** Whether it is in the table that shows how cost grows. */
	grows?: boolean;
	/** Starts what the sides need (a service, a file) outside their process; `input` travels to the sides as JSON. */
	prepare(rows: number): Promise<{ input: Input; expected: IDataObject; stop(): Promise<void> }>;
	sides: { ours: Side<Input> } & { [Name in SideName]?: Side<Input> };
	/** What must be reached with the usual number of rows. */
	limits: Partial<Record<LimitName, number>>;
	/** Where a run takes so little time that the garbage collector decides about the median of a few. */
	fewestSamples?: number;
}

export type LimitName = 'oursMs' | 'minimumPeerToOurs' | 'ratioToF1' | 'ratioToFloor' | 'oursRssGrowthMb';

export interface CaseResult {
	name: string;
	oursMs: number | null;
	f0Ms: number | null;
	f1Ms: number | null;
	floorMs: number | null;
	peerMs: number | null;
	/** Where the peer's slowest node can be left out. */
	peerWithoutFilterMs: number | null;
	/** The first run of a process, as users have it who run a workflow now and then. */
	oursColdMs: number | null;
	peerColdMs: number | null;
	/** Ours divided by the other's: 0.25 is four times as fast. */
	ratioToPeer: number | null;
	ratioToF1: number | null;
	ratioToFloor: number | null;
	oursRssGrowthMb: number | null;
	peerRssGrowthMb: number | null;
	figures: Record<string, number>;
}
