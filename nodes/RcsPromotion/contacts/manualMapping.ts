import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { phoneDigits } from '../../service/phoneDigits';
import type { ContactItems } from './checkItems';
import { unwrapped } from './fieldValues';
import { countriesOf } from './itemFields';
import * as texts from './messages';
import { MINIMUM_DIGITS } from './phones';
import { plainPath, plainValueAt } from './plainPath';
import { contactColumns, type ContactColumn } from './types';

/** Contacts as the resource mapper "Columns" describes them; its expressions are resolved once for each item. */
export function manualContacts(context: IExecuteFunctions): ContactItems {
	const mapped = mappedFields(context);
	const typedPhone = isMapped(mapped.phone) && isTypedName(mapped.phone) ? mapped.phone : undefined;
	const columns = contactColumns.filter(
		(column) => isMapped(mapped[column]) && !(column === 'phone' && typedPhone !== undefined),
	);
	const items = context.getInputData();
	const readers = columns.map((column) => readerOf(context, column, mapped[column]));
	const rows = items.map(({ json }, item) => readers.map((read) => read(json, item)));
	return {
		columns,
		count: items.length,
		value: (item, column) => unwrapped(rows[item]?.[columns.indexOf(column)]),
		countries: countriesOf(items),
		listIn: () => undefined,
		sourceOf: (column) => sourceText(mapped[column]),
		fields: columns,
		withoutPhone: typedPhone === undefined ? texts.noColumnsMapped() : texts.typedPhone(typedPhone.replace(/^=/, '')),
		remarks: [],
	};
}

type Reader = (json: unknown, item: number) => unknown;

/** Resolving an expression takes n8n a tenth of a millisecond, which adds up: fields that are only dragged in are read directly. */
function readerOf(context: IExecuteFunctions, column: ContactColumn, mapped: unknown): Reader {
	if (typeof mapped !== 'string' || !mapped.startsWith('=')) return () => mapped;
	const path = plainPath(mapped);
	const resolve = (item: number): unknown =>
		context.getNodeParameter(`columns.value.${column}`, item, '', { skipValidation: true });
	return (json, item) => {
		const plain = path && plainValueAt(json, path);
		return plain ? plain.value : resolve(item);
	};
}

function mappedFields(context: IExecuteFunctions): Partial<Record<ContactColumn, unknown>> {
	const value: unknown = context.getNodeParameter('columns.value', 0, {}, { rawExpressions: true });
	if (value === null || value === '') return {};
	if (typeof value === 'object' && !Array.isArray(value)) return value;
	throw new NodeOperationError(context.getNode(), "'Values to Send' does not name the columns", {
		description: "Set 'Contact Mapping' to 'Manual' again and choose a field of the input items for each column.",
	});
}

const isMapped = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A text that no expression fills and that is no phone number either: mostly a field's name that was typed instead of dragged. */
const isTypedName = (mapped: unknown): mapped is string =>
	typeof mapped === 'string' && !/^=.*\{\{/s.test(mapped) && phoneDigits(mapped).length < MINIMUM_DIGITS;

/** The field, or the expression without what n8n puts around it. */
function sourceText(mapped: unknown): string {
	if (typeof mapped !== 'string') return JSON.stringify(mapped);
	return plainPath(mapped)?.join('.') ?? mapped.replace(/^=/, '');
}
