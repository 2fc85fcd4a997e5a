import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bugs, homepage, repository } from '../../../package.json';

const root = join(__dirname, '../../..');
const home = homepage.replace(/#.*$/, '');

it('all addresses of the project follow from the one in package.json', () => {
	expect([repository.url, bugs.url]).toEqual([`git+${home}.git`, `${home}/issues`]);
	const address = 'https?://(www\\.)?github\\.com/[a-zA-Z0-9_.-]+/n8n-nodes-rcs[a-zA-Z0-9_-]*';
	const git = ['grep', '-IoE', address, '--', '.', ':!package.json'];
	const found = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).trim().split('\n');
	expect(found.filter((line) => !line.endsWith(`:${home}`))).toEqual([]);
});
