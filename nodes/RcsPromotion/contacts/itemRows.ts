import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { isListOrObject, plainText } from '../../service/values';
import { aliasOf, pathText, type Path } from './aliases';
import { candidatesIn, chosenColumns } from './columns';
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
	const paths = pathsIn(items);
	const candidates = candidatesIn(paths.filter(aliasOf));
	const rows = rowsOf(items, (json) => candidates.map(({ path }) => valueAt(json, path)));
	const columns = await chosenColumns(candidates, rows, 'inputItems', country);
	const fields = paths.map(pathText);
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

/** How deep a field may be nested. No path in the table is deeper. */
const DEEPEST = 3;

/** The paths of all fields in the items, nested ones included. */
function pathsIn(items: readonly INodeExecutionData[]): Path[] {
	const paths = new Map<string, Path>();
	const note = (value: object, outer: Path) => {
		const place = outer.join('\0');
		const steps = Array.isArray(value) ? value.entries() : Object.entries(value);
		for (const [step, inner] of steps as Iterable<[string | number, unknown]>) {
			const key = `${place}\0${step}`;
			if (isListOrObject(inner) && outer.length + 1 < DEEPEST) note(inner, [...outer, step]);
			else if (!paths.has(key)) paths.set(key, [...outer, step]);
		}
	};
	for (const { json } of items) note(json, []);
	return [...paths.values()];
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
