import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isWellFormed } from '../../service/values';
import { digestOfTexts } from './bytes';
import { csvRow } from './csvText';
import { textIn, unwrapped } from './fieldValues';
import { itemSources, listOfContacts, type ListOfContacts } from './itemFields';
import * as texts from './messages';
import { fileFromTexts } from './outgoingFile';
import { ContactReview, type Flaws } from './review';
import { contactColumns } from './types';
import type { CheckedContacts, ContactCheckOptions, ContactColumn } from './types';
import { findingsOn, ofTheList, verdictOn, type WeighedFinding } from './verdict';

const FILE_NAME = 'contacts.csv';
const ROWS_PER_TEXT = 1000;

/** Contacts from items: which columns they have, and the value of each as it was found. */
export interface ContactItems {
	columns: readonly ContactColumn[];
	count: number;
	value: (item: number, column: ContactColumn) => unknown;
	/** The countries that the contact names for itself. */
	countries: (item: number) => string[];
	/** Contacts that it holds without being one. */
	listIn: (item: number) => ListOfContacts | undefined;
	/** Where a column comes from, in words; asked after all values were. */
	sourceOf: (column: ContactColumn) => string;
	/** All there is to choose from. */
	fields: readonly string[];
	/** Why there is no phone number to send to, if there is none. */
	withoutPhone: string;
	/** What was chosen although other fields might be meant. */
	remarks: string[];
}

export function automaticContacts(
	items: readonly INodeExecutionData[],
	references: ContactCheckOptions['references'],
): ContactItems {
	const { columns: sources, rivals, unsurePhones, fields } = itemSources(items);
	const needed = new Set<ContactColumn>(['phone', ...references.map(({ column }) => column)]);
	const holdsText = (column: ContactColumn) =>
		items.some(({ json }) => textIn(sources[column]?.read(json)) !== undefined);
	const columns = contactColumns.filter(
		(column) => sources[column] !== undefined && (needed.has(column) || holdsText(column)),
	);
	const sourceOf = (column: ContactColumn) => sources[column]?.used().join(', ') ?? column;
	const jsonOf = (item: number): IDataObject => items[item]?.json ?? {};
	const listIn = (item: number) => listOfContacts(item, jsonOf(item));
	return {
		columns,
		count: items.length,
		value: (item, column) => {
			const value = unwrapped(sources[column]?.read(jsonOf(item)));
			// Odoo writes it where nothing is filled in.
			return value === false ? '' : value;
		},
		countries: (item) => sources.phone?.countries(jsonOf(item)) ?? [],
		listIn,
		sourceOf,
		fields,
		withoutPhone: sources.phone ? '' : texts.noPhoneField(fields, unsurePhones, listIn(0)),
		remarks: columns.flatMap((column) => {
			const others = rivals[column];
			return others ? [texts.ambiguousMapping('item', column, sourceOf(column), others)] : [];
		}),
	};
}

/** The same checks as for a file, and the file made from the items: UTF-8, comma, CR LF, only the mapped columns. */
export function checkItems(contacts: ContactItems, options: ContactCheckOptions): CheckedContacts {
	const { columns, count, sourceOf } = contacts;
	const review = new ContactReview(columns, options);
	const file = new TextsOfRows();
	file.add(columns);
	for (let item = 0; item < count; item++) {
		const values = columns.map((column) => textOf(contacts.value(item, column), column, item, review.flaws));
		if (review.take(values, item, () => contacts.countries(item))) file.add(values);
	}
	const findings: WeighedFinding[] = [
		...contacts.remarks.map((remark) => ofTheList('never', 'ambiguousMapping', remark)),
		...findingsOnItems(contacts, review),
		...findingsOn(
			{
				place: 'item',
				review,
				columns,
				fields: contacts.fields,
				phoneField: sourceOf('phone'),
				width: columns.length,
			},
			options,
		),
	];
	const verdict = verdictOn(findings, options.checkContacts);
	return {
		result: {
			recipients: review.counts,
			preview: review.preview,
			columns: [...columns],
			columnsUsed: Object.fromEntries(columns.map((column) => [column, sourceOf(column)])),
			encoding: null,
			delimiter: null,
			...verdict,
			recipientsDigest: review.recipients.size > 0 ? review.recipients.digest() : digestOfTexts(file.texts),
			changes: review.changes,
		},
		...(verdict.refusals.length > 0 ? {} : { file: fileFromTexts(FILE_NAME, file.texts) }),
	};
}

/** Findings that only items can have: a value that is a list or an object, or no field with a phone number. */
function findingsOnItems({ columns, withoutPhone, listIn }: ContactItems, { flaws }: ContactReview): WeighedFinding[] {
	const found: WeighedFinding[] = [];
	for (const column of columns) {
		const { count, places } = flaws.of(`notText ${column}`);
		if (count === 0) continue;
		const message = texts.notText(column, { count, places, sample: '' });
		found.push({ weight: 'always', code: 'notText', message, count, lines: places });
	}
	if (!columns.includes('phone')) found.push(ofTheList('always', 'noPhoneColumn', withoutPhone));
	const [list] = flaws.of('missing').places.flatMap((item) => listIn(item) ?? []);
	if (list) found.push(ofTheList('unlessOff', 'noPhoneColumn', texts.listInItem(list)));
	return found;
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
function textOf(value: unknown, column: ContactColumn, item: number, flaws: Flaws): string {
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
