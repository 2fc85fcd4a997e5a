import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { columnSources, type ColumnSources, type Field } from './columnSources';
import { isObject } from '../../service/values';
import { phoneIn } from './fieldValues';
import { wordsOf } from './names';

/** Where CRMs, shops and webhooks put what belongs to the contact itself; "account" or "owner" would be someone else. */
const wrappers: ReadonlySet<string> = new Set(
	`properties fields attributes contact customer lead person subscriber recipient profile record row data object body query
	payload values json user member mergefields customfields formdata form answers phonenumbers phones billing billingaddress
	billingdetails defaultaddress customerdetails shipping shippingaddress shippingdetails`.split(/\s+/),
);
/** A delivery address may be another person's, so it is used last. */
const LATER = /^shipping/;
const DEEPEST = 2;

export type ItemField = Field<IDataObject>;

/** Which fields of the items are meant by which column. */
export function itemSources(items: readonly INodeExecutionData[]): ColumnSources<IDataObject> & { fields: string[] } {
	const fields = fieldsOf(items);
	return {
		...columnSources(
			fields,
			items.map(({ json }) => json),
		),
		fields: fields.map(({ text }) => text),
	};
}

/** The phone number in an object of any of the known shapes, in n8n's wrapping or without. */
export function phoneOfObject(value: Record<string, unknown>): unknown {
	const json = (isObject(value.json) ? value.json : value) as IDataObject;
	return itemSources([{ json }]).columns.phone?.read(json) ?? phoneIn(value);
}

function fieldsOf(items: readonly INodeExecutionData[]): ItemField[] {
	const fields = new Map<string, ItemField>();
	const note = (json: Record<string, unknown>, outer: string[], isLater: boolean) => {
		for (const [name, value] of Object.entries(json)) {
			const bare = wordsOf(name).join('');
			const path = [...outer, name];
			if (isObject(value) && outer.length < DEEPEST && wrappers.has(bare) && !isValue(value)) {
				note(value, path, isLater || LATER.test(bare));
				continue;
			}
			const text = path.join('.');
			if (fields.has(text)) continue;
			fields.set(text, { text, name, depth: outer.length + (isLater ? DEEPEST : 0), read: readerOf(path) });
		}
	};
	for (const { json } of items) note(json, [], false);
	return [...fields.values()];
}

/** HubSpot's `phone: {value}` is a field, though `phones: {mobile}` holds fields. */
const isValue = (value: Record<string, unknown>) => phoneIn(value) !== undefined;

function readerOf(path: readonly string[]): (json: IDataObject) => unknown {
	const [outer = '', inner, innermost] = path;
	if (inner === undefined) return (json) => json[outer];
	if (innermost === undefined) return (json) => at(json[outer], inner);
	return (json) => at(at(json[outer], inner), innermost);
}

const at = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
