import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { BenchCase } from './benchCase';

/** Every file in cases/ is a case. */
export function findCases(): BenchCase[] {
	const path = join(__dirname, '..', 'cases');
	return readdirSync(path)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.flatMap((file) => (require(join(path, file)) as { benchCase?: BenchCase<IDataObject> }).benchCase ?? []);
}

export function caseNamed(name: string): BenchCase {
	const cases = findCases();
	const found = cases.find((one) => one.name === name);
	if (!found) throw new Error(`There is no case "${name}". Known are ${cases.map((one) => one.name).join(', ')}.`);
	return found;
}
