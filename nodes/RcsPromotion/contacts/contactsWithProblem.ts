import { isPlaceholder, type ContactChecker } from './contactChecker';
import { shortenName } from '../issues';
import { columnLabel } from './fields';
import { readIsLandline } from './phone';
import { getReasonText, type Defect, type WhyNotSent } from './reasons';

/** A contact that would get nothing, or a message without a name in it. */
export interface ContactWithProblem {
	/** The line of the file, or the number of the item. The first is 1. */
	line: number;
	/** Null if the contacts have no names. */
	name: string | null;
	/** As it is written. */
	phone: string;
	message: string;
	advice: string;
	reason: WhyNotSent | Defect;
	/** Null if the number does not show it. */
	landline: boolean | null;
}

/** One for each such contact, in portions, while the contacts are read. */
export async function* findContactsWithProblem(
	checker: ContactChecker,
	country: string,
): AsyncGenerator<ContactWithProblem[]> {
	for await (const portion of checker.source.contacts()) {
		const results = checker.checkPortion(portion);
		yield portion.flatMap((contact, index) => {
			const { line, name = null, phone } = contact;
			const { reason: whyNotSent, column } = results[index] ?? {};
			const reason = whyNotSent ?? (name !== null && isPlaceholder('name', name) ? 'noName' : undefined);
			if (!reason) return [];
			const landline = readIsLandline(phone, contact.country || country);
			const { what, advice } = getReasonText(reason, column === undefined ? shortenName(phone) : columnLabel(column));
			return [{ line, name, phone, message: capitalize(what), advice, reason, landline }];
		});
	}
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
