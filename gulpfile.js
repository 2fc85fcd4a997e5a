const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { Transform } = require('node:stream');
const esbuild = require('esbuild');
const gulp = require('gulp');
const ts = require('typescript');

const root = __dirname;
const dist = path.join(root, 'dist');

async function clean() {
	await rm(dist, { recursive: true, force: true });
}

/** Uses the compiler's own API, so that a single finding stops the build before anything is written that could be published. */
async function checkTypes() {
	const configFile = path.join(root, 'tsconfig.json');
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (finding) => fail([finding]) };
	const config = ts.getParsedCommandLineOfConfigFile(configFile, { noEmit: true }, host);
	fail(config.errors);
	const program = ts.createProgram(config.fileNames, config.options);
	fail(ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program)));
}

function fail(findings) {
	if (findings.length === 0) return;
	const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
	throw new Error(`TypeScript has ${findings.length} findings:\n${ts.formatDiagnostics(findings, format)}`);
}

const readable = {
	absWorkingDir: root,
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	// Reviewers of the package read these files, too.
	minify: false,
	charset: 'utf8',
	allowOverwrite: true,
	metafile: true,
	// node_modules may be a link, for example in the copies that the sabotage run makes.
	preserveSymlinks: true,
	logLevel: 'warning',
};

/** n8n installs a community package without its dependencies, so each library is bundled into a file of the package. */
const libraries = [
	{
		file: 'csvParse',
		entry: 'csv-parse/sync',
		source: 'node_modules/csv-parse/lib/sync.js',
		site: 'https://csv.js.org/parse/',
	},
	{
		file: 'libphonenumber',
		entry: 'libphonenumber-js/core',
		source: 'tools/vendor/phoneNumbers.mjs',
		site: 'https://gitlab.com/catamphetamine/libphonenumber-js',
	},
	{
		file: 'phoneNumberData',
		entry: 'libphonenumber-js/max/metadata',
		contents: () => phoneNumberData('node_modules/libphonenumber-js/metadata.max.json'),
		site: 'https://gitlab.com/catamphetamine/libphonenumber-js',
	},
];

/** Without how each country groups digits, which is a third of the data: nothing here formats numbers. */
function phoneNumberData(file) {
	const data = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
	const formats = 4;
	for (const country of Object.values(data.countries)) country[formats] = 0;
	return `module.exports = ${JSON.stringify(data)};`;
}

async function bundleLibraries() {
	for (const { file, entry, source, contents, site } of libraries) {
		const [library] = entry.split('/');
		const folder = path.join(root, 'node_modules', library);
		const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
		const licence = readFileSync(path.join(folder, 'LICENSE'), 'utf8').trim();
		const outfile = `dist/nodes/vendor/${file}.js`;
		const { metafile } = await esbuild.build({
			...readable,
			...(contents ? { stdin: { contents: contents(), resolveDir: root } } : { entryPoints: [source] }),
			outfile,
			// Nobody reviews this code here, so a small download matters more.
			minify: true,
			banner: { js: `/*!\nContains ${library} ${version} (${site}), under this licence:\n\n${licence}\n*/` },
		});
		const { imports } = metafile.outputs[outfile];
		if (imports.length > 0)
			throw new Error(`${outfile} still imports ${imports.map((found) => found.path).join(', ')}`);
	}
}

/** What a library exports, as getters: its file is read when the first of them is used, not when n8n starts. */
function onFirstUse({ file }) {
	const names = Object.keys(require(path.join(dist, `nodes/vendor/${file}.js`)));
	return `let library;
		const load = () => (library ??= require('./nodes/vendor/${file}.js'));
		module.exports = { ${names.map((name) => `get ${name}() { return load().${name}; }`).join(', ')} };`;
}

/**
 * Bundles both nodes and the credential, which share most of their modules, into one file. It loads in half the time of a hundred and
 * fifty files, and every n8n process loads it at startup.
 */
async function joinModules() {
	await esbuild.build({
		...readable,
		entryPoints: ['index.ts'],
		outfile: 'dist/index.js',
		external: ['n8n-workflow', 'luxon', 'crypto'],
		plugins: [
			{
				name: 'libraries stay files of their own, read on first use',
				setup: ({ onResolve, onLoad }) => {
					onResolve({ filter: /^(csv-parse|libphonenumber-js)\// }, ({ path: name }) => ({
						path: name,
						namespace: 'library',
					}));
					onResolve({ filter: /^\./, namespace: 'library' }, ({ path: file }) => ({ path: file, external: true }));
					onLoad({ filter: /./, namespace: 'library' }, ({ path: name }) => ({
						contents: onFirstUse(libraries.find(({ entry }) => entry === name)),
					}));
				},
			},
		],
	});
}

/** n8n looks for each class in the file that package.json lists for it. */
async function writeEntries() {
	const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	for (const entry of [...n8n.credentials, ...n8n.nodes]) {
		const name = path.basename(entry).split('.')[0];
		const index = path.posix.relative(path.posix.dirname(entry), 'dist/index.js');
		const text = `"use strict";\nconst { ${name} } = require("${index}");\nexports.${name} = ${name};\n`;
		await mkdir(path.join(root, path.dirname(entry)), { recursive: true });
		await writeFile(path.join(root, entry), text);
	}
}

/** Copies each node's icons, codex and output previews, as bytes because gulp would otherwise read them as text. The returned stream tells gulp when all files are written. */
function copyAssets() {
	const names = readdirSync(path.join(root, 'nodes')).filter((name) =>
		existsSync(path.join(root, `nodes/${name}/${name}.node.ts`)),
	);
	const assets = names.flatMap((name) =>
		['*.svg', `${name}.node.json`, '__schema__/**/*.json'].map((file) => `nodes/${name}/${file}`),
	);
	return gulp.src(assets, { base: '.', encoding: false }).pipe(compactJson()).pipe(gulp.dest('dist'));
}

const compactJson = () =>
	new Transform({
		objectMode: true,
		transform: (file, _encoding, done) => {
			if (file.extname === '.json') file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			done(null, file);
		},
	});

exports.clean = clean;
/** Runs after each save in development. Everything else is already built, and demo/rebuild.ts lets the compiler watch beside it. */
exports.quick = gulp.series(joinModules, writeEntries, copyAssets);
exports.default = gulp.series(clean, checkTypes, bundleLibraries, joinModules, writeEntries, copyAssets);
