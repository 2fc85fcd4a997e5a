import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { isListOrObject, plainText } from '../../service/values';
import { aliasOf, leadsToAlias, type Alias, type Path } from './aliases';
import { chosenColumns, type Candidate } from './columns';
import { BY_HAND, ContactRefusal, listed } from './contactFinding';
import { contactColumns, type ContactSource } from './types';

/** Contacts from all input items together. The fields come from the table of names, or from the resource mapper. */
export async function itemRows(context: IExecuteFunctions, country: string): Promise<ContactSource> {
	refuseExecuteOnce(context);
	const mapped = mappedColumns(context);
	return mapped ? mappedItems(context, mapped) : await recognizedItems(context.getInputData(), country);
}

/** What the resource mapper holds for each column, expressions as they are written; undefined where it maps automatically. */
export function mappedColumns(context: IExecuteFunctions): Record<string, unknown> | undefined {
	if (context.getNodeParameter('columns.mappingMode', 0, 'autoMapInputData') !== 'defineBelow') return undefined;
	const value: unknown = context.getNodeParameter('columns.value', 0, {}, { rawExpressions: true });
	return isListOrObject(value) ? (value as Record<string, unknown>) : {};
}

/** With Execute Once, n8n drops all items but the first before the node runs, so the other contacts would be lost silently. */
function refuseExecuteOnce(context: IExecuteFunctions): void {
	if (context.getNode().executeOnce !== true) return;
	throw new NodeOperationError(context.getNode(), "'Execute Once' keeps only the first contact", {
		description: "Turn off 'Execute Once' in the settings of this node. It runs once for all items anyway.",
	});
}

export async function recognizedItems(items: readonly INodeExecutionData[], country: string): Promise<ContactSource> {
	const candidates = new FieldFinder().fieldsOf(items);
	const rows = rowsOf(items, (json) => candidates.map(({ path }) => valueAt(json, path)));
	const columns = await chosenColumns(candidates, rows, 'inputItems', country);
	const fields = allFieldsOf(items);
	if (!columns.some(({ name }) => name === 'phone')) {
		throw new ContactRefusal(
			'noPhoneColumn',
			`No field has one of the usual names for a phone number. The input items have: ${listed(fields)}`,
			`${BY_HAND} and drag the field with the phone numbers into 'Phone'. If one item holds a list of contacts, add a Split Out node before this one.`,
		);
	}
	return { place: 'inputItems', columns, rows, width: candidates.length, fields };
}

/** All rows in one portion, read once. */
function rowsOf(
	items: readonly INodeExecutionData[],
	read: (json: IDataObject, item: number) => unknown[],
): ContactSource['rows'] {
	const rows = items.map(({ json }, line) => ({ line, values: read(json, line).map(textOf) }));
	return async function* () {
		yield rows;
	};
}

/** Numbers become text. `false` is empty, because Odoo writes it for empty fields. Undefined for anything that cannot be text. */
function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (value === undefined || value === null || value === false) return '';
	return isListOrObject(value) ? undefined : plainText(value);
}

/** The value at this path; undefined if the path does not exist. */
export function valueAt(json: unknown, path: Path): unknown {
	let value = json;
	for (const step of path) {
		if (!isListOrObject(value) || !Object.hasOwn(value, step)) return undefined;
		value = (value as Record<string | number, unknown>)[step];
	}
	return value;
}

/** The path as people write it: `properties.phone`, `phone[0].value`. */
const pathText = (path: Path): string =>
	path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

const stepsOf = (value: object): Array<[step: string | number, inner: unknown]> =>
	Array.isArray(value) ? [...value.entries()] : Object.entries(value);

/** Finds fields from the table of names in items of any shape. Each path is looked up once, however many items there are. */
class FieldFinder {
	private readonly known = new Map<string, { path: Path; alias?: Alias; leads: boolean }>();
	private readonly found = new Map<string, Candidate>();

	fieldsOf(items: readonly INodeExecutionData[]): Candidate[] {
		for (const { json } of items) this.look(json, [], '');
		return [...this.found.values()];
	}

	private look(value: object, outer: Path, outerKey: string): void {
		for (const [step, inner] of stepsOf(value)) {
			const key = `${outerKey}\0${step}`;
			const { path, alias, leads } = this.known.get(key) ?? this.learn(key, [...outer, step]);
			if (isListOrObject(inner)) {
				if (leads) this.look(inner, path, key);
			} else if (alias && !this.found.has(key)) {
				this.found.set(key, { ...alias, label: pathText(path), path, position: this.found.size });
			}
		}
	}

	private learn(key: string, path: Path) {
		const learned = { path, alias: aliasOf(path), leads: leadsToAlias(path) };
		this.known.set(key, learned);
		return learned;
	}
}

const MOST_ITEMS = 20;
const DEEPEST = 3;

/** All fields the user could choose from, nested ones included. */
function allFieldsOf(items: readonly INodeExecutionData[]): string[] {
	const found = new Set<string>();
	const note = (value: unknown, path: Path) => {
		if (isListOrObject(value) && path.length < DEEPEST && Object.keys(value).length > 0) {
			for (const [step, inner] of stepsOf(value)) note(inner, [...path, step]);
		} else found.add(pathText(path));
	};
	for (const { json } of items.slice(0, MOST_ITEMS)) note(json, []);
	return [...found];
}

/** Contacts as mapped in the resource mapper "Columns". */
function mappedItems(context: IExecuteFunctions, mapped: Record<string, unknown>): ContactSource {
	const isMapped = (name: string) => (mapped[name] ?? '') !== '';
	if (!isMapped('phone')) {
		throw new ContactRefusal(
			'noPhoneColumn',
			"'Phone' under 'Values to Send' is empty",
			"Drag the field with the phone numbers from the input into 'Phone'.",
		);
	}
	const names = contactColumns.filter(isMapped);
	const typed = [...names, 'country'].find((name) => /^(?!=).*\{\{/s.test(String(mapped[name])));
	if (typed !== undefined) {
		throw new ContactRefusal(
			'fixedExpression',
			`The column ${typed} under 'Values to Send' contains {{ }} as plain text`,
			"Switch it from 'Fixed' to 'Expression' so that n8n fills it in.",
		);
	}
	const readers = [...names, 'country'].map((name) => readerOf(context, name, mapped[name]));
	return {
		place: 'inputItems',
		columns: names.map((name, position) => ({ name, label: sourceText(mapped[name]), position })),
		isMapped: true,
		countryAt: isMapped('country') ? names.length : undefined,
		width: readers.length,
		fields: names,
		rows: rowsOf(context.getInputData(), (_, item) => readers.map((read) => read(item))),
	};
}

/** n8n fills in an expression for each item; anything else is the same for all. */
const readerOf = (context: IExecuteFunctions, name: string, mapped: unknown) =>
	typeof mapped === 'string' && mapped.startsWith('=')
		? (item: number): unknown => context.getNodeParameter(`columns.value.${name}`, item, '', { skipValidation: true })
		: () => mapped;

/** For example "properties.phone" for {{ $json.properties.phone }}; any other expression as it is written. */
function sourceText(mapped: unknown): string {
	const text = typeof mapped === 'string' ? mapped : JSON.stringify(mapped);
	return /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(text)?.[1] ?? text.replace(/^=/, '');
}
