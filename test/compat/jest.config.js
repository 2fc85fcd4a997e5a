/**
 * The engine tests against another n8n-core: HOST_CORE is the folder of its package. What comes with it (n8n-workflow and the
 * container of its services) is taken from where that package finds it.
 */
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { projects, ...settings } = require('../../jest.config.js');

const core = process.env.HOST_CORE ?? '';

/** The folder of a package as seen from another one's; its exports map has no say in it. */
function seenFrom(folder, name) {
	const found = join(folder, 'node_modules', name);
	if (existsSync(join(found, 'package.json'))) return found;
	const parent = dirname(folder);
	if (parent === folder)
		throw new Error(`${name} was not found from ${core}. Run this with: npm run test:hosts -- compat`);
	return seenFrom(parent, name);
}

const ofHost = ['n8n-workflow', '@n8n/di', '@n8n/backend-common'];

module.exports = {
	...settings,
	projects: projects
		.filter(({ displayName }) => displayName === 'engine')
		.map((project) => ({
			...project,
			displayName: `n8n-core ${require(join(core, 'package.json')).version}`,
			moduleNameMapper: {
				'^n8n-core$': core,
				...Object.fromEntries(ofHost.map((name) => [`^${name}$`, seenFrom(core, name)])),
			},
		})),
};
