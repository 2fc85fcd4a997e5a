import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caughtBy, greenBefore, type JestResult } from '../../harness/sabotagePatch';
import { UnknownNames } from '../../harness/unknownNames';

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

describe('a harm that names', () => {
	const code = mkdtempSync(join(tmpdir(), 'unknown-names-'));
	afterAll(() => rmSync(code, { recursive: true }));
	writeFileSync(
		join(code, 'tsconfig.json'),
		'{ "compilerOptions": { "lib": ["es5"], "types": [] }, "include": ["*.ts"] }',
	);
	writeFileSync(join(code, 'sends.ts'), 'export const sends = { once: 1 };\n');
	writeFileSync(join(code, 'launch.ts'), "import { sends } from './sends';\nexport const launch = () => sends.once;\n");
	const unknownNames = new UnknownNames(code);
	const find = (by: string) => unknownNames.find([{ file: 'launch.ts', find: 'sends.once;', by }]);

	it('what exists is tried', () => expect(find('sends.once * 2;')).toEqual([]));
	it('a variable that does not exist is refused', () => expect(find('sent;')).toEqual(["Cannot find name 'sent'."]));
	it('a property that does not exist is refused', () => {
		expect(find('sends.twice;')).toEqual(["Property 'twice' does not exist on type '{ once: number; }'."]);
	});
	it('is judged without those before it', () => expect(find('sends.once + 1;')).toEqual([]));
});
