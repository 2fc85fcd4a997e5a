/** docs/compatibility.md: the versions of n8n and Node.js that the tests ran on, each line written by the run itself. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestOutcome } from './jestRuns';

export const COMPATIBILITY = join(__dirname, '..', 'docs', 'compatibility.md');

const HEAD = `# Compatibility

Each line is written by its own run: \`npm run test:compat\`, \`npm run test:compat -- --whole\` or \`npm run test:matrix\`.

| What ran | Passed | Failed | Date |
|---|---|---|---|
`;

/** The versions that a folder's package.json asks for. */
export function pinned(folder: string): Record<string, string> {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	return manifest.dependencies;
}

/** A run of chosen tests says nothing of the version, nor does one that ended before it could count. */
export async function writeDown(outcomes: TestOutcome[], furtherArguments: string[]): Promise<void> {
	if (furtherArguments.length > 0 || process.env.CI) return;
	const today = new Date().toISOString().slice(0, 10);
	await writeFile(COMPATIBILITY, withOutcomes(await readFile(COMPATIBILITY, 'utf8').catch(() => ''), outcomes, today));
}

/** The page with the line of each of these runs replaced, and the lines of others as they are. */
export function withOutcomes(page: string, outcomes: TestOutcome[], date: string): string {
	const lines = new Map<string, string>();
	for (const line of page.split('\n').slice(HEAD.split('\n').length - 1)) {
		if (line !== '') lines.set(line.split('|')[1]?.trim() ?? '', line);
	}
	for (const { title, tests } of outcomes) {
		if (tests) lines.set(title, `| ${title} | ${tests.numPassedTests} | ${tests.numFailedTests} | ${date} |`);
	}
	return `${HEAD}${[...lines.keys()]
		.sort()
		.map((title) => `${lines.get(title)}\n`)
		.join('')}`;
}
