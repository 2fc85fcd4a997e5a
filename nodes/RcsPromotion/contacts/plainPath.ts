const EXPRESSION = /^=\{\{\s*\$json((?:\s*\.\s*[A-Za-z_][A-Za-z0-9_]*|\[(?:\d+|'[^'\\]*'|"[^"\\]*")\])+)\s*\}\}$/;
const STEP = /\.\s*([A-Za-z_][A-Za-z0-9_]*)|\[(?:(\d+)|'([^'\\]*)'|"([^"\\]*)")\]/g;

/** The way to a field that an expression names and does nothing else with, as dragging a field into a form writes it. */
export function plainPath(expression: unknown): string[] | undefined {
	const steps = typeof expression === 'string' ? EXPRESSION.exec(expression)?.[1] : undefined;
	if (steps === undefined) return undefined;
	return [...steps.matchAll(STEP)].map(([, ...names]) => names.find((name) => name !== undefined) ?? '');
}

/**
 * The plain value at the end of the way. Undefined where n8n's own expressions should decide: no such way, or no plain value.
 */
export function plainValueAt(json: unknown, path: readonly string[]): { value: unknown } | undefined {
	let value = json;
	for (const [index, name] of path.entries()) {
		if (typeof value !== 'object' || value === null) return undefined;
		if (!Object.hasOwn(value, name)) return undefined;
		value = (value as Record<string, unknown>)[name];
		if (index < path.length - 1) continue;
		return typeof value === 'object' && value !== null ? undefined : { value };
	}
	return undefined;
}
