import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { giveWay, inPortions } from '../../service/clock';
import { isListOrObject } from '../../service/values';
import { hasPhoneName, formatPath } from './aliases';
import { findConsentFields } from './consent';
import { SET_MAP_MANUALLY, SPLIT_OUT } from './advice';
import { joinNames, UnusableContacts } from '../issues';
import { columnLabel } from './fields';
import { addPaths, readTextAt, toText } from './itemFields';
import { chooseFields, toColumnNames, MOST_PHONE_FIELDS } from './chooseFields';
import { contactColumns, type Contact, type ContactColumn, type ContactSource, type Field, type Path } from './types';

type Items = readonly INodeExecutionData[];

/** The input items, and what the form says about them. */
export interface ItemsInput {
	items: Items;
	executeOnce: boolean;
	/** What the resource mapper holds for each column, expressions as they are written; undefined if it maps automatically. */
	mapping?: Record<string, unknown>;
	/** The result of a column's expression for one item. */
	evaluate: (column: string, index: number) => unknown;
}

export function getItemsInput(context: IExecuteFunctions): ItemsInput {
	const isByHand = context.getNodeParameter('columns.mappingMode', 0, 'autoMapInputData') === 'defineBelow';
	const raw: unknown = isByHand && context.getNodeParameter('columns.value', 0, {}, { rawExpressions: true });
	const mapping = isListOrObject(raw) ? (raw as Record<string, unknown>) : {};
	return {
		items: context.getInputData(),
		executeOnce: context.getNode().executeOnce === true,
		mapping: isByHand ? mapping : undefined,
		evaluate: (column, index) =>
			context.getNodeParameter(`columns.value.${column}`, index, '', { skipValidation: true }),
	};
}

/** Whether a field with the country of each contact is mapped by hand. */
export const mapsCountry = ({ mapping }: ItemsInput): boolean => (mapping?.country ?? '') !== '';

/** Contacts from all input items together. The fields are mapped by hand, or recognized by aliases. */
export async function readContactsInItems(input: ItemsInput, country: string): Promise<ContactSource> {
	// n8n drops all items but the first before the node runs, so the other contacts would be lost silently.
	if (input.executeOnce) {
		throw new Refusal(
			"'Execute Once' keeps only the first contact",
			"Turn off 'Execute Once' in the settings of this node. It runs once for all items anyway.",
		);
	}
	return input.mapping ? await readMappedItems(input, input.mapping) : await readRecognizedItems(input.items, country);
}

async function readRecognizedItems(items: Items, country: string): Promise<ContactSource> {
	const paths = await collectPaths(items);
	async function* valuesOf(fields: readonly Field[]) {
		for await (const portion of inPortions(items)) {
			yield portion.map(({ json }) => fields.map(({ path }) => readTextAt(json, path) ?? ''));
		}
	}
	const chosen = await chooseFields(paths, valuesOf, 'inputItems', country);
	if (!chosen.phone) throw await noPhoneError(items, paths);
	const contacts = await collectContacts(items, (item, index) => {
		const contact: Contact = { line: index + 1, phone: '' };
		for (const column of contactColumns) {
			const field = chosen[column];
			if (field) setText(contact, column, readTextAt(item.json, field.path));
		}
		return contact;
	});
	if (contacts.every(({ phone }) => phone === '')) throw await noPhoneError(items, paths, chosen.phone);
	return { ...toSource(contacts, paths), columnsUsed: toColumnNames(chosen), fieldNames: paths.map(formatPath) };
}

/** Keeps the contacts in memory, because an expression evaluated again for the file that is sent might give other values. */
async function collectContacts(items: Items, contactOf: (item: INodeExecutionData, index: number) => Contact) {
	const contacts: Contact[] = [];
	for (const [index, item] of items.entries()) {
		contacts.push(contactOf(item, index));
		// An expression for each of thousands of contacts takes long.
		await giveWay();
	}
	return contacts;
}

/** What both ways to find the fields have in common. */
const toSource = (contacts: readonly Contact[], paths: readonly Path[]) => ({
	from: 'inputItems' as const,
	consentFields: findConsentFields(paths),
	contacts: () => inPortions(contacts),
});

