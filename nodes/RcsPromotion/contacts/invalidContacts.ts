import { Admission, isNothing } from './admission';
import { short } from './contactFinding';
import { columnLabel } from './fields';
import { landlineOf } from './phone';
import { reasonFor, type Reason, type Rejection } from './reasons';
import type { Contact, ContactOptions, ContactSource } from './types';

/** A contact that would get nothing, or a message that greets nobody. */
export interface InvalidContact {
	/** The line of the file, or the number of the item. The first is 1. */
	at: number;
	reason: Rejection | 'landline' | 'noName';
	message: string;
	advice: string;
	name?: string;
	/** As it is written. */
	phone: string;
	/** Undefined if the number does not show it. */
	isLandline?: boolean;
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
			const { at, name, phone } = contact;
			const isLandline = landlineOf(phone, contact.country || country);
			const reason = verdicts[index] ?? flawOf(contact, isLandline);
			if (!reason) return [];
			const { what, advice } = wordsFor(reason, contact, contact.country || country);
			return [{ at, reason, message: atStart(what), advice, name, phone, isLandline }];
		});
	}
}

/** What is wrong with a contact that a launch would send to. */
function flawOf({ name }: Contact, isLandline: boolean | undefined): 'landline' | 'noName' | undefined {
	if (isLandline === true) return 'landline';
	return name !== undefined && isNothing('name', name) ? 'noName' : undefined;
}

function wordsFor(reason: InvalidContact['reason'], { fault, name = '', phone }: Contact, country: string): Reason {
	if (reason === 'landline') {
		return { what: 'this is a landline, which gets no RCS messages', advice: 'Find a mobile number.' };
	}
	if (reason === 'noName') {
		const what = name.trim() === '' ? 'the name is empty' : `the name is "${name.trim()}"`;
		return { what, advice: 'Fill it in if your template shows names.' };
	}
	return reasonFor(reason, fault && fault !== 'columnCount' ? columnLabel(fault) : short(phone.trim()), country);
}

const atStart = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
