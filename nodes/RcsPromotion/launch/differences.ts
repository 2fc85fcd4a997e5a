import type { INodeProperties } from 'n8n-workflow';
import { isListOrObject } from '../../service/values';

/** Up to here every item is looked at; of more, this many at even distances, the last one among them. */
const MOST_COMPARED = 1_000;

/** An expression may change by itself, as {{ $now }} does, so a difference counts only if it stays when both are asked anew. */
const LOOKS_AT_A_DIFFERENCE = 10;

type Path = Array<string | number>;

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

/** What an expression may look at without looking at its item. Whatever is not among these might. */
const SAME_FOR_ALL_ITEMS =
	/^\$(now|today|execution|workflow|vars|env|secrets|runIndex|nodeVersion|min|max|if|ifEmpty|average|not)$|\.(first|last|all)\(\)$/;
const LOOKS = /\$\w+|\$\([^()]*\)\.(first|last|all)\(\)|\$/g;

const looksAtItem = (expression: string) =>
	(expression.match(LOOKS) ?? []).some((look) => !SAME_FOR_ALL_ITEMS.test(look));

/** Whether a field, as it stands in the form, may say something else for each item. */
export function mayDiffer(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=') && looksAtItem(raw);
	return isListOrObject(raw) && Object.values(raw).some(mayDiffer);
}

/** What a field says, without its parts that cannot differ: a clock moves on, but for all items alike. */
export function partsThatMayDiffer(value: unknown, raw: unknown): unknown {
	if (!isPlain(raw)) return mayDiffer(raw) ? value : null;
	if (!isPlain(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partsThatMayDiffer(part, raw[key])]));
}

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
		if (below) return [/^\d+$/.test(key) ? Number(key) : key, ...below];
	}
	return undefined;
}

/** Objects and arrays of JSON; luxon's times and dates are compared as the text they become. */
function isPlain(value: unknown): value is Record<string, unknown> {
	if (!isListOrObject(value)) return false;
	return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}

/** A place in the form by its labels: "Card 2, Variable 1, Text". */
export function fieldLabel(property: INodeProperties, path: Path): string {
	const labels = property.type === 'fixedCollection' ? [] : [property.displayName];
	let options = property.options;
	for (const step of path) {
		// Further in are the user's own lists and objects.
		if (!options) break;
		if (typeof step === 'number') {
			const last = labels.pop();
			if (last !== undefined) labels.push(`${last} ${step + 1}`);
			continue;
		}
		const option = options.find(({ name }) => name === step);
		if (!option || !('displayName' in option)) break;
		// What repeats is named by its entries: "Variable 1" says more than "Variables".
		if (!('type' in option && option.type === 'fixedCollection')) labels.push(option.displayName);
		options = 'values' in option ? option.values : 'options' in option ? option.options : undefined;
	}
	return labels.length > 0 ? labels.join(', ') : property.displayName;
}
