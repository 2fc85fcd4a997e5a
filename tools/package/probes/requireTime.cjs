// Times requiring the nodes when n8n-workflow and luxon are loaded already, as they are in every n8n, and watches whether
// csv-parse starts: the first thing it does is to lay out the byte order marks it knows, that of UTF-16 among them.
// Arguments: the package's folder, then the node files.
const { createRequire } = require('node:module');
const path = require('node:path');
const [packageFolder, ...nodeFiles] = process.argv.slice(2);

const fromPackage = createRequire(path.join(packageFolder, 'dist/index.js'));
fromPackage('n8n-workflow');
fromPackage('luxon');

let csvParseStarts = 0;
const bufferFrom = Buffer.from;
Buffer.from = (...args) => {
	if (Array.isArray(args[0]) && args[0].join() === '255,254') csvParseStarts++;
	return bufferFrom(...args);
};

const startedAt = performance.now();
const usedBefore = process.cpuUsage();
for (const file of nodeFiles) require(path.join(packageFolder, file));
const used = process.cpuUsage(usedBefore);
const wallMs = performance.now() - startedAt;
const startsByLoading = csvParseStarts;

const vendor = require(path.join(packageFolder, 'dist/nodes/vendor/csvParse.js'));
vendor.parse({ bom: true });
process.stdout.write(
	JSON.stringify({ cpuMs: (used.user + used.system) / 1000, wallMs, startsByLoading, startsByUse: csvParseStarts }),
);
