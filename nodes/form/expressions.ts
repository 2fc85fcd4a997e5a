/*
 * What expressions look like as they are written. n8n writes `=` in front of a field that holds one.
 */

/** Whether a field holds an expression. */
export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=');

/** Whether it was typed as fixed text, so that it would be sent as it is, though it is meant as an expression about the item. */
export function isExpressionAsText(text: string): boolean {
	const opened = text.indexOf('{{');
	if (text.startsWith('=') || opened < 0) return false;
	const used = text.indexOf('$json', opened);
	return used >= 0 && text.includes('}}', used);
}

/** All that an expression uses: `$('Opt-outs (EU)').all`, `$input.all`, `$items(`, `$json` and the like. */
const USES = /\$\(\s*(?:'[^'\\]*'|"[^"\\]*")\s*\)\s*\??\.\s*\w+|\$input\s*\??\.\s*\w+|\$items\(|\$\w+|\$/g;
/** Uses that do not depend on the item, each as USES finds it. */
const SAME_FOR_ALL_ITEMS =
	'$now $today $execution $workflow $vars $env $secrets $runIndex $nodeVersion $min $max $if $ifEmpty $average $not $items('.split(
		' ',
	);
/** The end of uses that do not depend on it either, because they are of a node as a whole: `$('Opt-outs').all`, `$input.first`. */
const OF_WHOLE_NODE = /\W(?:first|last|all|params|isExecuted)$/;

/** Whether an expression may give a different value for each item. A use that is not known might. */
export function mayDiffer(text: string): boolean {
	const uses = text.startsWith('=') ? (text.match(USES) ?? []) : [];
	return uses.some((use) => !SAME_FOR_ALL_ITEMS.includes(use) && !OF_WHOLE_NODE.test(use));
}

/** Whether a text shows an expression that n8n did not fill in. */
export const hasLeftOverBraces = (text: string): boolean => text.includes('{{') && text.includes('}}');

/** JavaScript as n8n evaluates it. */
export const asExpression = (code: string): string => `{{ ${code} }}`;
