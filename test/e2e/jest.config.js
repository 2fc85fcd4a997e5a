const path = require('node:path');
const { projects } = require('../../jest.config');

/** One real n8n for all files, started before them and stopped after them. */
module.exports = {
	displayName: 'e2e',
	testEnvironment: 'node',
	rootDir: path.resolve(__dirname, '../..'),
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	transform: projects[0].transform,
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
	maxWorkers: 1,
	testTimeout: 180_000,
	verbose: true,
};
