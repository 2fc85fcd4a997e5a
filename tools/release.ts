/** npm run release -- minor (or patch, major, 1.2.3): gives what is unreleased its version and date, commits and tags it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionOf } from './releaseNotes';
import { REPOSITORY, runMain } from './run';

const CHANGELOG = join(REPOSITORY, 'CHANGELOG.md');
const UNRELEASED = '## [Unreleased]\n';
const git = (...args: string[]) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' });

runMain(async () => {
	const [increment] = process.argv.slice(2);
	if (increment === undefined) throw new Error('Say which version comes: npm run release -- minor');
	if (git('status', '--porcelain') !== '') throw new Error('Commit what was changed, and run this again.');
	const changelog = readFileSync(CHANGELOG, 'utf8');
	if (!/^- /m.test(sectionOf(changelog, 'Unreleased'))) {
		throw new Error('CHANGELOG.md says nothing under "Unreleased". Write there what changed, and run this again.');
	}
	// The first release has the version that package.json begins with.
	const version = ['version', increment, '--no-git-tag-version', '--allow-same-version'];
	const tag = execFileSync('npm', version, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
	const today = new Date().toISOString().slice(0, 10);
	writeFileSync(CHANGELOG, changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${tag.slice(1)}] - ${today}\n`));
	git('commit', '--all', '--message', `Release ${tag.slice(1)}`);
	git('tag', '--annotate', tag, '--message', tag);
	console.log(`${tag} is committed and tagged. Publish it with: git push --follow-tags`);
});