/** An undefined text means that the value is not text, so the contact is not sent. The first such column is the reason. */
function setText(contact: Contact, column: ContactColumn, text: string | undefined): void {
	contact[column] = text ?? '';
	if (text === undefined) contact.notSent ??= { reason: 'notText', column };
}

/** The paths of all fields in the items. */
async function collectPaths(items: Items): Promise<Path[]> {
	const paths = new Map<string, Path>();
	for (const { json } of items) {
		addPaths(json, paths);
		await giveWay();
	}
	return [...paths.values()];
}

/** Says which fields there are, and whether a nested one holds phone numbers, which may be another person's. */
async function noPhoneError(items: Items, paths: readonly Path[], emptyPhoneField?: Field): Promise<UnusableContacts> {
	const what = emptyPhoneField
		? `'${emptyPhoneField.name}' is empty in every input item`
		: `No field has one of the usual names for a phone number. The input items have: ${joinNames(paths.map(formatPath))}`;
	const otherPaths = paths.filter((path) => path !== emptyPhoneField?.path);
	const nested = await findNestedPhone(items, otherPaths);
	const elsewhere = nested ? `. '${formatPath(nested)}' holds phone numbers.` : '';
	return new UnusableContacts(
		'noPhoneColumn',
		`${what}${elsewhere}`,
		`${SET_MAP_MANUALLY} and drag the field with the phone numbers into 'Phone'. ${SPLIT_OUT}`,
	);
}

/** The first nested field with a phone's name that holds at least seven digits in some item. */
async function findNestedPhone(items: Items, paths: readonly Path[]): Promise<Path | undefined> {
	const phones = paths.filter((path) => path.length > 1 && hasPhoneName(path)).slice(0, MOST_PHONE_FIELDS);
	for (const { json } of items) {
		const found = phones.find((path) => /(?:\d\D*){7}/.test(readTextAt(json, path) ?? ''));
		if (found) return found;
		await giveWay();
	}
	return undefined;
}

/** Contacts as mapped in the resource mapper "Columns". */
async function readMappedItems(input: ItemsInput, mapping: Record<string, unknown>): Promise<ContactSource> {
	const hasValue = (column: string) => (mapping[column] ?? '') !== '';
	if (!hasValue('phone')) {
		throw new UnusableContacts(
			'noPhoneColumn',
			"'Phone' under 'Values to Send' is empty",
			"Drag the field with the phone numbers from the input into 'Phone'.",
		);
	}
	const columns = contactColumns.filter(hasValue);
	const fixedColumn = [...columns, 'country'].find((column) => /^(?!=).*\{\{/s.test(String(mapping[column])));
	if (fixedColumn !== undefined) {
		throw new UnusableContacts(
			'fixedExpression',
			`'${columnLabel(fixedColumn)}' under 'Values to Send' contains {{ }} as plain text`,
			"Switch it from 'Fixed' to 'Expression' so that n8n fills it in.",
		);
	}
	const { items, evaluate } = input;
	const readText = (column: string, index: number) => {
		const mapped = mapping[column];
		return toText(typeof mapped === 'string' && mapped.startsWith('=') ? evaluate(column, index) : mapped);
	};
	const paths = await collectPaths(items);
	const contacts = await collectContacts(items, (_, index) => {
		const contact: Contact = { line: index + 1, phone: '' };
		for (const column of columns) setText(contact, column, readText(column, index));
		// Any text that is no country code, so that the phone becomes 'unknownCountry'.
		if (mapsCountry(input)) contact.country = readText('country', index) ?? 'not text';
		return contact;
	});
	const columnsUsed = Object.fromEntries(columns.map((column) => [column, describeMappedValue(mapping[column])]));
	return { ...toSource(contacts, paths), columnsUsed, fieldNames: columns, isMapped: true };
}

/** For example "properties.phone" for {{ $json.properties.phone }}; any other expression as it is written. */
function describeMappedValue(mapped: unknown): string {
	const text = typeof mapped === 'string' ? mapped : JSON.stringify(mapped);
	if (/\$fromai\(/i.test(text)) return 'from the model';
	return /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(text)?.[1] ?? text.replace(/^=/, '');
}
