import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One small harm to our own code, and the tests that must notice it. */
export interface Sabotage {
	id: string;
	/** The promise that is broken, in one sentence. */
	promise: string;
	edits: Edit[];
	caughtBy: Target;
}

/** Replaces a text that stands in the file exactly once. */
export interface Edit {
	file: string;
	find: string;
	by: string;
}

/** The narrowest tests that must turn red: files, and a pattern over their full names as jest's -t takes it. */
export interface Target {
	files: string[];
	tests: string;
}

/** A harm in one place under nodes/, noticed by tests of one file under test/. */
export const harm = (
	id: string,
	promise: string,
	[file, find, by]: [file: string, find: string, by: string],
	[testFile, tests]: [testFile: string, tests: string],
): Sabotage => ({
	...{ id, promise, edits: [{ file: `nodes/${file}`, find, by }] },
	caughtBy: { files: [`test/${testFile}.test.ts`], tests },
});

/** What we read of jest's --json. */
export interface JestResult {
	testResults: Array<{ name: string; assertionResults: Array<{ fullName: string; status: string }> }>;
}

export interface Verdict {
	caught: boolean;
	detail: string;
}

/** What the files hold once all edits are made. A text that is not found exactly once says that the code has moved on. */
export function editedFiles(folder: string, edits: readonly Edit[]): Map<string, string> {
	const after = new Map<string, string>();
	for (const { file, find, by } of edits) {
		const path = join(folder, file);
		const text = after.get(path) ?? readFileSync(path, 'utf8');
		const count = text.split(find).length - 1;
		if (count !== 1 || find === by) throw new Error(`${file} holds this ${count} times: ${find}`);
		after.set(
			path,
			text.replace(find, () => by),
		);
	}
	return after;
}

/** Makes all edits, or none; gives back what undoes them. */
export function applyEdits(folder: string, edits: readonly Edit[]): () => void {
	const after = editedFiles(folder, edits);
	const before = [...after.keys()].map((path) => ({ path, text: readFileSync(path, 'utf8') }));
	for (const [path, text] of after) writeFileSync(path, text);
	return () => before.forEach(({ path, text }) => writeFileSync(path, text));
}

/** The named tests are there and green while nothing is harmed: else their red would say nothing. */
export function greenBefore(result: JestResult, target: Target): Verdict {
	const broken = filesThatDidNotRun(result, target);
	if (broken.length > 0) return { caught: false, detail: `these tests do not even run unharmed: ${broken.join(', ')}` };
	const tests = testsOf(result, target);
	const failing = tests.find(({ status }) => status === 'failed');
	if (failing) return { caught: false, detail: `red without any harm: ${failing.fullName}` };
	const isThere = tests.some(({ status }) => status === 'passed');
	return { caught: isThere, detail: isThere ? '' : 'no test has this name' };
}

/** A test must fail by its own judgement: code that no longer loads turns everything red and proves nothing. */
export function caughtBy(result: JestResult | undefined, target: Target): Verdict {
	if (!result) return { caught: false, detail: 'the tests did not end in time' };
	const broken = filesThatDidNotRun(result, target);
	if (broken.length > 0) return { caught: false, detail: `the harmed code does not load in ${broken.join(', ')}` };
	const [first, ...others] = testsOf(result, target).filter(({ status }) => status === 'failed');
	if (!first) return { caught: false, detail: 'all tests stayed green' };
	return {
		caught: true,
		detail: others.length === 0 ? first.fullName : `${first.fullName} (and ${others.length} more)`,
	};
}

const isOf = (file: string) => (result: JestResult['testResults'][number]) => result.name.endsWith(`/${file}`);

function testsOf({ testResults }: JestResult, { files, tests }: Target) {
	const pattern = new RegExp(tests, 'i');
	return testResults
		.filter((result) => files.some((file) => isOf(file)(result)))
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ fullName }) => pattern.test(fullName));
}

const filesThatDidNotRun = ({ testResults }: JestResult, { files }: Target) =>
	files.filter((file) => !testResults.some((result) => isOf(file)(result) && result.assertionResults.length > 0));
