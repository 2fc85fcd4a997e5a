import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { scannerSourceConfigs } from './tools/lint/scannerRules.mjs';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'index.ts'];
const plainJavaScript = ['**/*.js', '**/*.mjs', '**/*.cjs'];
const nodeGlobals = [
	...[
		'Buffer',
		'URL',
		'TransformStream',
		'CountQueuingStrategy',
		'console',
		'performance',
		'process',
		'clearTimeout',
		'setTimeout',
	],
	...['__dirname', 'exports', 'module', 'require'],
];

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', '**/node_modules/', '.cache/'] },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{ files: ['**/*.ts'], extends: [eslint.configs.recommended, ...tseslint.configs.strict] },
	{
		// Rules that ask for types take most of the time of a lint. The compiler reads everything else.
		files: shipped,
		extends: tseslint.configs.strictTypeCheckedOnly,
		languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			// Numbers and booleans read well inside a sentence; objects and undefined do not.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
			// n8n's interfaces ask for promises, also from what has nothing to wait for.
			'@typescript-eslint/require-await': 'off',
			// n8n's types promise more than what old hosts, expressions and foreign services really give.
			'@typescript-eslint/no-unnecessary-condition': 'off',
			'@typescript-eslint/no-unnecessary-type-conversion': 'off',
		},
	},
	{
		files: ['**/*.ts'],
		rules: {
			'no-console': 'error',
			eqeqeq: 'error',
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/no-dynamic-delete': 'off',
		},
	},
	...scannerSourceConfigs,
	// No inline comment may switch a rule off where n8n's scanner would not heed it.
	{ files: shipped, linterOptions: { noInlineConfig: true } },
	// n8n's own lint takes no underscore for an answer.
	{ files: shipped, rules: { '@typescript-eslint/no-unused-vars': ['error', {}] } },
	{
		// Texts come from CRMs, files and the service, and one process of n8n serves everybody: no pattern may take longer than its text.
		files: shipped,
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': 'error',
		},
	},
	{
		// Programs for developers: they talk to a terminal.
		files: ['**/*.ts'],
		ignores: shipped,
		rules: {
			'no-console': 'off',
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/no-require-imports': 'off',
		},
	},
	// Numbers beyond what a number can hold are what some tests are about.
	{ files: ['test/**/*.ts'], rules: { 'no-loss-of-precision': 'off' } },
	{
		files: plainJavaScript,
		extends: [eslint.configs.recommended],
		languageOptions: {
			globals: Object.fromEntries(nodeGlobals.map((name) => [name, name === 'module' ? 'writable' : 'readonly'])),
		},
	},
	{ files: ['**/*.js', '**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
);
