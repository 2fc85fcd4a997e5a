/** Which modules a packed file loads, found in its syntax tree: a comment or a text is not an import. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What every n8n has and shares with the packages it loads. */
export const providedByHost = ['n8n-workflow', 'luxon'];

/** The only module of Node.js that n8n's rules let a package import: for digests. */
export const allowedOfNode = ['crypto'];

export interface Load {
	/** The text between the quotation marks; undefined when it is computed. */
	module: string | undefined;
	line: number;
}

export function loadsIn(code: string): Load[] {
	const file = ts.createSourceFile('file.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
	const loads: Load[] = [];
	const add = (node: ts.Node, module: ts.Node | undefined) => {
		const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
		loads.push({ module: module && ts.isStringLiteralLike(module) ? module.text : undefined, line });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node, node.arguments[0]);
		else if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
			add(node, node.moduleSpecifier);
		// Any other mention of `require` may end up as a load that nobody sees here.
		else if (ts.isIdentifier(node) && node.text === 'require' && !isKey(node)) add(node, calledWith(node));
		ts.forEachChild(node, visit);
	};
	visit(file);
	return loads;
}

function isKey(node: ts.Identifier): boolean {
	return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** The first argument of `require(…)` or `module.require(…)`. */
function calledWith(node: ts.Identifier): ts.Node | undefined {
	const callee = ts.isPropertyAccessExpression(node.parent) ? node.parent : node;
	return ts.isCallExpression(callee.parent) && callee.parent.expression === callee
		? callee.parent.arguments[0]
		: undefined;
}

export function foreignLoads(folder: string, files: string[]): string[] {
	return files
		.filter((file) => file.endsWith('.js'))
		.flatMap((file) => {
			const isFine = ({ module }: Load) =>
				module !== undefined &&
				([...providedByHost, ...allowedOfNode].includes(module) ||
					(module.startsWith('.') && isInside(folder, file, module)));
			return loadsIn(readFileSync(join(folder, file), 'utf8'))
				.filter((load) => !isFine(load))
				.map(({ module, line }) => `${file}:${line} loads ${module ?? 'a module by a computed name'}`);
		});
}

function isInside(folder: string, file: string, module: string): boolean {
	const target = join(folder, dirname(file), module);
	if (!target.startsWith(join(folder, 'dist/'))) return false;
	return ['', '.js', '/index.js'].some((ending) => /\.js$/.test(target + ending) && existsSync(target + ending));
}
