import { isListOrObject } from '../../service/values';

/** The way to a field within an item. */
export type Path = ReadonlyArray<string | number>;

const WORD = /^[A-Za-z_$][\w$]*$/;
const STEP = String.raw`(?:\s*\??\.\s*[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:\d+|'[^'\\]*'|"[^"\\]*")\])`;
const PLAIN = new RegExp(String.raw`^=\{\{\s*\$json${STEP}+(?:\s*\|\|\s*\$json${STEP}+)*\s*\}\}$`);
const FIELD = new RegExp(String.raw`\$json${STEP}+`, 'g');
const EACH_STEP = /\.\s*([A-Za-z_$][\w$]*)|\[(?:(\d+)|'([^'\\]*)'|"([^"\\]*)")\]/g;

/** As people read it: `properties.phone`, `phone[0].value`. */
export const pathText = (path: Path): string =>
	path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/** The value at the end of the way, if there is such a way. */
export function valueAt(json: unknown, path: Path): unknown {
	let value = json;
	for (const step of path) {
		if (!isListOrObject(value) || !Object.hasOwn(value, step)) return undefined;
		value = (value as Record<string | number, unknown>)[step];
	}
	return value;
}

/** An expression that takes the first of these fields that holds something. */
export const expressionFor = (paths: readonly Path[]): string =>
	`{{ ${paths.map((path) => `$json${path.map(stepText).join('')}`).join(' || ')} }}`;

function stepText(step: string | number, at: number): string {
	// An item without what is around the field must not end the whole expression.
	const optional = at === 0 ? '' : '?.';
	if (typeof step === 'string' && WORD.test(step)) return `${optional || '.'}${step}`;
	return `${optional}[${JSON.stringify(step)}]`;
}

/** The ways in an expression that does nothing but take a field, or the first of several that holds something. */
export function plainExpression(expression: string): Path[] | undefined {
	if (!PLAIN.test(expression)) return undefined;
	return [...expression.matchAll(FIELD)].map(([field]) =>
		[...field.matchAll(EACH_STEP)].map(([, ...names]) => names.find((name) => name !== undefined) ?? ''),
	);
}
