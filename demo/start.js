// The way in to the demo, in plain old JavaScript, so that even a very old Node.js gets as far as saying what it needs.
var OLDEST_NODE = 20;

function refuse(sentence) {
	process.stderr.write('\n' + sentence + '\n');
	process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
	refuse(
		'The demo needs Node.js ' +
			OLDEST_NODE +
			' or newer, and this is ' +
			process.versions.node +
			'. Install a newer one from https://nodejs.org, then run "npm ci && npm run demo".',
	);
}
if (!require('fs').existsSync(require('path').join(__dirname, '..', 'node_modules', 'tsx'))) {
	refuse('The development packages are not installed yet. Run "npm ci" first, then "npm run demo".');
}
require('tsx/cjs');
require('./main.ts');
