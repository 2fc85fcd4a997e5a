import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../../../.github/workflows');

interface Step {
	uses?: string;
	run?: string;
}
interface Job {
	permissions?: Record<string, string>;
	environment?: string;
	steps: Step[];
}
interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const files = readdirSync(FOLDER).map((name) => {
	const text = readFileSync(join(FOLDER, name), 'utf8');
	return { name, text, workflow: parse(text) as Workflow };
});
const jobs = files.flatMap(({ name, workflow }) =>
	Object.entries(workflow.jobs).map(([job, definition]) => ({ at: `${name} ${job}`, ...definition })),
);

describe('the workflows of GitHub', () => {
	it('use each action by one commit, beside the version that it is', () => {
		const uses = files.flatMap(({ text }) => [...text.matchAll(/uses: (.*)/g)].map(([, used = '']) => used));
		expect(uses.filter((used) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
		// The parts of one action, such as codeql-action/init and /analyze, have to be of one version.
		const repositories = new Set(uses.map((used) => used.replace(/^([\w-]+\/[\w-]+)[^@]*/, '$1')));
		const names = [...repositories].map((used) => used.split('@')[0]);
		expect(names).toHaveLength(new Set(names).size);
	});

	it('may read only, but for the jobs that need more', () => {
		expect(files.filter(({ workflow }) => JSON.stringify(workflow.permissions) !== '{"contents":"read"}')).toEqual([]);
		const more = jobs.flatMap(({ at, permissions = {} }) =>
			Object.entries(permissions).flatMap(([name, right]) => (right === 'write' ? [`${at}: ${name}`] : [])),
		);
		expect(more).toEqual([
			'codeql.yml analyze: security-events',
			'publish.yml publish: id-token',
			'publish.yml page: contents',
		]);
	});

	it('hold no secret: npm trusts the one job of its environment that publishes', () => {
		expect(files.filter(({ text }) => /secrets\.|NODE_AUTH_TOKEN|_authToken/.test(text))).toEqual([]);
		const publishing = jobs.filter(({ steps }) => steps.some(({ run }) => run?.includes('npm publish')));
		expect(publishing.map(({ at, environment }) => [at, environment])).toEqual([['publish.yml publish', 'npm']]);
		expect(publishing[0]?.steps.map(({ run }) => run).join()).toContain('--provenance');
	});
});
