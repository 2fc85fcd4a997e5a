const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const gulp = require('gulp');
const ts = require('typescript');

const root = __dirname;
const dist = path.join(root, 'dist');

async function clean() {
	await rm(dist, { recursive: true, force: true });
}

/** The compiler's own API, so that a single finding stops the build and nothing half-made is left to publish. */
async function compile() {
	const configFile = path.join(root, 'tsconfig.json');
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (finding) => fail([finding]) };
	const config = ts.getParsedCommandLineOfConfigFile(configFile, { noEmitOnError: true }, host);
	fail(config.errors);
	const program = ts.createProgram(config.fileNames, config.options);
	const findings = ts.getPreEmitDiagnostics(program);
	fail(ts.sortAndDeduplicateDiagnostics([...findings, ...program.emit().diagnostics]));
}

function fail(findings) {
	if (findings.length === 0) return;
	const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
	throw new Error(`TypeScript has ${findings.length} findings:\n${ts.formatDiagnostics(findings, format)}`);
}

/**
 * n8n installs a community package without its dependencies, so csv-parse becomes part of the one module that uses it.
 * Readable on purpose: whoever reviews the package reads this file too.
 */
async function inlineCsvParse() {
	const core = path.join(root, 'tools/vendor/csvParseCore.mjs');
	const library = path.join(root, 'node_modules/csv-parse');
	const { version } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8'));
	const licence = readFileSync(path.join(library, 'LICENSE'), 'utf8').trim();
	const { metafile } = await esbuild.build({
		absWorkingDir: root,
		entryPoints: ['nodes/vendor/csvParse.ts'],
		outfile: 'dist/nodes/vendor/csvParse.js',
		allowOverwrite: true,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		minify: false,
		metafile: true,
		// node_modules may be a link, as in the copies that the sabotage run makes.
		preserveSymlinks: true,
		alias: { 'csv-parse': core },
		banner: {
			js: `/*!\nContains csv-parse ${version} (https://csv.js.org/parse/), under this licence:\n\n${licence}\n*/`,
		},
		logLevel: 'warning',
	});
	const { imports } = metafile.outputs['dist/nodes/vendor/csvParse.js'];
	if (imports.length > 0) throw new Error(`csvParse.js still imports ${imports.map((entry) => entry.path).join(', ')}`);
	if (!('node_modules/csv-parse/lib/api/index.js' in metafile.inputs)) throw new Error('csv-parse was not inlined');
}

/** Each node's icons and codex. As bytes: gulp would take them for text. The stream tells gulp when all are written. */
function copyAssets() {
	const names = readdirSync(path.join(root, 'nodes')).filter((name) =>
		existsSync(path.join(root, `nodes/${name}/${name}.node.ts`)),
	);
	const assets = names.flatMap((name) => [`nodes/${name}/*.svg`, `nodes/${name}/${name}.node.json`]);
	return gulp.src(assets, { base: '.', encoding: false }).pipe(gulp.dest('dist'));
}

exports.clean = clean;
exports.default = gulp.series(clean, compile, inlineCsvParse, copyAssets);
