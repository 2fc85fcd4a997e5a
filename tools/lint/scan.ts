/** What n8n's package scanner would find: its rules alone, and no comment in a file can switch one off. */
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';

export interface Scan {
	files: string[];
	/** One line each: file, place, rule, what it says. */
	findings: string[];
}

const rules = async () => await import('./scannerRules.mjs');

export async function scanSource(repository: string): Promise<Scan> {
	const { scannerSourceConfigs } = await rules();
	const parser = tseslint.parser as Linter.Parser;
	const typeScript: Linter.Config = { files: ['**/*.ts'], languageOptions: { parser } };
	const patterns = ['nodes/**/*.ts', 'credentials/**/*.ts', 'index.ts', 'package.json'];
	return await scan(repository, patterns, [typeScript, ...scannerSourceConfigs]);
}

export async function scanPacked(unpackedPackage: string): Promise<Scan> {
	const { scannerPackedConfigs } = await rules();
	return await scan(unpackedPackage, ['**/*.js', 'package.json'], scannerPackedConfigs);
}

async function scan(cwd: string, patterns: string[], overrideConfig: Linter.Config[]): Promise<Scan> {
	const eslint = new ESLint({
		cwd,
		overrideConfigFile: true,
		overrideConfig,
		allowInlineConfig: false,
		errorOnUnmatchedPattern: true,
		// What is packed is linted wherever it lies, also below a folder named node_modules.
		ignore: false,
	});
	const results = await eslint.lintFiles(patterns);
	const findings = results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, column, ruleId, message }) => {
			const file = filePath.slice(cwd.length + 1);
			return `${file}:${line}:${column} ${ruleId ?? 'cannot be parsed'}: ${message}`;
		}),
	);
	return { files: results.map(({ filePath }) => filePath.slice(cwd.length + 1)).sort(), findings };
}
