import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPOSITORY, run, seconds } from '../tools/run';

// gulp comes without types.
const gulp = createRequire(__filename)('gulp') as {
	watch(globs: string[], options: { cwd: string; delay: number }, task: () => Promise<void>): void;
};

/**
 * Builds after each save and puts the result where n8n, started to notice it, has the package. That takes no look at types, so the
 * compiler watches beside it and says what it finds.
 */
export function rebuildOnSave(installed: string): void {
	const compiler = join(REPOSITORY, 'node_modules', 'typescript', 'bin', 'tsc');
	void run(process.execPath, [compiler, '--watch', '--noEmit', '--preserveWatchOutput'], { show: 'stdout' });
	const program = join(REPOSITORY, 'node_modules', 'gulp', 'bin', 'gulp.js');
	gulp.watch(['nodes/**', 'credentials/**'], { cwd: REPOSITORY, delay: 150 }, async () => {
		const startedAt = performance.now();
		const { code, output } = await run(process.execPath, [program, 'quick']);
		if (code === 0) await cp(join(REPOSITORY, 'dist'), join(installed, 'dist'), { recursive: true });
		const took = seconds(performance.now() - startedAt);
		console.log(code === 0 ? `Rebuilt (${took}); n8n loads it now.` : `Not rebuilt:\n${output.trimEnd()}`);
	});
}
