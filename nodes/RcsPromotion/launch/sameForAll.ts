import type { INodeProperties } from 'n8n-workflow';

/** Up to here every item is looked at; of more, this many at even distances, the last one among them. */
const MOST_COMPARED = 1_000;

/** An expression may change by itself, as {{ $now }} does, so a difference counts only if it stays when both are asked anew. */
const LOOKS_AT_A_DIFFERENCE = 10;

export type Path = Array<string | number>;

export interface Difference {
	path: Path;
	itemIndex: number;
	/** Whether the value of one and the same item changes each time it is asked for. */
	changesByItself: boolean;
}

export function comparedItems(count: number): number[] {
	if (count <= MOST_COMPARED) return Array.from({ length: count }, (_, index) => index);
	return Array.from({ length: MOST_COMPARED }, (_, index) => Math.round((index * (count - 1)) / (MOST_COMPARED - 1)));
}

export const holdsExpression = (value: unknown): boolean => {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
};

/** The first item for which a parameter says something else than for the first item. */
export function firstDifference(itemCount: number, read: (itemIndex: number) => unknown): Difference | undefined {
	let first = read(0);
	for (const itemIndex of comparedItems(itemCount).slice(1)) {
		let path = differingPath(first, read(itemIndex));
		for (let look = 0; path && look < LOOKS_AT_A_DIFFERENCE; look++) {
			first = read(0);
			path = differingPath(first, read(itemIndex));
		}
		if (path) return { path, itemIndex, changesByItself: differingPath(first, read(0)) !== undefined };
	}
	return undefined;
}

function differingPath(a: unknown, b: unknown): Path | undefined {
	if (Object.is(a, b)) return undefined;
	if (!isPlain(a) || !isPlain(b)) return JSON.stringify(a) === JSON.stringify(b) ? undefined : [];
	const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
	for (const key of keys) {
		const below = differingPath(a[key], b[key]);
		if (below) return [Array.isArray(a) && Array.isArray(b) ? Number(key) : key, ...below];
	}
	return undefined;
}

/** Objects and arrays of JSON; luxon's times and dates are compared as the text they become. */
function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}

/** A place in the form by its labels: "Card 2, Variable 1, Text". */
export function labelOf(property: INodeProperties, path: Path): string {
	const labels = property.type === 'fixedCollection' ? [] : [property.displayName];
	let options = property.options;
	for (const step of path) {
		if (typeof step === 'number') {
			const last = labels.pop();
			if (last !== undefined) labels.push(`${last} ${step + 1}`);
			continue;
		}
		const option = options?.find(({ name }) => name === step);
		if (!option || !('displayName' in option)) break;
		// What repeats is named by its entries: "Variable 1" says more than "Variables".
		if (!('type' in option && option.type === 'fixedCollection')) labels.push(option.displayName);
		options = 'values' in option ? option.values : 'options' in option ? option.options : undefined;
	}
	return labels.length > 0 ? labels.join(', ') : property.displayName;
}
