import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../../test/harness/engine';
import type { RunResult } from '../../test/harness/runResult';

/**
 * What runs in one process, in turn. The floors are what nobody can do without: `f0` takes or sends the same bytes by Node's own
 * means and does nothing with them, `f1` looks at each of them once as well, `floor` makes of them what the result consists of.
 * `peer` is what a user would build without our node, in a process of its own, as a million items leave much behind.
 */
export type SideName = 'ours' | 'f0' | 'f1' | 'floor' | 'peer';

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

type Soon<T> = T | Promise<T>;
/** The first call prepares, the second is measured, and the third tells what was found, when the clock has stopped. */
export type Side<Input> = (bench: Bench, input: Input) => Soon<() => Promise<() => Soon<SideResult>>>;

export interface BenchCase<Input = IDataObject> {
	/** Without the number of rows, which is added to it: report-filter-1m. */
	name: string;
	/** As many as usual (of hostile files, as many bytes); another number can be asked for by name. */
	rows: number;
	/** Starts what the sides need (a service, a file) outside their process; `input` travels to the sides as JSON. */
	prepare(rows: number): Promise<{ input: Input; expected: IDataObject; stop(): Promise<void> }>;
	sides: { ours: Side<Input> } & { [Name in SideName]?: Side<Input> };
	/** What must be reached with the usual number of rows, with slack for a busy machine. */
	limits: Partial<Record<LimitName, number>>;
	/** How often each side runs; more where a run takes so little time that the garbage collector decides about the median of a few. */
	samples?: number;
}

export type LimitName =
	'oursMs' | 'minimumPeerToOurs' | 'ratioToF1' | 'ratioToFloor' | 'oursRssGrowthMb' | 'longestPauseMs';

/** The sides of a case read the input that the case prepared, whatever is in it. */
export const benchCase = <Input extends IDataObject>(one: BenchCase<Input>) => one as unknown as BenchCase;

export interface SizedCase extends BenchCase {
	size: number;
	/** With the number of rows. */
	title: string;
}

/** All cases with their usual number of rows. */
export function findCases(): SizedCase[] {
	const folder = join(__dirname, '..', 'cases');
	return readdirSync(folder)
		.flatMap((file) => (require(join(folder, file)) as { cases: BenchCase[] }).cases)
		.map((one) => sized(one, one.rows));
}

/** Such as report-filter-1m, or report-filter-20k. */
export function caseNamed(title: string): SizedCase {
	const [, name, count, unit] = /^(.+)-([\d.]+)([km])$/.exec(title) ?? [];
	const found = findCases().find((one) => one.name === name);
	if (found) return sized(found, Number(count) * (unit === 'm' ? 1_000_000 : 1000));
	throw new Error(
		`There is no case "${title}". Known are ${findCases()
			.map((one) => one.title)
			.join(', ')}.`,
	);
}

function sized(one: BenchCase, size: number): SizedCase {
	const rows = size % 1_000_000 === 0 ? `${size / 1_000_000}m` : `${size / 1000}k`;
	return { ...one, size, title: `${one.name}-${rows}` };
}

export async function finished(run: Promise<RunResult>): Promise<RunResult> {
	const result = await run;
	if (result.error) throw new Error(`The workflow stopped: ${result.error.message} ${result.error.description ?? ''}`);
	return result;
}
