import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { columnSources, isOwnCountry, type ColumnSources } from './columnSources';
import type { Field } from './ownFields';
import { isObject } from '../../service/values';
import { nameOfValue, phoneIn, textIn } from './fieldValues';
import {
	isBilling,
	isColumnName,
	isDelivery,
	isPersonName,
	isSamePerson,
	isStaff,
	mayBeOthers,
	personWords,
	phoneName,
	wordsOf,
} from './names';

/** Where CRMs, shops and webhooks put what belongs to the contact itself; "account" or "owner" would be someone else. */
const wrappers: ReadonlySet<string> = new Set(
	`properties fields attributes contact customer lead person subscriber recipient profile record row data object body query
	payload values json user member mergefields customfields formdata form answers phonenumbers phones billing billingaddress
	billingdetails defaultaddress customerdetails shipping shippingaddress shippingdetails phone telephone mobile names core all
	order deal opportunity entry submission response result results responses address addresses contacts customers leads persons
	people subscribers recipients profiles records rows users members details contactdetails contactinfo personalinfo fielddata
	customattributes customfieldvalues customfieldsvalues columnvalues questionsandanswers traits datafields customdata formresponse
	requester`.split(/\s+/),
);
const DEEPEST = 3;
/** How forms and CRMs call the name and the value of a field where they list their fields. */
const fieldNames = ['key', 'name', 'field_name', 'title', 'label', 'question', 'field', 'id'];
const fieldValues = ['text', 'value', 'values', 'answer'];

type ItemField = Field<IDataObject>;

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

/**
 * Every phone number in an object of any of the known shapes, in n8n's wrapping or without, also as a contact with these fields would
 * be written to; and the countries it names.
 */
export function phonesOfObject(value: Record<string, unknown>): { texts: string[]; countries: string[] } {
	const json = (isObject(value.json) ? value.json : value) as IDataObject;
	const named = fieldsOf([{ json }]).filter(({ text }) => text.split('.').some((name) => phoneName(name)));
	const { phone } = itemSources([{ json }]).columns;
	const texts = [phone?.read(json), ...named.map(({ read }) => read(json))].flatMap(textsIn);
	const found = [...new Set(texts)].filter((text) => text !== '');
	return { texts: found.length > 0 ? found : [phoneIn(value) ?? ''], countries: phone?.countries(json) ?? [] };
}

/** The countries that each contact names for itself, wherever its phone number comes from. */
export function countriesOf(items: readonly INodeExecutionData[]): (item: number) => string[] {
	let fields: ItemField[] | undefined;
	return (item) => {
		fields ??= fieldsOf(items).filter(isOwnCountry);
		return fields.flatMap(({ read }) => textIn(read(items[item]?.json ?? {})) || []);
	};
}

