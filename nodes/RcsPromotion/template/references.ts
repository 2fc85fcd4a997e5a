import { isKnownColumn, type ContactColumn } from '../contacts/types';

/** A value of a variable is either a text or a reference to a column, never both. */
type VariableValue =
	| { kind: 'text' }
	| { kind: 'reference'; column: ContactColumn }
	| { kind: 'unknownReference'; reference: string }
	| { kind: 'referenceInText'; reference: string };

const ANY_REFERENCE = /\$\{[^}]*\}?/;

export function readValue(value: string): VariableValue {
	const reference = ANY_REFERENCE.exec(value)?.[0];
	if (reference === undefined) return { kind: 'text' };
	const column = reference.slice(2, -1);
	if (reference.endsWith('}') && isKnownColumn(column)) {
		return reference === value ? { kind: 'reference', column } : { kind: 'referenceInText', reference };
	}
	return { kind: 'unknownReference', reference };
}

/** The document writes references in small letters and without spaces; this is what someone meant who wrote otherwise. */
export function meantColumn(reference: string): ContactColumn | undefined {
	const name = reference.replace(/[${}\s]/g, '').toLowerCase();
	return isKnownColumn(name) ? name : undefined;
}
