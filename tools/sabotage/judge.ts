import type { JestResult, JestTarget } from './jestRun';

export interface Verdict {
	caught: boolean;
	detail: string;
}

/** The named tests are there and green while nothing is harmed: else their red would say nothing. */
export function greenBefore(result: JestResult, target: JestTarget): Verdict {
	const broken = filesThatDidNotRun(result, target);
	if (broken.length > 0) return { caught: false, detail: `these tests do not even run unharmed: ${broken.join(', ')}` };
	const tests = testsOf(result, target);
	const failing = tests.filter(({ status }) => status === 'failed');
	const [first] = failing;
	if (first) return { caught: false, detail: `red without any harm: ${first.fullName}` };
	const passed = tests.filter(({ status }) => status === 'passed');
	if (passed.length === 0) return { caught: false, detail: 'no test has this name' };
	return { caught: true, detail: `${passed.length} tests` };
}

/** A test must fail by its own judgement: code that no longer loads turns everything red and proves nothing. */
export function caughtBy(result: JestResult | undefined, target: JestTarget): Verdict {
	if (!result) return { caught: false, detail: 'the tests did not end in time' };
	const broken = filesThatDidNotRun(result, target);
	if (broken.length > 0) return { caught: false, detail: `the harmed code does not load in ${broken.join(', ')}` };
	const red = testsOf(result, target).filter(({ status }) => status === 'failed');
	const [first] = red;
	if (!first) return { caught: false, detail: 'all tests stayed green' };
	return { caught: true, detail: red.length === 1 ? first.fullName : `${first.fullName} (and ${red.length - 1} more)` };
}

function testsOf({ testResults }: JestResult, { files, tests }: JestTarget) {
	const pattern = new RegExp(tests, 'i');
	return testResults
		.filter(({ name }) => files.some((file) => name.endsWith(`/${file}`)))
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ fullName }) => pattern.test(fullName));
}

function filesThatDidNotRun({ testResults }: JestResult, { files }: JestTarget): string[] {
	return files.filter(
		(file) =>
			!testResults.some(({ name, assertionResults }) => name.endsWith(`/${file}`) && assertionResults.length > 0),
	);
}