/** `{countryCode, number}` is one text, `{work, mobile}` and lists are several. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (isObject(value) && nameOfValue(value) === undefined) return Object.values(value).flatMap(textsIn);
	return typeof value === 'string' ? [value] : [textIn(value) ?? ''];
}

function fieldsOf(items: readonly INodeExecutionData[]): ItemField[] {
	const fields = new Map<string, ItemField>();
	const note = (json: Record<string, unknown>, outer: string[], behind: number) => {
		for (const [name, value] of Object.entries(json)) {
			const bare = wordsOf(name).join('');
			const path = [...outer, name];
			const inner = outer.length < DEEPEST && wrappers.has(bare) && !isPhone(name, value) ? insideOf(value) : undefined;
			if (inner) {
				note(inner, path, Math.max(behind, isDelivery(bare) ? DEEPEST : isBilling(bare) ? 0.5 : 0));
				continue;
			}
			const text = path.join('.');
			if (fields.has(text)) continue;
			const depth = outer.length + behind;
			const isOf = outer.length > 0 ? ownership(outer) : undefined;
			fields.set(text, { text, name, depth, read: readerOf(path), ...(isOf && { isOf }) });
		}
	};
	for (const { json } of items) note(json, [], 0);
	return [...fields.values()];
}

/** Whether what lies in `outer` is the contact's own, and not of somebody with another name. */
function ownership(outer: readonly string[]): (json: IDataObject, name: string) => boolean {
	const readers = outer.map((_, index) => readerOf(outer.slice(0, index + 1)));
	const bare = outer.map((name) => wordsOf(name).join(''));
	const phonesIn = (object: Record<string, unknown> | undefined) =>
		Object.entries(object ?? {}).filter(([name, value]) => !isObject(value) && phoneName(name) !== undefined);
	return (json, name) => {
		const objects = readers.map((read) => insideOf(read(json)));
		return objects.every((object, index) => {
			const outside = index === 0 ? json : objects[index - 1];
			const place = bare[index] ?? '';
			const phones = phonesIn(outside);
			// An order has a phone of its own that is mostly empty, and no person's name.
			const isPersons =
				phones.length > 0 &&
				(phones.some(([, value]) => phoneIn(value) !== undefined) || personIn(outside ?? {}).length > 0);
			if (!object || !(mayBeOthers(place) || isPersons)) return true;
			const others = personIn(object);
			const isNameless = others.length === 0 || personIn(outside ?? {}).length === 0;
			if (isStaff(place) && phones.length > 0 && isNameless) return false;
			return isSamePerson(personWords(name), others);
		});
	};
}

/** The words of a person's name in an object, in their order. */
const personIn = (object: Record<string, unknown>) =>
	Object.entries(object).flatMap(([name, value]) => (isPersonName(name) ? personWords(textIn(value) ?? '') : []));

/** HubSpot's `phone: {value}` and Pipedrive's list are a field, though `phones: {mobile}` holds fields. */
const isPhone = (name: string, value: unknown) =>
	phoneName(name) !== undefined && (!isObject(value) || nameOfValue(value) !== undefined);

/** The fields in a wrapper: an object, a list of one object, or a list of fields with their names. Undefined for anything else. */
function insideOf(value: unknown): Record<string, unknown> | undefined {
	if (isObject(value)) return value;
	if (!Array.isArray(value) || !value.every(isObject)) return undefined;
	let named = 0;
	const entries = value.flatMap((entry): Array<[string, unknown]> => {
		const names = fieldNames.flatMap((key) => textIn(entry[key]) || []);
		// A form may have both its own key for a question and what people read.
		const name = names.find(isColumnName) ?? names[0];
		const held = fieldValues.find((key) => Object.hasOwn(entry, key));
		if (name !== undefined) named++;
		// One that is not filled in may have no value at all.
		return name === undefined || held === undefined ? [] : [[name, { ...entry, value: entry[held] }]];
	});
	if (entries.length === 0 || named < value.length) return value.length === 1 ? value[0] : undefined;
	const fields = Object.create(null) as Record<string, unknown[]>;
	for (const [name, entry] of entries) (fields[name] ??= []).push(entry);
	return fields;
}

function readerOf([outer = '', ...inner]: readonly string[]): (json: IDataObject) => unknown {
	if (inner.length === 0) return (json) => json[outer];
	return (json) => inner.reduce<unknown>((value, name) => insideOf(value)?.[name], json[outer]);
}

/** Several contacts within one item, which n8n's nodes would treat as one. */
export interface ListOfContacts {
	item: number;
	name: string;
	count: number;
}

export function listOfContacts(item: number, json: IDataObject): ListOfContacts | undefined {
	const lists = Object.entries(json).flatMap(([name, value]) => [
		{ name, value },
		...Object.entries(isObject(value) ? value : {}).map(([below, inner]) => ({
			name: `${name}.${below}`,
			value: inner,
		})),
	]);
	for (const { name, value } of lists) {
		if (!Array.isArray(value) || value.length < 2 || !value.every(isObject)) continue;
		const withPhone = value
			.slice(0, 10)
			.filter((contact) => itemSources([{ json: contact as IDataObject }]).columns.phone);
		// One alone is an answer of a form.
		if (withPhone.length > 1) return { item, name, count: value.length };
	}
	return undefined;
}
