import { Admission, isNothing } from './admission';
import { short } from './contactFinding';
import { columnLabel } from './fields';
import { landlineOf } from './phone';
import { reasonFor, type Defect, type Rejection } from './reasons';
import type { ContactOptions, ContactSource } from './types';

/** A contact that would get nothing, or a message that greets nobody. */
export interface InvalidContact {
	/** The line of the file, or the number of the item. The first is 1. */
	at: number;
	/** Null if the contacts have no names. */
	name: string | null;
	/** As it is written. */
	phone: string;
	message: string;
	advice: string;
	reason: Rejection | Defect;
	/** Null if the number does not show it. */
	landline: boolean | null;
}

/** One for each such contact, in portions, while the contacts are read. */
export async function* invalidContacts(
	source: ContactSource,
	options: ContactOptions,
	doNotContact: ReadonlySet<number>,
): AsyncGenerator<InvalidContact[]> {
	const { country } = options;
	const admission = new Admission(source, { country, references: [], isLookOnly: true }, doNotContact);
	for await (const portion of source.contacts()) {
		const verdicts = admission.admit(portion);
		yield portion.flatMap((contact, index) => {
			const { at, fault, name = null, phone } = contact;
			const landline = landlineOf(phone, contact.country || country) ?? null;
			const reason = verdicts[index] ?? defectOf(name, landline);
			if (!reason) return [];
			const shown = fault && fault !== 'columnCount' ? columnLabel(fault) : short(phone.trim());
			const { what, advice } = reasonFor(reason, shown);
			return [{ at, name, phone, message: atStart(what), advice, reason, landline }];
		});
	}
}

function defectOf(name: string | null, landline: boolean | null): Defect | undefined {
	if (landline === true) return 'landline';
	return name !== null && isNothing('name', name) ? 'noName' : undefined;
}

const atStart = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
