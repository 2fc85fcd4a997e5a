import type { BenchCase, CaseResult, LimitName } from './benchCase';

const HEAD = [
	'case',
	'ours',
	'ours cold',
	'peer',
	'floor',
	'faster than peer',
	'times the floor',
	'memory ours',
	'memory peer',
];

export function table(results: CaseResult[]): string {
	const rows = [HEAD, ...results.map(cells)];
	const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const line = (row: string[]) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join('  ');
	return [...rows.map(line), ...results.flatMap(furtherFigures)].join('\n');
}

/** Such as requests and bytes, which have no column. */
function furtherFigures({ name, figures }: CaseResult): string[] {
	const told = Object.entries(figures).map(([figure, value]) => `${figure} ${value.toLocaleString('en-US')}`);
	return told.length === 0 ? [] : [`${name}: ${told.join(', ')}`];
}

/** What a case promises and did not keep, in words. */
export function broken({ limits }: BenchCase, result: CaseResult): string[] {
	const faster = result.ratioToPeer === null ? null : 1 / result.ratioToPeer;
	const kept: Record<LimitName, [number | null, (value: number, limit: number) => boolean, string]> = {
		oursMs: [result.oursMs, atMost, 'milliseconds, at most'],
		minimumPeerToOurs: [faster, atLeast, 'times as fast as the peer, at least'],
		ratioToFloor: [result.ratioToFloor, atMost, 'times the floor, at most'],
		oursRssGrowthMb: [result.oursRssGrowthMb, atMost, 'MB of growth, at most'],
	};
	return (Object.entries(limits) as Array<[LimitName, number]>).flatMap(([name, limit]) => {
		const [value, holds, words] = kept[name];
		if (value !== null && holds(value, limit)) return [];
		return [`${result.name}: ${value === null ? 'not measured' : value.toFixed(2)} ${words} ${limit}`];
	});
}

const atMost = (value: number, limit: number) => value <= limit;
const atLeast = (value: number, limit: number) => value >= limit;

function cells(result: CaseResult): string[] {
	const { name, oursMs, oursColdMs, peerMs, floorMs, ratioToPeer, ratioToFloor, oursRssGrowthMb, peerRssGrowthMb } =
		result;
	const ms = (value: number | null) => (value === null ? '–' : `${Math.round(value).toLocaleString('en-US')} ms`);
	const mb = (value: number | null) => (value === null ? '–' : `+${Math.round(value).toLocaleString('en-US')} MB`);
	const times = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)}×`);
	return [
		name,
		ms(oursMs),
		ms(oursColdMs),
		ms(peerMs),
		ms(floorMs),
		times(ratioToPeer === null ? null : 1 / ratioToPeer),
		times(ratioToFloor),
		mb(oursRssGrowthMb),
		mb(peerRssGrowthMb),
	];
}
