import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../../test/harness/engine';

/** The sides of a comparison: our node, what a user would build without it, and the least work that could do. */
export const sideNames = ['ours', 'peer', 'floor'] as const;
export type SideName = (typeof sideNames)[number];

export interface Bench {
	/** n8n's engine with our packed package and n8n's own nodes in it. */
	engine: Engine;
}

export interface SideResult {
	/** What the side found out, held against `expected`: a side that is fast and wrong is no side. */
	found: IDataObject;
	/** Further figures to print, such as requests or bytes. */
	figures?: Record<string, number>;
}

/** Runs in a process of its own. What is not to be measured belongs into the first call, which returns the measured one. */
export type Side<Input> = (bench: Bench, input: Input) => Promise<() => Promise<SideResult>>;

export interface BenchCase<Input = IDataObject> {
	name: string;
	/** One line for the table. */
	title: string;
	/** Starts what the sides need (a simulator, a file) in processes of its own; `input` travels to the sides as JSON. */
	prepare(): Promise<{ input: Input; expected: IDataObject; stop(): Promise<void> }>;
	sides: { ours: Side<Input>; peer?: Side<Input>; floor?: Side<Input> };
	/** What must be reached; told apart in the table, never a reason to leave the figures out. */
	limits: Partial<Record<LimitName, number>>;
	/** Where a run takes so little time that the garbage collector decides about the median of a few. */
	fewestSamples?: number;
	/** n8n's own way may need more memory than Node.js takes by default. */
	heapMb?: number;
}

export const limitNames = ['oursMs', 'minimumPeerToOurs', 'ratioToFloor', 'oursRssGrowthMb'] as const;
export type LimitName = (typeof limitNames)[number];

export interface CaseResult {
	name: string;
	oursMs: number | null;
	peerMs: number | null;
	floorMs: number | null;
	/** Ours divided by the peer's: 0.25 is four times as fast. */
	ratioToPeer: number | null;
	ratioToFloor: number | null;
	/** The first run of a process, as users have it who run a workflow now and then. */
	oursColdMs: number | null;
	oursRssGrowthMb: number | null;
	peerRssGrowthMb: number | null;
	figures: Record<string, number>;
}
