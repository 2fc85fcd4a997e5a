import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** A text that people review, in a file of its own. `RENEW=yes` writes it anew. */
export function expectSaved(path: string, text: string): void {
	if (process.env.RENEW === 'yes') {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	try {
		expect(text).toBe(readFileSync(path, 'utf8'));
	} catch (thrown) {
		const test = relative(process.cwd(), expect.getState().testPath ?? '');
		const advice = `If that is meant, write it anew with \`RENEW=yes npm test -- ${test}\`, and look at its diff.`;
		const error = new Error(`${(thrown as Error).message}\n\n${advice}`);
		Error.captureStackTrace(error, expectSaved);
		throw error;
	}
}
