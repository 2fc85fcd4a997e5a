/** `npx tsx tools/releaseNotes.ts v1.2.3` prints what CHANGELOG.md says of this version, if package.json names the same one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, runMain } from './run';

const textOf = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');

/** What stands under `## [Unreleased]` or `## [1.2.3] - 2026-01-31`; empty if there is no such heading. */
export function sectionOf(changelog: string, name: string): string {
	const found = changelog.split(/^## /m).find((section) => section.startsWith(`[${name}]`));
	return found?.slice(found.indexOf('\n')).trim() ?? '';
}

export function releaseNotes(tag: string, version: string, changelog: string): string {
	if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json says ${version}.`);
	const notes = sectionOf(changelog, version);
	if (notes === '') throw new Error(`CHANGELOG.md has no section [${version}], or an empty one.`);
	return notes;
}

if (require.main === module) {
	runMain(async () => {
		const [tag = ''] = process.argv.slice(2);
		const { version } = JSON.parse(textOf('package.json')) as { version: string };
		console.log(releaseNotes(tag, version, textOf('CHANGELOG.md')));
	});
}
