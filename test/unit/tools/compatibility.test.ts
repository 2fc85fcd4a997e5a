import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPATIBILITY, pinned, withOutcomes } from '../../../tools/compatibilityTable';

const ROOT = join(__dirname, '..', '..', '..');
const minor = (version: string) => version.split('.').slice(0, 2).join('.');

const tested = pinned(join(ROOT, 'demo')).n8n ?? '';
const whole = pinned(join(ROOT, 'tools/n8n-whole/1.123')).n8n ?? '';
const engines = Object.values(pinned(join(ROOT, 'tools/n8n-versions')))
	.filter((version) => version.startsWith('npm:n8n-core@'))
	.map((version) => version.replace('npm:n8n-core@', ''));

const outcome = (title: string, numPassedTests: number) => ({
	title,
	passed: true,
	milliseconds: 1,
	tests: { numPassedTests, numFailedTests: 0 },
});

describe('the page of what the tests ran on', () => {
	it('replaces the line of a run that is repeated and keeps the others', () => {
		const first = withOutcomes('', [outcome('Node.js 22', 7), outcome('n8n-core 2.0.2', 5)], '2026-01-02');
		const second = withOutcomes(first, [outcome('Node.js 22', 8)], '2026-03-04');
		expect(second.split('\n').slice(-3)).toEqual([
			'| Node.js 22 | 8 | 0 | 2026-03-04 |',
			'| n8n-core 2.0.2 | 5 | 0 | 2026-01-02 |',
			'',
		]);
		expect(withOutcomes(second, [], '2026-05-06')).toBe(second);
	});

	it('keeps the old line where a run ended before it could count', () => {
		const page = withOutcomes('', [outcome('Node.js 22', 7)], '2026-01-02');
		expect(withOutcomes(page, [{ title: 'Node.js 22', passed: false, milliseconds: 1 }], '2026-03-04')).toBe(page);
	});

	it('has a line without a failed test for each pinned version, and none for another', () => {
		const runs = [
			...engines.map((version) => `Engine tests in n8n-core ${version}`),
			`The packed node in n8n ${whole}, end to end`,
			'Unit and engine tests on Node.js 22',
			'Unit and engine tests on Node.js 24, expressions in an isolate',
		];
		const lines = readFileSync(COMPATIBILITY, 'utf8').match(/^\| .+ \| [1-9]\d* \| 0 \| \d{4}-\d\d-\d\d \|$/gm) ?? [];
		expect(lines.map((line) => line.split(' | ')[0]?.slice(2)).sort()).toEqual(runs.sort());
	});
});

it('README names the versions that are pinned', () => {
	const others = engines.map(minor).filter((version) => version.startsWith('2.'));
	const listed = `${others.slice(0, -1).join(', ')} and ${others.at(-1)}`;
	expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(
		`Tested with n8n ${minor(tested)} on Node.js 20, 22 and 24, with n8n ${minor(whole)}, and the engines of n8n ${listed} ([results](docs/compatibility.md)).`,
	);
});
