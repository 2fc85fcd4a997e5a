import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { editedFiles, type Edit } from './sabotagePatch';

/** TypeScript's codes for a name or a property that does not exist. */
const UNKNOWN_NAME = [2304, 2339, 2551, 2552];

/**
 * The names in harmed code that exist nowhere. Such a harm throws a ReferenceError as soon as it runs, which turns any test red, so it says
 * nothing about its promise.
 */
export class UnknownNames {
	private readonly harmed = new Map<string, string>();
	private version = 0;
	private readonly service: ts.LanguageService;

	constructor(private readonly folder: string) {
		const config = ts.parseJsonConfigFileContent(
			ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config,
			ts.sys,
			folder,
		);
		this.service = ts.createLanguageService({
			...ts.sys,
			useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
			getCompilationSettings: () => config.options,
			getScriptFileNames: () => config.fileNames,
			getScriptVersion: (path) => (this.harmed.has(resolve(path)) ? `harmed ${this.version}` : 'unharmed'),
			getScriptSnapshot: (path) =>
				ts.ScriptSnapshot.fromString(this.harmed.get(resolve(path)) ?? readFileSync(path, 'utf8')),
			getCurrentDirectory: () => folder,
			getDefaultLibFileName: ts.getDefaultLibFilePath,
		});
	}

	find(edits: readonly Edit[]): string[] {
		this.harmed.clear();
		this.version++;
		for (const [path, text] of editedFiles(this.folder, edits)) this.harmed.set(path, text);
		return [...this.harmed.keys()].flatMap((path) =>
			this.service
				.getSemanticDiagnostics(path)
				.filter(({ code }) => UNKNOWN_NAME.includes(code))
				.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
		);
	}
}
