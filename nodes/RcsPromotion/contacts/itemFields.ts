import { isFilled, isListOrObject, isNoNumber, plainText } from '../../service/values';
import { LONGEST_ROW } from '../../vendor/csvParse';
import type { Path } from './types';

/** A value of an item, with the steps that lead to it. */
interface Leaf {
	/** The steps joined by NUL. */
	key: string;
	outer: Path;
	step: string | number;
	value: unknown;
}

/** The values in an object or a list down to this depth, one at a time, because there may be thousands. What lies deeper is one value. */
export function* leavesOf(json: object, deepest = Infinity, outer: Path = []): Generator<Leaf> {
	const above = outer.join('\0');
	const steps = Array.isArray(json) ? json.entries() : Object.entries(json);
	for (const [step, value] of steps as Iterable<[string | number, unknown]>) {
		if (isFilled(value) && outer.length + 1 < deepest) yield* leavesOf(value, deepest, [...outer, step]);
		else yield { key: `${above}\0${step}`, outer, step, value };
	}
}

/** As text; empty for `false`, which Odoo writes for empty fields. Undefined if it cannot be text, or would take long to read. */
export function toText(value: unknown): string | undefined {
	if (value === false || isNoNumber(value) || (Array.isArray(value) && value.length === 0)) return '';
	const text = plainText(value);
	return isListOrObject(value) || text.length > LONGEST_ROW ? undefined : text.trim();
}

/** The value at this path; undefined if there is nothing. */
export function valueAt(json: unknown, path: Path): unknown {
	let value = json;
	for (const step of path) {
		if (!isListOrObject(value) || !Object.hasOwn(value, step)) return undefined;
		value = (value as Record<string | number, unknown>)[step];
	}
	return value;
}
