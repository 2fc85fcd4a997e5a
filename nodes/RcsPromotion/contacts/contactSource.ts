import { chooseField, type ChosenField } from './field';
import type { Contact, ContactOrigin, FieldKind, FieldNames } from './contact';

/** Contacts from items or from a file, read once. */
export interface ContactSource {
	from: ContactOrigin;
	fields: readonly ChosenField[];
	/** The names of all fields, for messages. */
	names(): string[];
	/** In portions, because awaiting each of a million would take longer than reading them. */
	contacts(): AsyncIterable<Contact[]>;
}

/** The form's labels of the fields that hold names of fields. */
export const FIELD_LABELS: Record<FieldKind, string> = {
	phone: 'Phone Field',
	name: 'Name Field',
	language: 'Language Field',
	businesssubscriberid: 'Business Subscriber ID Field',
	country: 'Country Field',
};

export const chooseFields = (
	typed: FieldNames,
	names: ReadonlyMap<string, number | string>,
	isFile: boolean,
): ChosenField[] =>
	Object.entries(typed).map(([kind, text]) =>
		chooseField(kind as FieldKind, FIELD_LABELS[kind as FieldKind], text, names, isFile),
	);

const NONE: readonly FieldKind[] = [];

/** Reads a contact from an item, or from the values of a row. */
export function createContactReader(fields: readonly ChosenField[]) {
	return (source: unknown, line: number, fault?: Contact['fault']): Contact => {
		const contact: Contact = {
			line,
			phone: '',
			name: undefined,
			language: undefined,
			businesssubscriberid: undefined,
			country: undefined,
			notText: NONE,
			fault,
		};
		for (const field of fields) {
			const text = field.read(source);
			contact[field.kind] = text ?? '';
			if (text === undefined) contact.notText = [...contact.notText, field.kind];
		}
		return contact;
	};
}
