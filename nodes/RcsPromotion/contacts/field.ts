import { Refusal } from '../../service/refusal';
import { isListOrObject, isNoNumber, normalizeText, plainText } from '../../service/values';
import { LONGEST_ROW } from '../../vendor/csvParse';
import { fieldLabel, type FieldKind, type FieldNames } from './contact';

/** The steps to a value: of an item, from its own key on; of a file's row, the position of the column. */
export type Path = ReadonlyArray<string | number>;

/** The items' own keys, or the file's columns, each with its first step. */
type Names = ReadonlyMap<string, string | number>;

export const chooseFields = (typed: FieldNames, names: Names, isFile: boolean): ChosenField[] =>
	Object.entries(typed).map(([kind, text]) => new ChosenField(kind as FieldKind, text, names, isFile));

/** A field that the user named. Of several names, the first that is filled in counts, for each contact. */
export class ChosenField {
	/** Of "mobile, phone", the two of them, and whether any contact has each. */
	private readonly parts: Array<{ name: string; path: Path; isFound: boolean }>;

	constructor(
		readonly kind: FieldKind,
		typed: string,
		names: Names,
		isFile: boolean,
	) {
		const whole = findName(kind, typed, names);
		const texts = whole === undefined ? splitAtCommas(typed) : [typed];
		this.parts = texts.map((text) => {
			const name = whole ?? findName(kind, text, names);
			if (name !== undefined) return { name, path: [names.get(name) as string | number], isFound: true };
			return { name: text.trim(), path: isFile ? [] : parsePath(text.trim()), isFound: false };
		});
	}

	/** Its value in an item or a row; undefined if that cannot be text. */
	read(source: unknown): string | undefined {
		for (const part of this.parts) {
			const value = valueAt(source, part.path);
			if (value === undefined) continue;
			part.isFound = true;
			const text = toText(value);
			if (text === undefined) return undefined;
			if (this.kind === 'phone' ? /(?!0)\p{Nd}/u.test(text) : text !== '') return text;
		}
		return '';
	}

	/** Its names that some contact has. */
	get found(): string[] {
		return this.parts.filter(({ isFound }) => isFound).map(({ name }) => name);
	}

	get missing(): string[] {
		return this.parts.filter(({ isFound }) => !isFound).map(({ name }) => name);
	}

	get columns(): number[] {
		return this.parts.flatMap(({ path }) => (typeof path[0] === 'number' ? [path[0]] : []));
	}
}

/** Not within brackets, where a comma belongs to a name. */
const splitAtCommas = (text: string): string[] =>
	(text.match(/(?:\[[^\]]*|[^,[])+/g) ?? []).filter((part) => part.trim() !== '');

/** An exact name wins; otherwise, case and outer spaces do not count. */
function findName(kind: FieldKind, text: string, names: Names): string | undefined {
	// A file may have a column without a name.
	if (text.trim() === '') return undefined;
	const exact = [text, text.trim()].find((name) => names.has(name));
	if (exact !== undefined) return exact;
	const alike = [...names.keys()].filter((name) => normalizeText(name) === normalizeText(text));
	if (alike.length > 1)
		throw new Refusal(
			`'${fieldLabel(kind)}' may mean ${alike.map((name) => `"${name}"`).join(' or ')}`,
			'Type the name exactly as it is written.',
		);
	return alike[0];
}

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\['((?:\\'|[^'])*)'\]|\["((?:\\"|[^"])*)"\]/y;

/** A path as n8n writes it when a field is dragged: `properties.phone`, `phones[0].value`, `props['Mobile No.']`. Empty if it is none. */
function parsePath(text: string): Path {
	const path: Array<string | number> = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < text.length) {
		const step = STEP.exec(text);
		if (!step) return [];
		const [, plain, position, single, double] = step;
		if (position !== undefined) path.push(Number(position));
		else path.push(plain ?? (single ?? double ?? '').replace(/\\(?=['"])/g, ''));
	}
	return path;
}

/** A path in the form in which it can be typed: a name alone as it is, since an exact name wins. */
function formatPath(path: Path): string {
	if (path.length === 1) return String(path[0]);
	const steps = path.map((step) => {
		if (typeof step === 'number') return `[${step}]`;
		return /[.[\],]/.test(step) ? `['${step.replaceAll("'", "\\'")}']` : `.${step}`;
	});
	return steps.join('').replace(/^\./, '');
}

/** Deep enough for what CRMs give: `contact.phones[0].value`. */
const DEEPEST_SHOWN = 4;

export function fieldNamesIn(items: readonly unknown[]): string[] {
	const names = new Set<string>();
	const add = (value: unknown, path: Path): void => {
		if (isListOrObject(value) && path.length < DEEPEST_SHOWN && Object.keys(value).length > 0) {
			// The other entries of a list have the same fields.
			const entries: Array<[string | number, unknown]> = Array.isArray(value) ? [[0, value[0]]] : Object.entries(value);
			for (const [step, inner] of entries) add(inner, [...path, step]);
		} else if (path.length > 0) names.add(formatPath(path));
	};
	for (const item of items) add(item, []);
	return [...names];
}

function valueAt(source: unknown, path: Path): unknown {
	if (path.length === 0) return undefined;
	let value = source;
	// Not with an iterator, as there may be millions of values.
	for (let at = 0; at < path.length; at++) {
		const step = path[at] as string | number;
		if (!isListOrObject(value) || !Object.hasOwn(value, step)) return undefined;
		value = (value as Record<string | number, unknown>)[step];
	}
	return value;
}

/** As text; a list of one is its entry. Undefined if it cannot be text, or would take long to read. */
function toText(value: unknown): string | undefined {
	if (typeof value === 'string') return value.length > LONGEST_ROW ? undefined : value.trim();
	// Some systems write `false` for an empty field.
	if (value === null || value === undefined || value === false || isNoNumber(value)) return '';
	// Its last digits are lost. Written as a spreadsheet does, so that the check leaves it out.
	if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential();
	if (Array.isArray(value) && value.length < 2) return toText(value[0]);
	return isListOrObject(value) ? undefined : plainText(value);
}
