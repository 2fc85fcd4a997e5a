import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { giveWay, inPortions } from '../../service/clock';
import { isListOrObject } from '../../service/values';
import { contactRefusal, joinNames } from '../issues';
import { DEEPEST, formatPath, ITEM_ITSELF } from './aliases';
import {
	findFieldsBeside,
	MOST_FIELDS,
	PhoneSurvey,
	toColumnNames,
	tooManyFieldsError,
	type ChosenFields,
	type PhoneField,
} from './chooseFields';
import { findConsentFields } from './fieldNames';
import { columnLabel } from './formFields';
import { leavesOf, toText, valueAt } from './itemFields';
import { SET_MAP_MANUALLY, SPLIT_OUT } from './reasons';
import { contactColumns, type Contact, type ContactColumn, type ContactSource, type Path } from './types';

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
	return input.mapping ? await readMappedItems(input, input.mapping) : await readRecognizedItems(input, country);
}

async function readRecognizedItems(input: ItemsInput, country: string): Promise<ContactSource> {
	const survey = new PhoneSurvey('inputItems', country);
	const paths = await readFields(input.items, survey);
	const { phone, rivals } = survey.choose();
	if (!phone) throw noPhoneError(paths);
	const chosen: ChosenFields = { ...findFieldsBeside(phone.alias?.container ?? ITEM_ITSELF, paths), phone };
	const columns = contactColumns.filter((column) => chosen[column]);
	const read = (column: string, index: number) =>
		valueAt(input.items[index]?.json, chosen[column as ContactColumn]?.path ?? []);
	return {
		...(await buildSource(input, paths, columns, read)),
		otherPhones: rivals.map(({ name }) => name),
		columnsUsed: toColumnNames(chosen),
		fieldNames: paths.map(formatPath),
	};
}

/** What both ways to find the fields have in common. */
async function buildSource(
	input: ItemsInput,
	paths: readonly Path[],
	columns: readonly ContactColumn[],
	read: (column: string, index: number) => unknown,
) {
	// Kept in memory, because an expression evaluated again for the file that is sent might give other values.
	const contacts: Contact[] = [];
	for (const index of input.items.keys()) {
		const contact: Contact = { line: index + 1, phone: '' };
		for (const column of columns) setText(contact, column, read(column, index));
		// Any text that is no country code, so that the phone becomes 'unknownCountry'.
		if (mapsCountry(input)) contact.country = toText(read('country', index)) ?? 'not text';
		contacts.push(contact);
		// An expression for each of thousands of contacts takes long.
		await giveWay();
	}
	return {
		from: 'inputItems' as const,
		consentFields: findConsentFields(paths),
		contacts: () => inPortions(contacts),
	};
}

/** A value that cannot be text is a fault and stays empty. */
function setText(contact: Contact, column: ContactColumn, value: unknown): void {
	const isInexactId = column === 'businesssubscriberid' && typeof value === 'number' && value > Number.MAX_SAFE_INTEGER;
	// As a spreadsheet shows it, which the check refuses.
	const text = isInexactId ? value.toExponential() : toText(value);
	contact[column] = text ?? '';
	if (text === undefined) contact.faults = [...(contact.faults ?? []), { reason: 'notText', column }];
}

/** The paths of all fields in the items, while the survey sees the phones of each item. */
async function readFields(items: Items, survey?: PhoneSurvey): Promise<Path[]> {
	const fields = new Map<string, PhoneField | undefined>();
	const paths: Path[] = [];
	for (const { json } of items) {
		const phones: Array<[PhoneField, string]> = [];
		for (const { key, outer, step, value } of leavesOf(json, DEEPEST)) {
			if (!fields.has(key)) {
				const path = [...outer, step];
				fields.set(key, survey?.addField(path, paths.length));
				paths.push(path);
				if (paths.length > MOST_FIELDS) throw tooManyFieldsError();
			}
			const phone = fields.get(key);
			if (phone) phones.push([phone, toText(value) ?? '']);
		}
		survey?.addContact(phones);
		await giveWay();
	}
	return paths;
}

const noPhoneError = (paths: readonly Path[]) =>
	contactRefusal(
		'noPhoneColumn',
		`No field has one of the usual names for a phone number. The input items have: ${joinNames(paths.map(formatPath))}`,
		`${SET_MAP_MANUALLY} and drag the field with the phone numbers into 'Phone'. ${SPLIT_OUT}`,
	);

/** Contacts as mapped in the resource mapper "Columns". */
async function readMappedItems(input: ItemsInput, mapping: Record<string, unknown>): Promise<ContactSource> {
	const hasValue = (column: string) => (mapping[column] ?? '') !== '';
	if (!hasValue('phone')) {
		throw contactRefusal(
			'noPhoneColumn',
			"'Phone' under 'Values to Send' is empty",
			"Drag the field with the phone numbers from the input into 'Phone'.",
		);
	}
	const columns = contactColumns.filter(hasValue);
	const fixedColumn = [...columns, 'country'].find((column) => /^(?!=).*\{\{/s.test(String(mapping[column])));
	if (fixedColumn !== undefined) {
		throw contactRefusal(
			'fixedExpression',
			`'${columnLabel(fixedColumn)}' under 'Values to Send' contains {{ }} as plain text`,
			"Switch it from 'Fixed' to 'Expression' so that n8n fills it in.",
		);
	}
	const read = (column: string, index: number) => {
		const mapped = mapping[column];
		return typeof mapped === 'string' && mapped.startsWith('=') ? input.evaluate(column, index) : mapped;
	};
	const source = await buildSource(input, await readFields(input.items), columns, read);
	const columnsUsed = Object.fromEntries(columns.map((column) => [column, describeMappedValue(mapping[column])]));
	return { ...source, otherPhones: [], columnsUsed, fieldNames: columns, isMapped: true };
}

/** A field of an item in an expression: `$json.a?.["b c"][0]`. A name before a parenthesis is what is done with it. */
const FIELDS_USED =
	/(?:\$json|\.json)((?:\??\.?\[(?:"[^"]*"|'[^']*'|\d+)\]|\??\.[\p{L}_$][\p{L}\p{N}_$]*(?!\s*\(|[\p{L}\p{N}_$]))+)/gu;
const STEPS = /\[(?:"([^"]*)"|'([^']*)'|\d+)\]|\.([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** The fields that the user mapped the phone from, whatever their names. */
export function chosenPhoneFields({ mapping }: ItemsInput): Path[] {
	const { phone } = mapping ?? {};
	if (typeof phone !== 'string') return [];
	return [...phone.matchAll(FIELDS_USED)]
		.map(([, steps = '']) => [...steps.matchAll(STEPS)].flatMap((step) => step[1] ?? step[2] ?? step[3] ?? []))
		.filter(({ length }) => length > 0);
}

/** For example "properties.phone" for {{ $json.properties.phone }}; any other expression as it is written. */
function describeMappedValue(mapped: unknown): string {
	const text = typeof mapped === 'string' ? mapped : JSON.stringify(mapped);
	if (/\$fromai\(/i.test(text)) return 'from the model';
	return /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(text)?.[1] ?? text.replace(/^=/, '');
}
