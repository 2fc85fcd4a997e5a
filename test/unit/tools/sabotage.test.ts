import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdits, edited, PatchNoLongerApplies } from '../../../tools/sabotage/edit';
import type { JestResult } from '../../../tools/sabotage/jestRun';
import { caughtBy, greenBefore } from '../../../tools/sabotage/judge';

describe('a patch', () => {
	test('replaces a text that is there once, to the letter', () => {
		expect(edited('a(b); c', { file: 'x', find: 'b', by: '$& $1' })).toBe('a($& $1); c');
	});
	test.each([
		['missing', 'z', 'y'],
		['there twice', 'a', 'y'],
		['replaced by itself', 'b', 'b'],
	])('no longer applies where its text is %s', (_, find, by) => {
		expect(() => edited('a b a', { file: 'x', find, by })).toThrow(PatchNoLongerApplies);
	});

	describe('of several edits', () => {
		let folder: string;
		const text = (file: string) => readFileSync(join(folder, file), 'utf8');
		beforeEach(() => {
			folder = mkdtempSync(join(tmpdir(), 'edits-'));
			writeFileSync(join(folder, 'one'), 'a b');
			writeFileSync(join(folder, 'two'), 'c');
		});
		afterEach(() => rmSync(folder, { recursive: true }));

		test('is made whole, also within one file, and undone whole', () => {
			const undo = applyEdits(folder, [
				{ file: 'one', find: 'a', by: 'x' },
				{ file: 'one', find: 'x b', by: 'y' },
				{ file: 'two', find: 'c', by: 'z' },
			]);
			expect([text('one'), text('two')]).toEqual(['y', 'z']);
			undo();
			expect([text('one'), text('two')]).toEqual(['a b', 'c']);
		});
		test('is not made at all when one of them no longer applies', () => {
			const edits = [
				{ file: 'one', find: 'a', by: 'x' },
				{ file: 'two', find: 'missing', by: 'z' },
			];
			expect(() => applyEdits(folder, edits)).toThrow(PatchNoLongerApplies);
			expect([text('one'), text('two')]).toEqual(['a b', 'c']);
		});
	});
});

describe('the verdict', () => {
	const target = { files: ['test/a.test.ts'], tests: 'never .* twice' };
	const result = (statuses: Record<string, string>, name = '/copy/test/a.test.ts'): JestResult => ({
		numPassedTests: 0,
		numFailedTests: 0,
		testResults: [
			{
				name,
				message: '',
				assertionResults: Object.entries(statuses).map(([fullName, status]) => ({ fullName, status })),
			},
		],
	});

	test('is "caught" when a named test fails', () => {
		expect(caughtBy(result({ 'never sends twice': 'failed', another: 'passed' }), target)).toEqual({
			caught: true,
			detail: 'never sends twice',
		});
	});
	test.each<[string, JestResult | undefined]>([
		['all stay green', result({ 'never sends twice': 'passed' })],
		['only a test of another name fails', result({ 'never sends twice': 'passed', 'sends once': 'failed' })],
		['only a test of another file fails', result({ 'never sends twice': 'failed' }, '/copy/test/b.test.ts')],
		['the harmed code does not load', result({})],
		['the tests hang', undefined],
	])('is "survived" when %s', (_, jest) => {
		expect(caughtBy(jest, target).caught).toBe(false);
	});
	test.each<[string, JestResult, boolean]>([
		['named tests that pass', result({ 'never sends twice': 'passed', another: 'failed' }), true],
		['a named test that fails already', result({ 'never sends twice': 'failed', 'never asks twice': 'passed' }), false],
		['no test of that name', result({ another: 'passed' }), false],
		['named tests that are skipped', result({ 'never sends twice': 'pending' }), false],
		['a file that does not load', result({}), false],
	])('rests on %s', (_, jest, usable) => {
		expect(greenBefore(jest, target).caught).toBe(usable);
	});
});
