import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { caughtBy, editedFiles, greenBefore, type JestResult, type Sabotage } from '../../harness/sabotagePatch';

const repository = resolve(__dirname, '../../..');
const folder = join(repository, 'test/sabotage');
const sabotages = readdirSync(folder).flatMap(
	(file) => (require(join(folder, file)) as { sabotages: Sabotage[] }).sabotages,
);

/** The long run would find a stale patch only after many minutes. */
it.each(sabotages.map((sabotage) => [sabotage.id, sabotage] as const))('%s still applies', (id, sabotage) => {
	expect(() => editedFiles(repository, sabotage.edits)).not.toThrow();
	expect(sabotage.caughtBy.files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
	expect(sabotages.filter((other) => other.id === id)).toHaveLength(1);
});

const target = { files: ['test/a.test.ts'], tests: 'never .* twice' };
const result = (statuses: Record<string, string>, name = '/copy/test/a.test.ts'): JestResult => ({
	testResults: [
		{ name, assertionResults: Object.entries(statuses).map(([fullName, status]) => ({ fullName, status })) },
	],
});

it.each<[string, JestResult | undefined, boolean]>([
	['a named test fails', result({ 'never sends twice': 'failed', another: 'passed' }), true],
	['all stay green', result({ 'never sends twice': 'passed' }), false],
	['only a test of another name fails', result({ 'never sends twice': 'passed', another: 'failed' }), false],
	['only a test of another file fails', result({ 'never sends twice': 'failed' }, '/copy/test/b.test.ts'), false],
	['the harmed code does not load', result({}), false],
	['the tests hang', undefined, false],
])('a harm is judged when %s', (_, jest, caught) => expect(caughtBy(jest, target).caught).toBe(caught));

it.each<[string, JestResult, boolean]>([
	['named tests that pass', result({ 'never sends twice': 'passed', another: 'failed' }), true],
	['a named test that fails already', result({ 'never sends twice': 'failed', 'never asks twice': 'passed' }), false],
	['no test of that name', result({ another: 'passed' }), false],
	['named tests that are skipped', result({ 'never sends twice': 'pending' }), false],
])('a verdict rests on %s', (_, jest, usable) => expect(greenBefore(jest, target).caught).toBe(usable));
