import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bugs, homepage, repository } from '../../../package.json';

const root = join(__dirname, '../../..');
const home = homepage.replace(/#.*$/, '');

it('all addresses of the project follow from the one in package.json', () => {
	expect([repository.url, bugs.url]).toEqual([`git+${home}.git`, `${home}/issues`]);
	const shipped = execFileSync('git', ['ls-files', 'nodes', 'credentials', 'README.md', 'SECURITY.md', '.github'], {
		cwd: root,
		encoding: 'utf8',
	});
	const elsewhere = shipped
		.trim()
		.split('\n')
		.flatMap((file) =>
			[...readFileSync(join(root, file), 'utf8').matchAll(/https:\/\/github\.com\/[\w-]+\/n8n-nodes-rcs[\w-]*/g)]
				.filter(([address]) => address !== home)
				.map(([address]) => `${file}: ${address}`),
		);
	expect(elsewhere).toEqual([]);
});
