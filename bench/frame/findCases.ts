import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { BenchCase } from './benchCase';

type Folder = 'cases' | 'decisions';

/** Every file in cases/ is a case. Those in decisions/ are run by name only: they measured what we chose between. */
export function findCases(folder: Folder = 'cases'): BenchCase[] {
	const path = join(__dirname, '..', folder);
	return readdirSync(path)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.flatMap((file) => (require(join(path, file)) as { benchCase?: BenchCase<IDataObject> }).benchCase ?? []);
}

export function caseNamed(name: string): BenchCase {
	const cases = [...findCases('cases'), ...findCases('decisions')];
	const found = cases.find((one) => one.name === name);
	if (!found) throw new Error(`There is no case "${name}". Known are ${cases.map((one) => one.name).join(', ')}.`);
	return found;
}
