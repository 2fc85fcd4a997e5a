import type { FormReader } from '../../service/formReader';
import { shortened } from '../../service/values';
import { listedPhones } from '../contacts/doNotContact';
import type { ContactOptions } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { MOST_TESTED } from './decide';

/** The user's own phones, each once. */
export function readTestRecipients(item: ItemContext, options: FormReader, contacts: ContactOptions): string[] {
	const entries = [...listedPhones(options.raw('testRecipients'), contacts.country)];
	const all = entries.map(({ phone }) => phone);
	const phones = all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
	const odd = entries.find(({ phone }) => phone.oddity !== undefined);
	const fault =
		entries.length === 0
			? 'is empty'
			: odd
				? `contains "${shortened(odd.text, 40)}", which is not a phone number`
				: phones.length > MOST_TESTED
					? `has ${phones.length} phone numbers, but a test can have at most ${MOST_TESTED}`
					: undefined;
	if (fault === undefined) return phones.map(({ text }) => text);
	throw item.refusal(
		`'Test Recipients' ${fault}`,
		'Enter your own phone numbers with country code, one per line, or remove the option.',
	);
}
