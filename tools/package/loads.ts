import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The only module of Node.js that n8n's rules let a package import: for digests. */
const ALLOWED_OF_NODE = ['crypto'];

/** Modules that a packed file loads although no n8n may have them. A test in the repository cannot notice: here, all are installed. */
export async function foreignLoads(folder: string, files: string[], provided: readonly string[]): Promise<string[]> {
	const findings: string[] = [];
	const allowed = [...provided, ...ALLOWED_OF_NODE];
	await build({
		absWorkingDir: folder,
		entryPoints: files,
		bundle: true,
		write: false,
		outdir: 'nowhere',
		platform: 'node',
		logLevel: 'silent',
		plugins: [
			{
				name: 'note what is loaded',
				setup: ({ onResolve }) =>
					onResolve({ filter: /.*/ }, ({ kind, path, importer }) => {
						if (kind === 'entry-point' || path.startsWith('.')) return undefined;
						if (!allowed.includes(path)) findings.push(`${importer} loads ${path}`);
						return { path, external: true };
					}),
			},
		],
	});
	for (const file of files) {
		// A module named only when it runs: nobody can tell which.
		const computed = /\brequire\s*\(\s*(?!["'])[^)]*\)/.exec(await readFile(join(folder, file), 'utf8'));
		if (computed) findings.push(`${file}: ${computed[0]}`);
	}
	return findings;
}
