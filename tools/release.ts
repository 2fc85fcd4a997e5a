/** npm run release -- minor (or patch, major, 1.2.3): gives what is unreleased its version and date, commits and tags it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainMessage, tell } from './plainMessage';

const ROOT = join(__dirname, '..');
const UNRELEASED = '## [Unreleased]\n';

export function dated(changelog: string, version: string, date: string): string {
	const [before, after] = changelog.split(UNRELEASED);
	if (before === undefined || after === undefined || !/^- /m.test(after.split(/^## \[/m)[0] ?? '')) {
		throw new PlainMessage(
			'CHANGELOG.md says nothing under "Unreleased". Write there what changed, and run this again.',
		);
	}
	return `${before}${UNRELEASED}\n## [${version}] - ${date}\n${after}`;
}

function release(increment: string | undefined): void {
	if (increment === undefined) throw new PlainMessage('Say which version comes: npm run release -- minor');
	const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: ROOT, encoding: 'utf8' });
	if (run('git', 'status', '--porcelain') !== '')
		throw new PlainMessage('Commit what was changed, and run this again.');
	const changelog = join(ROOT, 'CHANGELOG.md');
	// Throws before anything is changed.
	dated(readFileSync(changelog, 'utf8'), '', '');
	const tag = run('npm', 'version', increment, '--no-git-tag-version').trim();
	const today = new Date().toISOString().slice(0, 10);
	writeFileSync(changelog, dated(readFileSync(changelog, 'utf8'), tag.slice(1), today));
	run('git', 'commit', '--all', '--message', `Release ${tag.slice(1)}`);
	run('git', 'tag', '--annotate', tag, '--message', tag);
	process.stdout.write(`${tag} is committed and tagged. Publish it with: git push --follow-tags\n`);
}

if (require.main === module) {
	try {
		release(process.argv[2]);
	} catch (thrown) {
		process.exitCode = tell(thrown);
	}
}
