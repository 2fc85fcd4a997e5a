import type { CaseResult, LimitName } from './benchCase';
import type { SizedCase } from './findCases';

const grouped = (value: number) => Math.round(value).toLocaleString('en-US');
const ms = (value: number | null) => (value === null ? '–' : `${grouped(value)} ms`);
const mb = (value: number | null) => (value === null ? '–' : `+${grouped(value)} MB`);
const times = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)}×`);

const COLUMNS: Array<[head: string, cell: (result: CaseResult) => string]> = [
	['case', ({ name }) => name],
	['ours', ({ oursMs }) => ms(oursMs)],
	['F0', ({ f0Ms }) => ms(f0Ms)],
	['F1', ({ f1Ms }) => ms(f1Ms)],
	['floor', ({ floorMs }) => ms(floorMs)],
	['peer', ({ peerMs }) => ms(peerMs)],
	['without Filter', ({ peerWithoutFilterMs }) => ms(peerWithoutFilterMs)],
	['× F1', ({ ratioToF1 }) => times(ratioToF1)],
	['× floor', ({ ratioToFloor }) => times(ratioToFloor)],
	['faster than peer', ({ ratioToPeer }) => times(ratioToPeer === null ? null : 1 / ratioToPeer)],
	['ours cold', ({ oursColdMs }) => ms(oursColdMs)],
	['peer cold', ({ peerColdMs }) => ms(peerColdMs)],
	['memory ours', ({ oursRssGrowthMb }) => mb(oursRssGrowthMb)],
	['memory peer', ({ peerRssGrowthMb }) => mb(peerRssGrowthMb)],
];

export function table(results: CaseResult[]): string {
	const rows = [COLUMNS.map(([head]) => head), ...results.map((result) => COLUMNS.map(([, cell]) => cell(result)))];
	return [aligned(rows), ...results.flatMap(furtherFigures)].join('\n');
}

/** A line for each number of rows, two columns for each case. */
export function growthTable(results: Array<{ sized: SizedCase; result: CaseResult }>): string {
	const names = [...new Set(results.map(({ sized }) => sized.benchCase.name))];
	const sizes = [...new Set(results.map(({ sized }) => sized.rows))];
	const lines = sizes.map((size) => [
		grouped(size),
		...names.flatMap((name) => {
			const found = results.find(({ sized }) => sized.rows === size && sized.benchCase.name === name)?.result;
			return [ms(found?.oursMs ?? null), times(found?.ratioToF1 ?? null), mb(found?.oursRssGrowthMb ?? null)];
		}),
	]);
	return aligned([['rows', ...names.flatMap((name) => [name, '× F1', 'memory'])], ...lines]);
}

function aligned(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const line = ([first = '', ...others]: string[]) =>
		[first.padEnd(widths[0] ?? 0), ...others.map((cell, index) => cell.padStart(widths[index + 1] ?? 0))].join('  ');
	return rows.map(line).join('\n');
}

/** Such as requests and bytes, which have no column. */
function furtherFigures({ name, figures }: CaseResult): string[] {
	const told = Object.entries(figures).map(([figure, value]) => `${figure} ${value.toLocaleString('en-US')}`);
	return told.length === 0 ? [] : [`${name}: ${told.join(', ')}`];
}

/** What a case promises and did not keep, in words. */
export function broken({ benchCase, rows }: SizedCase, result: CaseResult): string[] {
	const faster = result.ratioToPeer === null ? null : 1 / result.ratioToPeer;
	const kept: Record<LimitName, [number | null, (value: number, limit: number) => boolean, string]> = {
		oursMs: [result.oursMs, atMost, 'milliseconds, at most'],
		minimumPeerToOurs: [faster, atLeast, 'times as fast as the peer, at least'],
		ratioToF1: [result.ratioToF1, atMost, 'times F1, at most'],
		ratioToFloor: [result.ratioToFloor, atMost, 'times the floor, at most'],
		oursRssGrowthMb: [result.oursRssGrowthMb, atMost, 'MB of growth, at most'],
	};
	if (rows !== benchCase.rows) return [];
	return (Object.entries(benchCase.limits) as Array<[LimitName, number]>).flatMap(([name, limit]) => {
		const [value, holds, words] = kept[name];
		if (value !== null && holds(value, limit)) return [];
		return [`${result.name}: ${value === null ? 'not measured' : value.toFixed(2)} ${words} ${limit}`];
	});
}

const atMost = (value: number, limit: number) => value <= limit;
const atLeast = (value: number, limit: number) => value >= limit;
