import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { bareName, usualNames } from './columns';
import { contactColumns, type ContactColumn } from './types';

/** Where CRMs and webhooks wrap what belongs to the contact itself; "account" or "owner" would be someone else. */
const wrappers: readonly string[] = [
	'properties',
	'fields',
	'attributes',
	'contact',
	'customer',
	'lead',
	'person',
	'subscriber',
	'recipient',
	'profile',
	'record',
	'row',
	'data',
	'body',
	'values',
	'json',
];

/** A field of an item: at the top, or one level down. */
export type FieldPath = readonly [string] | readonly [string, string];

export interface AutomaticMapping {
	columns: Partial<Record<ContactColumn, FieldPath>>;
	/** Other fields that might have been meant. */
	alternatives: Partial<Record<ContactColumn, string[]>>;
	/** All field names, for telling what there is. */
	fields: string[];
}

export const pathText = (path: FieldPath) => path.join('.');

export function valueAt(json: IDataObject, [outer, inner]: FieldPath): unknown {
	const value = json[outer];
	if (inner === undefined) return value;
	return isPlainObject(value) ? value[inner] : undefined;
}

/**
 * One field per column for all items: the best known name among the fields that hold a value anywhere. What holds lists or
 * objects only is not taken for a column that can be done without.
 */
export function automaticMapping(
	items: readonly INodeExecutionData[],
	needed: ReadonlySet<ContactColumn>,
): AutomaticMapping {
	const paths = fieldsOf(items);
	const mapping: AutomaticMapping = { columns: {}, alternatives: {}, fields: [...paths.keys()] };
	for (const column of contactColumns) {
		const [best, ...others] = candidates(column, paths);
		if (!best || (best.isComposite && !needed.has(column))) continue;
		mapping.columns[column] = best.path;
		const rivals = others.filter(({ filled }) => filled).map(({ path }) => pathText(path));
		if (rivals.length > 0) mapping.alternatives[column] = rivals;
	}
	return mapping;
}

interface Field {
	path: FieldPath;
	/** Whether any item holds something there that can be sent. */
	filled: boolean;
	/** Whether items hold nothing but lists or objects there. */
	isComposite: boolean;
}

function candidates(column: ContactColumn, fields: Map<string, Field>): Field[] {
	const rank = ({ path }: Field) => usualNames[column].indexOf(bareName(path.at(-1) ?? ''));
	return [...fields.values()]
		.filter((field) => rank(field) >= 0)
		.sort(
			(a, b) =>
				Number(b.filled) - Number(a.filled) ||
				a.path.length - b.path.length ||
				rank(a) - rank(b) ||
				exactFirst(column, a, b),
		);
}

/** "phone" before "Phone" and "PHONE_". */
function exactFirst(column: ContactColumn, a: Field, b: Field): number {
	return Number(b.path.at(-1) === column) - Number(a.path.at(-1) === column);
}

function fieldsOf(items: readonly INodeExecutionData[]): Map<string, Field> {
	const fields = new Map<string, Field>();
	const note = (path: FieldPath, value: unknown) => {
		const text = pathText(path);
		let field = fields.get(text);
		if (!field) fields.set(text, (field = { path, filled: false, isComposite: false }));
		if (field.filled || !isFilled(value)) return;
		field.filled = typeof value !== 'object';
		field.isComposite = !field.filled;
	};
	for (const { json } of items) {
		for (const [name, value] of Object.entries(json)) {
			if (isPlainObject(value) && wrappers.includes(bareName(name))) {
				for (const [inner, innerValue] of Object.entries(value)) note([name, inner], innerValue);
			} else note([name], value);
		}
	}
	return fields;
}

function isFilled(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

function isPlainObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
