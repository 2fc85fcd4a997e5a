/**
 * Runs unit tests for Stryker. Its own runner for jest starts jest and loads n8n's modules for each mutant. Here they stay loaded,
 * and only our modules are read anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
/** The copy with the mutants, to which Stryker changes after this module is loaded. */
let folder;
const { transformSync } = require('@swc/core');
const { expect } = require('expect');
const { bind } = require('jest-each');
const [unit] = require('./jest.config.js').projects;
const [, swc] = Object.values(unit.transform)[0];

const TEST_MS = 20_000;
/** As Stryker numbers them. */
const PASSED = 0;
const FAILED = 1;
const KINDS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

const withoutIndentation = (text) => text.trim().replace(/^[ \t]+/gm, '');
expect.extend({
	toMatchInlineSnapshot: (received, snapshot) => ({
		pass: withoutIndentation(`"${received}"`) === withoutIndentation(snapshot),
		message: () => 'another snapshot',
	}),
});

// TypeScript comes before JSON, as a node and its description have the same name.
const { '.json': json, '.node': native } = require.extensions;
delete require.extensions['.json'];
delete require.extensions['.node'];
const compiled = new Map();
require.extensions['.ts'] = (module, filename) => {
	if (!compiled.has(filename)) {
		const { code } = transformSync(readFileSync(filename, 'utf8'), {
			...swc,
			sourceMaps: false,
			filename,
			swcrc: false,
		});
		compiled.set(filename, code);
	}
	module._compile(compiled.get(filename), filename);
};
Object.assign(require.extensions, { '.json': json, '.node': native });

const ourModules = () =>
	Object.keys(require.cache).filter(
		(file) => file.startsWith(folder + sep) && !file.includes(`${sep}node_modules${sep}`),
	);

const newSuite = (name, outer) => ({ name, outer, hooks: Object.fromEntries(KINDS.map((kind) => [kind, []])) });

/** The tests of a file, each with the suite whose hooks surround it. */
function testsOf(file) {
	for (const module of ourModules()) delete require.cache[module];
	const tests = [];
	let suite = newSuite('', undefined);
	const describe = (name, body) => {
		const outer = suite;
		suite = newSuite(`${outer.name}${name} `, outer);
		body();
		suite = outer;
	};
	const it = (name, body) => {
		const id = `${relative(folder, file)} ${suite.name}${name}`;
		const twins = tests.filter((other) => other.name === id).length;
		tests.push({ name: id, id: twins === 0 ? id : `${id} #${twins + 1}`, suite, body });
	};
	describe.each = bind(describe, false);
	it.each = bind(it);
	Object.assign(globalThis, { describe, it, test: it, expect });
	for (const kind of KINDS) globalThis[kind] = (body) => suite.hooks[kind].push(body);
	require(file);
	// Or each reading would stay in memory as a child of this module.
	require.cache[file].parent.children.length = 0;
	return tests;
}

const outwards = (suite) => (suite ? [suite, ...outwards(suite.outer)] : []);

async function inTime(body) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error('too late')), TEST_MS);
	});
	try {
		await Promise.race([body(), late]);
	} finally {
		clearTimeout(timer);
	}
}

async function runTests(tests, onTest, stopsAtFirst) {
	const results = [];
	const begun = new Set();
	const hooks = async (suites, kind) => {
		for (const suite of suites) for (const hook of suite.hooks[kind]) await inTime(hook);
	};
	for (const { id, name, suite, body } of tests) {
		onTest(id);
		const suites = outwards(suite);
		const startedAt = performance.now();
		let failureMessage;
		try {
			const fresh = suites.filter((one) => !begun.has(one)).reverse();
			for (const one of fresh) begun.add(one);
			await hooks(fresh, 'beforeAll');
			await hooks([...suites].reverse(), 'beforeEach');
			await inTime(body);
			await hooks(suites, 'afterEach');
		} catch (thrown) {
			failureMessage = String(thrown?.message ?? thrown) || 'failed';
		}
		const result = { id, name, timeSpentMs: performance.now() - startedAt };
		results.push({
			...result,
			...(failureMessage === undefined ? { status: PASSED } : { status: FAILED, failureMessage }),
		});
		if (failureMessage !== undefined && stopsAtFirst) break;
	}
	onTest(undefined);
	await hooks(begun, 'afterAll').catch(() => undefined);
	return results;
}

