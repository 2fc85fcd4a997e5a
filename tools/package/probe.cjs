// Run in a process of its own, where the package reaches nothing but what n8n provides. Prints JSON.
//   load <package> <n8n-core>     loads the package as n8n does at its start, and tells what n8n would miss
//   time <package> <node files>   times the loading of the nodes, and tells which libraries came along
const { createRequire } = require('node:module');
const path = require('node:path');
const [what, packageFolder, ...rest] = process.argv.slice(2);
const fromPackage = createRequire(path.join(packageFolder, 'dist/index.js'));

const reaches = (name) => {
	try {
		return Boolean(fromPackage.resolve(name));
	} catch {
		return false;
	}
};

async function load(coreFolder) {
	const { PackageDirectoryLoader } = require(coreFolder);
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const { nodes, credentials } = loader.types;
	const missing = [...nodes, ...credentials]
		.filter(({ iconUrl }) => !iconUrl?.light || !iconUrl.dark)
		.map(({ name }) => `${name} has no light and dark icon`);
	for (const { name, codex, credentials: used } of nodes) {
		if (!codex?.categories.length) missing.push(`${name} has no categories from its codex`);
		if (!used?.length) missing.push(`${name} uses no credential`);
	}
	for (const { name, supportedNodes } of credentials)
		if (!supportedNodes?.length) missing.push(`${name} serves no node`);
	if (nodes.length === 0 || credentials.length === 0) missing.push('n8n finds no node or no credential');
	const beyond = ['n8n-core', 'csv-parse', 'libphonenumber-js', 'zod', 'typescript'].filter(reaches);
	return [...missing, ...beyond.map((name) => `The package reaches ${name}, so this proves nothing`)];
}

/** n8n-workflow and luxon are loaded already, as in every n8n. */
function time(nodeFiles) {
	fromPackage('n8n-workflow');
	fromPackage('luxon');
	const before = process.cpuUsage();
	for (const file of nodeFiles) require(path.join(packageFolder, file));
	const { user, system } = process.cpuUsage(before);
	const libraries = Object.keys(require.cache).filter((file) => file.includes(`${path.sep}vendor${path.sep}`));
	return { cpuMs: (user + system) / 1000, libraries };
}

Promise.resolve(what === 'load' ? load(rest[0]) : time(rest)).then((answer) =>
	process.stdout.write(JSON.stringify(answer), () => process.exit(0)),
);
