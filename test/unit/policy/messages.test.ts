import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as ts from 'typescript';

/** Every text of the package that people may read, on the forms and at run time, to be read whole whenever one of them changes. */

const repository = resolve(__dirname, '../../..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'credentials/*.ts', 'nodes/**/*.ts'], {
	cwd: repository,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => file !== '')
	.sort();

/** Two words, of which one is no placeholder, and nothing that only programs write. */
function isProse(text: string): boolean {
	const isOfPrograms = /Content-|\(\?|padding=|<span|\*\/\*|[{};]\s*[a-z-]+\s*:|^[yMdHms:\s-]+$/.test(text);
	return !isOfPrograms && /\S\s+\S/.test(text.trim()) && /\p{L}{2}/u.test(text.replace(/‹[^›]*›/g, ''));
}

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	const spans = node.templateSpans.map(({ expression, literal }) => `‹${nameOf(expression)}›${literal.text}`);
	return node.head.text + spans.join('');
}

/** The last name in an expression without a choice: `launch.request.promotionName` is promotionName. */
function nameOf(expression: ts.Expression): string {
	const text = expression.getText();
	return ts.isConditionalExpression(expression) ? '…' : (/(\w+)(?:\([^()]*\))?$/.exec(text)?.[1] ?? '…');
}

function textsIn(node: ts.Node): string[] {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return [];
	if (ts.isTaggedTemplateExpression(node)) return [];
	if (ts.isCallExpression(node) && /^words$|\.(split|test|exec|replace)$/.test(node.expression.getText())) return [];
	const text = textOf(node);
	const inside: string[] = [];
	ts.forEachChild(node, (child) => void inside.push(...textsIn(child)));
	return text !== undefined && isProse(text) ? [text, ...inside] : inside;
}

/** By folder and in order, so that only what changes for people shows as a change. */
test('every text that people read', () => {
	const found = new Map<string, Set<string>>();
	for (const file of files) {
		const code = readFileSync(resolve(repository, file), 'utf8');
		const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
		const folder = dirname(file);
		found.set(folder, new Set([...(found.get(folder) ?? []), ...textsIn(source)]));
	}
	const pages = [...found].map(([folder, texts]) => [folder, ...[...texts].sort()].join('\n  '));
	expect(pages.join('\n\n')).toMatchSnapshot();
});
