import { isFilled, isListOrObject, isNoNumber, plainText } from '../../service/values';
import { LONGEST_ROW } from '../../vendor/csvParse';
import { DEEPEST } from './aliases';
import { MOST_FIELDS, tooManyFieldsError } from './chooseFields';
import type { Path } from './types';

/** Adds the path of each field of an item to `paths`, under its steps joined by NUL. Returns `paths`. */
export function addPaths(json: object, paths: Map<string, Path>): Map<string, Path> {
	const add = (value: object, outer: Path) => {
		const above = outer.join('\0');
		const steps = Array.isArray(value) ? value.entries() : Object.entries(value);
		for (const [step, inner] of steps as Iterable<[string | number, unknown]>) {
			const key = `${above}\0${step}`;
			if (isFilled(inner) && outer.length + 1 < DEEPEST) add(inner, [...outer, step]);
			else if (!paths.has(key)) paths.set(key, [...outer, step]);
			if (paths.size > MOST_FIELDS) throw tooManyFieldsError();
		}
	};
	add(json, []);
	return paths;
}

/**
 * Numbers become text. `false` is empty, because Odoo writes it for empty fields. Undefined for anything that cannot be text, and for
 * text that takes long to read.
 */
export function toText(value: unknown): string | undefined {
	if (value === false || isNoNumber(value) || (Array.isArray(value) && value.length === 0)) return '';
	const text = plainText(value);
	return isListOrObject(value) || text.length > LONGEST_ROW ? undefined : text.trim();
}

/** The text at this path; empty if there is nothing. See toText. */
export function readTextAt(json: unknown, path: Path): string | undefined {
	let value = json;
	for (const step of path) {
		if (!isListOrObject(value) || !Object.hasOwn(value, step)) return '';
		value = (value as Record<string | number, unknown>)[step];
	}
	return toText(value);
}
