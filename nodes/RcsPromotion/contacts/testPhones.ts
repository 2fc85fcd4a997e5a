import { plainText, shortened } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { readPhone } from './phone';
import { MOST_TEST_PHONES } from './types';

/** The user's own phones for tests, as they are sent, without repeats; empty if none were entered. */
export function readTestPhones({ context, form }: ItemContext, country: string): string[] {
	const refuse = (fault: string): never =>
		form.refuse('testPhones', fault, 'Enter your own phone numbers with + and country code, or leave it empty.');
	// The form takes no expression here. If a program wrote one into the workflow, some versions of n8n evaluate it, for example to a contact's number.
	if (plainText(context.getNode().parameters.testPhones).startsWith('=')) refuse('cannot be an expression');
	const phones = new Map<number, string>();
	for (const text of form.optionalText('testPhones').split(/[\n\r,;]/)) {
		if (text.trim() === '') continue;
		const phone = readPhone(text, country);
		const shown = `contains "${shortened(text.trim(), 40)}"`;
		if (phone.reason === 'noCountry') refuse(`${shown}, which has no country code`);
		else if (phone.reason !== undefined) refuse(`${shown}, which is not a phone number`);
		else if (phone.kind === 'landline') refuse(`${shown}, which is a landline and gets no RCS messages`);
		else phones.set(phone.e164Number, phone.spelling);
	}
	if (phones.size > MOST_TEST_PHONES)
		refuse(`has ${phones.size} phone numbers, but a test can have at most ${MOST_TEST_PHONES}`);
	return [...phones.values()];
}
