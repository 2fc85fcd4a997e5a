// Loads a package as n8n does at its start, and prints what came of it as JSON.
// Arguments: the package's folder, the folder of n8n-core.
const { createRequire } = require('node:module');
const path = require('node:path');
const [packageFolder, coreFolder] = process.argv.slice(2);

const fromPackage = createRequire(path.join(packageFolder, 'dist/index.js'));
const reaches = (name) => {
	try {
		fromPackage.resolve(name);
		return true;
	} catch {
		return false;
	}
};

async function load() {
	const { PackageDirectoryLoader } = require(coreFolder);
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const { nodes, credentials } = loader.types;
	return {
		reachable: [
			'n8n-workflow',
			'luxon',
			'n8n-core',
			'csv-parse',
			'libphonenumber-js',
			'zod',
			'lodash',
			'typescript',
		].filter(reaches),
		nodes: nodes.map(({ name, iconUrl, codex, credentials: used }) => ({ name, iconUrl, codex, used })),
		credentials: credentials.map(({ name, iconUrl, supportedNodes }) => ({ name, iconUrl, supportedNodes })),
		index: Object.keys(fromPackage('./index.js')),
	};
}

const end = (answer) => process.stdout.write(JSON.stringify(answer), () => process.exit(0));
load().then(
	(loaded) => end({ loaded }),
	(thrown) => end({ thrown: String(thrown?.stack ?? thrown) }),
);
