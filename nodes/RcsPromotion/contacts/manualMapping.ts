import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { ContactItems } from './checkItems';
import * as texts from './messages';
import { contactColumns, type ContactColumn } from './types';

/** Contacts as the resource mapper "Columns" describes them; its expressions are resolved once for each item. */
export function manualContacts(context: IExecuteFunctions, count: number): ContactItems {
	const raw = mapperValue(context, 0, { rawExpressions: true });
	const columns = contactColumns.filter((column) => isMapped(raw[column]));
	const rows = Array.from({ length: count }, (_, item) => {
		const resolved = mapperValue(context, item, { skipValidation: true });
		return columns.map((column) => resolved[column]);
	});
	return {
		columns,
		columnsUsed: Object.fromEntries(columns.map((column) => [column, sourceText(raw[column])])),
		count,
		value: (item, column) => rows[item]?.[columns.indexOf(column)],
		withoutPhone: texts.noColumnsMapped(),
		remarks: [],
	};
}

function mapperValue(
	context: IExecuteFunctions,
	item: number,
	options: { rawExpressions?: boolean; skipValidation?: boolean },
): Partial<Record<ContactColumn, unknown>> {
	const value: unknown = context.getNodeParameter('columns.value', item, {}, options);
	if (value === null || value === '') return {};
	if (typeof value === 'object' && !Array.isArray(value)) return value;
	throw new NodeOperationError(context.getNode(), 'Columns does not name the columns', {
		itemIndex: item,
		description: 'Set Contact Mapping to Manual again and choose a field of the input items for each column.',
	});
}

const isMapped = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The expression as it stands in the form, without what n8n puts around it. */
function sourceText(value: unknown): string {
	if (typeof value !== 'string') return JSON.stringify(value);
	return /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(value)?.[1] ?? value.replace(/^=/, '');
}
