/**
 * The rules that n8n's package scanner applies, kept in one place: the lint of the source, the scanner pass over the
 * source and the one over the packed files all read them from here.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** These three ask for what the newer plugin forbids. */
const contradicted = {
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
};

/** These two compare the name of a file with the name of its TypeScript source, so they can only be asked of that. */
const forSourceOnly = {
	'n8n-nodes-base/cred-filename-against-convention': 'off',
	'n8n-nodes-base/node-filename-against-convention': 'off',
};

const asErrors = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'error']));

const recommended = n8nCommunityNodesPlugin.configs.recommended;
const { community, credentials, nodes } = nodesBase.configs;

const scannerPlugins = { ...recommended.plugins, 'n8n-nodes-base': nodesBase };

/** Warnings count as much as errors: nothing at all may be found. */
const everywhere = { ...asErrors(recommended.rules), 'no-console': 'error' };
const inNodes = { ...nodes.rules, ...contradicted };
const inCredentials = { ...credentials.rules, ...contradicted };

const packageJsonLanguage = {
	parser: tseslint.parser,
	parserOptions: { extraFileExtensions: ['.json'], project: false, projectService: false },
};

const configs = (folder, code, index, language = {}) => [
	{
		files: [...code(`${folder}nodes/**/*`), ...code(`${folder}credentials/**/*`), ...code(index)],
		plugins: scannerPlugins,
		languageOptions: language,
		rules: everywhere,
	},
	{ files: code(`${folder}nodes/**/*`), rules: inNodes },
	{ files: code(`${folder}credentials/**/*`), rules: inCredentials },
	{
		files: ['package.json'],
		plugins: scannerPlugins,
		languageOptions: packageJsonLanguage,
		rules: { ...everywhere, ...community.rules },
	},
];

/** For TypeScript: who lints chooses the parser. */
export const scannerSourceConfigs = configs('', (path) => [`${path}.ts`], 'index');

/** For what is packed: compiled CommonJS. */
export const scannerPackedConfigs = [
	...configs('dist/', (path) => [`${path}.js`], 'dist/index', { sourceType: 'commonjs' }),
	{ files: ['dist/**/*.js'], rules: forSourceOnly },
];
