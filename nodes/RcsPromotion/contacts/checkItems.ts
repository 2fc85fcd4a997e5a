import type { INodeExecutionData } from 'n8n-workflow';
import { digestOfTexts } from './bytes';
import { readHeader } from './columns';
import { csvRow } from './csvText';
import { judge, ofTheWhole, verdictOf, type ContactFacts, type Verdict } from './judge';
import { automaticMapping, pathText, valueAt } from './mapping';
import * as texts from './messages';
import { RecipientChecks, type ContactFlaw } from './recipients';
import { TextRow } from './rows';
import { Tally } from './tally';
import { contactColumns } from './types';
import type { CheckedContacts, ContactCheckOptions, ContactColumn, ContactFinding, ContactReport } from './types';
import { fileFromTexts } from './wireFile';

const FILE_NAME = 'contacts.csv';
const ROWS_PER_TEXT = 1000;

/** Contacts from items: which columns they have, and the value of each as it was found. */
export interface ContactItems {
	columns: readonly ContactColumn[];
	columnsUsed: ContactReport['columnsUsed'];
	count: number;
	value(item: number, column: ContactColumn): unknown;
	/** Why there is no phone number to send to, if there is none. */
	withoutPhone: string;
	/** What was chosen although other fields might be meant. */
	remarks: string[];
}

export function automaticContacts(
	items: readonly INodeExecutionData[],
	references: ContactCheckOptions['references'],
): ContactItems {
	const needed = new Set<ContactColumn>(['phone', ...references.map(({ column }) => column)]);
	const { columns, alternatives, fields } = automaticMapping(items, needed);
	const mapped = contactColumns.filter((column) => columns[column] !== undefined);
	return {
		columns: mapped,
		columnsUsed: Object.fromEntries(mapped.map((column) => [column, pathText(columns[column] ?? [column])])),
		count: items.length,
		value: (item, column) => {
			const path = columns[column];
			return path && valueAt(items[item]?.json ?? {}, path);
		},
		withoutPhone: texts.noPhoneField(fields),
		remarks: mapped.flatMap((column) => {
			const others = alternatives[column];
			return others ? [texts.ambiguousMapping(column, pathText(columns[column] ?? [column]), others)] : [];
		}),
	};
}

/** The same checks as for a file, and the file made from the items: UTF-8, comma, CR LF, only the mapped columns. */
export function checkItems(contacts: ContactItems, options: ContactCheckOptions): CheckedContacts {
	const { columns, columnsUsed, count } = contacts;
	const header = readHeader([...columns]);
	const flaws = new Tally<ContactFlaw>();
	const referenced = new Set(options.references.map(({ column }) => column));
	const checks = new RecipientChecks(
		{
			phone: header.positions.phone,
			width: columns.length,
			referenced: columns.flatMap((column, index) => (referenced.has(column) ? [[column, index] as const] : [])),
		},
		flaws,
	);
	const file = new TextsOfRows();
	file.add(columns);
	const textRow = new TextRow();
	let sent = 0;
	for (let item = 0; item < count; item++) {
		const row = columns.map((column) => textOf(contacts.value(item, column), column, item, flaws));
		const isFirst = checks.take(textRow.with(row), item);
		if (!isFirst && options.removeDuplicates) continue;
		sent++;
		file.add(row);
	}
	const duplicatesRemoved = count - sent;
	const facts: ContactFacts = {
		place: 'item',
		header,
		headerIsContact: false,
		rows: count,
		flaws,
		duplicatesAreRemoved: duplicatesRemoved > 0,
	};
	const report: ContactReport = {
		rows: count,
		sent,
		duplicatesRemoved,
		invalid: flaws.of('odd').count,
		columns: [...columns],
		columnsUsed,
		encoding: null,
		delimiter: null,
		...verdictOfItems(contacts, facts, options),
		recipientsDigest: checks.recipients.size > 0 ? checks.recipients.digest() : digestOfTexts(file.texts),
		asItIs: false,
	};
	return report.refusals.length > 0 ? { report } : { report, file: fileFromTexts(FILE_NAME, file.texts) };
}

/** What is said of any list, and what only items can be: of objects, and fields that had to be chosen. */
function verdictOfItems(contacts: ContactItems, facts: ContactFacts, options: ContactCheckOptions): Verdict {
	const judgements = contacts.remarks.map((remark) => ofTheWhole('never', 'ambiguousMapping', remark));
	for (const column of contacts.columns) {
		const found = facts.flaws.of(`notText ${column}`);
		if (found.count === 0) continue;
		const message = texts.notText(column, found);
		judgements.push({ weight: 'always', finding: { code: 'notText', message, ...found } });
	}
	// Nobody could be reached, and the file would be of our own making: refused in any case, and said in terms of fields.
	if (facts.header.positions.phone === undefined) {
		judgements.push(ofTheWhole('always', 'noPhoneColumn', contacts.withoutPhone));
	}
	const own = verdictOf(judgements, options.checkContacts);
	const usual = judge(facts, options);
	const isOther = ({ code }: ContactFinding) => code !== 'noPhoneColumn';
	return {
		refusals: [...own.refusals, ...usual.refusals.filter(isOther)],
		warnings: [...own.warnings, ...usual.warnings.filter(isOther)],
	};
}

/** Rows joined into longer texts: one object for each row would cost more than the rows. */
class TextsOfRows {
	private readonly finished: string[] = [];
	private current = '';
	private rows = 0;

	get texts(): string[] {
		return [...this.finished, this.current];
	}

	add(values: readonly string[]): void {
		this.current += csvRow(values);
		if (++this.rows % ROWS_PER_TEXT > 0) return;
		this.finished.push(this.current);
		this.current = '';
	}
}

/** Numbers become what a person would write, nothing else is changed. */
function textOf(value: unknown, column: ContactColumn, item: number, flaws: Tally<ContactFlaw>): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') {
		flaws.note(`notText ${column}`, item);
		return '';
	}
	// Half of a letter outside the basic plane cannot be written in UTF-8.
	if (!isWellFormed(value)) flaws.note('unreadable', item);
	return value;
}

const isWellFormed = (text: string) =>
	!/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
