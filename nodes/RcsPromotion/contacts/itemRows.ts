import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { isListOrObject, plainText } from '../../service/values';
import { aliasOf, leadsToAlias, type Alias } from './aliases';
import { Survey, type Candidate } from './columns';
import { pathText, plainExpression, valueAt, type Path } from './itemPaths';
import * as texts from './messages';
import { plainPhoneKey } from './phone';
import { contactColumns, ContactRefusal, type ContactColumn, type ContactRow, type ContactSource } from './types';

/** Contacts from input items, all taken together: by the table, or as the resource mapper says. */
export function itemRows(context: IExecuteFunctions): ContactSource {
	refuseExecuteOnce(context);
	const isByHand = context.getNodeParameter('columns.mappingMode', 0, 'autoMapInputData') === 'defineBelow';
	return isByHand ? mappedItems(context) : recognizedItems(context.getInputData());
}

/** n8n cuts the input to its first item before the node runs, so the others would be lost without a word. */
function refuseExecuteOnce(context: IExecuteFunctions): void {
	if (context.getNode().executeOnce !== true) return;
	throw new NodeOperationError(context.getNode(), "'Execute Once' keeps only the first contact", {
		description: "Turn off 'Execute Once' in the settings of this node. It runs once for all items anyway.",
	});
}

export function recognizedItems(items: readonly INodeExecutionData[]): ContactSource {
	const candidates = new FieldFinder().fieldsOf(items);
	const survey = new Survey(candidates);
	if (!survey.isSettled) {
		for (const { json } of items) survey.take(({ path }) => textOf(valueAt(json, path)) ?? '');
	}
	const { choice, equalPhones } = survey.chosen('inputItems');
	const fields = allFieldsOf(items);
	if (!choice.phone) throw new ContactRefusal(texts.noPhoneField(fields));
	const columns = contactColumns.filter((column) => choice[column] !== undefined);
	const paths = columns.map((column) => choice[column]?.path ?? []);
	return {
		...sourceOf(
			columns,
			items.map(({ json }, line) => ({ line, values: paths.map((path) => textOf(valueAt(json, path))) })),
		),
		columnsUsed: Object.fromEntries(columns.map((column) => [column, choice[column]?.label])),
		fields,
		remarks: texts.phoneField(choice.phone.label, equalPhones),
	};
}

const sourceOf = (columns: readonly ContactColumn[], rows: ContactRow[]) => ({
	place: 'inputItems' as const,
	columns,
	positions: columns.map((_, at) => at),
	width: rows[0]?.values.length ?? columns.length,
	async *rows() {
		yield rows;
	},
});

/** Numbers become what a person would write. Odoo writes false where nothing is filled in. Undefined for what is no text. */
function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (value === undefined || value === null || value === false) return '';
	return isListOrObject(value) ? undefined : plainText(value);
}

/** Finds the fields of the table in items of any shape; each name is looked up once, however many items there are. */
class FieldFinder {
	private readonly known = new Map<string, { alias?: Alias; leads: boolean }>();
	private readonly found = new Map<string, Candidate>();

	fieldsOf(items: readonly INodeExecutionData[]): Candidate[] {
		for (const { json } of items) this.look(json, [], '');
		return [...this.found.values()];
	}

	private look(json: object, outer: Path, outerKey: string): void {
		const isList = Array.isArray(json);
		for (const [name, value] of Object.entries(json)) {
			const key = `${outerKey}\0${name}`;
			const path = () => [...outer, isList ? Number(name) : name];
			let known = this.known.get(key);
			if (!known) {
				this.known.set(key, (known = { alias: aliasOf(path()), leads: leadsToAlias(path()) }));
			}
			if (isListOrObject(value)) {
				if (known.leads) this.look(value, path(), key);
			} else if (known.alias && !this.found.has(key)) {
				const label = pathText(path());
				this.found.set(key, { label, alias: known.alias, path: path(), position: -1 });
			}
		}
	}
}

const MOST_ITEMS = 20;
const DEEPEST = 3;

/** What there is to choose from, nested fields included. */
function allFieldsOf(items: readonly INodeExecutionData[]): string[] {
	const found = new Set<string>();
	const note = (value: unknown, path: Path) => {
		if (isListOrObject(value) && path.length < DEEPEST && Object.keys(value).length > 0) {
			const isList = Array.isArray(value);
			for (const [name, inner] of Object.entries(value)) note(inner, [...path, isList ? Number(name) : name]);
		} else found.add(pathText(path));
	};
	for (const { json } of items.slice(0, MOST_ITEMS)) note(json, []);
	return [...found];
}

type Reader = (json: IDataObject, item: number) => unknown;

/** Contacts as the resource mapper "Columns" describes them. */
function mappedItems(context: IExecuteFunctions): ContactSource {
	const mapped = mappedFields(context);
	const isMapped = (name: string) => mapped[name] !== undefined && mapped[name] !== null && mapped[name] !== '';
	refuseTypedPhone(mapped.phone);
	const columns = contactColumns.filter(isMapped);
	if (!columns.includes('phone')) throw new ContactRefusal(texts.phoneNotMapped());
	const names = isMapped('country') ? [...columns, 'country'] : columns;
	const readers = names.map((name) => readerOf(context, name, mapped[name]));
	const items = context.getInputData();
	const rows = items.map(({ json }, line) => ({ line, values: readers.map((read) => textOf(read(json, line))) }));
	return {
		...sourceOf(columns, rows),
		columnsUsed: Object.fromEntries(columns.map((column) => [column, sourceText(mapped[column])])),
		countryAt: names.length > columns.length ? columns.length : undefined,
		fields: columns,
		remarks: [],
	};
}

function mappedFields(context: IExecuteFunctions): Record<string, unknown> {
	const value: unknown = context.getNodeParameter('columns.value', 0, {}, { rawExpressions: true });
	return isListOrObject(value) ? (value as Record<string, unknown>) : {};
}

/** A text that no expression fills and that is no phone number: mostly a field's name that was typed instead of dragged. */
function refuseTypedPhone(mapped: unknown): void {
	if (typeof mapped !== 'string' || mapped === '' || /^=.*\{\{/s.test(mapped)) return;
	const text = mapped.replace(/^=/, '');
	if (plainPhoneKey(text) === 0) throw new ContactRefusal(texts.typedPhone(text));
}

/** Resolving an expression takes n8n a tenth of a millisecond, which adds up: fields that are only dragged in are read directly. */
function readerOf(context: IExecuteFunctions, name: string, mapped: unknown): Reader {
	if (typeof mapped !== 'string' || !mapped.startsWith('=')) return () => mapped;
	const paths = plainExpression(mapped);
	const resolve = (item: number): unknown =>
		context.getNodeParameter(`columns.value.${name}`, item, '', { skipValidation: true });
	return (json, item) => {
		const values = paths?.map((path) => valueAt(json, path)) ?? [];
		// What an item lacks is left to n8n, which knows a letter of a text by its place as well.
		if (values.length === 0 || values.includes(undefined)) return resolve(item);
		return values.find(Boolean) ?? values.at(-1);
	};
}

/** The field, or the expression without what n8n puts around it. */
function sourceText(mapped: unknown): string {
	if (typeof mapped !== 'string') return JSON.stringify(mapped);
	const paths = plainExpression(mapped);
	return paths?.length === 1 ? pathText(paths[0] ?? []) : mapped.replace(/^=/, '');
}
