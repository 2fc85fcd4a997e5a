import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { BenchCase } from './benchCase';

export interface SizedCase {
	benchCase: BenchCase;
	rows: number;
	/** With the number of rows. */
	name: string;
}

/** Every file in cases/ is a case. */
export function findCases(): SizedCase[] {
	const path = join(__dirname, '..', 'cases');
	return readdirSync(path)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.map((file) => (require(join(path, file)) as { benchCase: BenchCase<IDataObject> }).benchCase)
		.map((benchCase) => sized(benchCase, benchCase.rows));
}

/** Such as report-filter-1m, or report-filter-20k. */
export function caseNamed(name: string): SizedCase {
	const cases = findCases();
	const [, plainName, count, unit] = /^(.+)-(\d+)([km])$/.exec(name) ?? [];
	const found = cases.find(({ benchCase }) => benchCase.name === plainName);
	if (!found) throw new Error(`There is no case "${name}". Known are ${cases.map((one) => one.name).join(', ')}.`);
	return sized(found.benchCase, Number(count) * (unit === 'm' ? 1_000_000 : 1000));
}

export function sized(benchCase: BenchCase, rows: number): SizedCase {
	const size = rows % 1_000_000 === 0 ? `${rows / 1_000_000}m` : `${rows / 1000}k`;
	return { benchCase, rows, name: `${benchCase.name}-${size}` };
}
