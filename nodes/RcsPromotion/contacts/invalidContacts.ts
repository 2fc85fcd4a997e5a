import { Admission, isNothing, type Rejection } from './admission';
import { BY_HAND, short } from './contactFinding';
import { adviceFor, phoneProblemTexts } from './findings';
import { landlineOf } from './phone';
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
			return reason ? [{ at, reason, ...textsOf(reason, contact, country), name, phone, isLandline }] : [];
		});
	}
}

/** What is wrong with a contact that a launch would send to. */
function flawOf({ name }: Contact, isLandline: boolean | undefined): 'landline' | 'noName' | undefined {
	if (isLandline === true) return 'landline';
	return name !== undefined && isNothing(name) ? 'noName' : undefined;
}

function textsOf(
	reason: InvalidContact['reason'],
	{ fault, name = '', phone }: Contact,
	country: string,
): { message: string; advice: string } {
	switch (reason) {
		case 'missing':
			return { message: 'There is no phone number', advice: 'Fill it in.' };
		case 'duplicate':
			return { message: 'An earlier contact has the same phone number', advice: 'Merge the two contacts.' };
		case 'doNotContact':
			return { message: "The phone number is listed in 'Do Not Contact'", advice: 'There is nothing to do.' };
		case 'landline':
			return { message: 'This is a landline, which gets no RCS messages', advice: 'Find a mobile number.' };
		case 'noName':
			return {
				message: name.trim() === '' ? 'The name is empty' : `The name is "${name.trim()}"`,
				advice: 'Fill it in if your template shows names.',
			};
		case 'unreadable':
			return fault === 'columnCount'
				? {
						message: 'The row has more or fewer values than the header',
						advice: 'Put a value that contains the delimiter in quotation marks.',
					}
				: {
						message: `The value for ${fault} is a list, an object or a date, not text`,
						advice: `${BY_HAND} and choose a field with text.`,
					};
		default:
			return {
				message: `"${short(phone.trim())}" ${phoneProblemTexts[reason].is}`,
				advice: adviceFor(reason, country),
			};
	}
}
