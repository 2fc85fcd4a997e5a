/**
 * Two projects: `unit` for pure modules, `engine` for nodes inside n8n's own execution engine.
 * Run one of them with `npm test -- --selectProjects unit`.
 */
const typescript = {
	'^.+\\.ts$': [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
	],
};

const project = (name) => ({
	displayName: name,
	testEnvironment: 'node',
	rootDir: __dirname,
	roots: ['<rootDir>/test'],
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: typescript,
	setupFiles: ['<rootDir>/test/harness/env.ts'],
});

module.exports = {
	// On two processors, too: engine tests wait half of their time.
	maxWorkers: 4,
	// Freeing some 700 MB takes a worker longer than the usual half second on a busy computer.
	workerGracefulExitTimeout: 10_000,
	testTimeout: 180_000,
	projects: [
		{
			...project('unit'),
			// n8n-core takes longer to load than most unit suites take to run; tests that need it are in test/engine.
			moduleNameMapper: { '^n8n-core(/.*)?$': '<rootDir>/test/harness/notInUnitTests.ts' },
		},
		{ ...project('engine'), setupFiles: ['<rootDir>/test/harness/env.ts', '<rootDir>/test/harness/clock.ts'] },
	],
};