function filesIn(place) {
	return readdirSync(join(folder, place), { recursive: true })
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => join(folder, place, file))
		.sort();
}

class UnitTestRunner {
	state = (globalThis.__stryker__ ??= {});
	durations = new Map();
	/** Which of our modules each test file loads. */
	modules = new Map();

	constructor({ unitTests: { folders, without, slowestMs } }) {
		folder = process.cwd();
		this.slowestMs = slowestMs;
		this.files = folders.flatMap(filesIn).filter((file) => !without.some((end) => file.endsWith(end)));
		process.env.NODE_ENV = 'test';
		require(unit.setupFiles[0].replace('<rootDir>', folder));
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	/**
	 * Stryker adds to the time that a mutant may take whatever the first run took beside the tests that are asked. So the slow ones are
	 * found here, before it looks at the clock. A process that replaces one killed for its time reads what the first has found.
	 */
	async init() {
		const found = join(folder, 'durations.json');
		if (existsSync(found)) {
			this.durations = new Map(JSON.parse(readFileSync(found, 'utf8')));
			return;
		}
		const results = await runTests(this.files.flatMap(testsOf), () => undefined, false);
		for (const { id, timeSpentMs } of results) this.durations.set(id, timeSpentMs);
		writeFileSync(found, JSON.stringify([...this.durations]));
	}

	/** Of the quick tests that load what is to be changed. */
	async dryRun({ files: changed = [] }) {
		const tests = this.files.flatMap((file) => {
			const found = testsOf(file);
			const modules = new Set(ourModules());
			this.modules.set(file, modules);
			return changed.length === 0 || changed.some((module) => modules.has(module)) ? found : [];
		});
		const quick = tests.filter(({ id }) => this.durations.get(id) <= this.slowestMs);
		const results = await runTests(quick, (id) => (this.state.currentTestId = id), false);
		return { status: 'complete', tests: results, mutantCoverage: this.state.mutantCoverage };
	}

	/** The quickest files first, and in them the quickest tests, until one fails. */
	async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit }) {
		const { state, durations } = this;
		const asked = testFilter && new Set(testFilter);
		const isAsked = (test) => (asked ? asked.has(test.id) : durationOf(test) <= this.slowestMs);
		const durationOf = ({ id }) => durations.get(id) ?? 0;
		const askedOf = (file) => testFilter?.filter((id) => id.startsWith(`${relative(folder, file)} `));
		const files = this.files
			.filter((file) => this.modules.get(file)?.has(sandboxFileName) !== false && askedOf(file)?.length !== 0)
			.map((file) => ({ file, ms: (askedOf(file) ?? []).reduce((sum, id) => sum + durationOf({ id }), 0) }))
			.sort((a, b) => a.ms - b.ms);
		Object.assign(state, { activeMutant: activeMutant.id, hitCount: hitLimit && 0, hitLimit });
		try {
			const results = [];
			for (const { file } of files) {
				const tests = testsOf(file).filter(isAsked);
				tests.sort((a, b) => durationOf(a) - durationOf(b));
				results.push(...(await runTests(tests, () => undefined, true)));
				if (results.some(({ status }) => status === FAILED)) break;
			}
			if (hitLimit && state.hitCount > hitLimit) return { status: 'timeout' };
			const failed = results.find(({ status }) => status === FAILED);
			return failed
				? { status: 'killed', failureMessage: failed.failureMessage, killedBy: [failed.id], nrOfTests: results.length }
				: { status: 'survived', nrOfTests: results.length };
		} catch (thrown) {
			return { status: 'killed', failureMessage: String(thrown), killedBy: [], nrOfTests: 0 };
		} finally {
			Object.assign(state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
		}
	}
}

const create = (options) => new UnitTestRunner(options);
create.inject = ['options'];

export const strykerPlugins = [{ kind: 'TestRunner', name: 'unit', factory: create }];
