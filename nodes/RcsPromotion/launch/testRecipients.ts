import type { FormReader } from '../../service/formReader';
import { shortened } from '../../service/values';
import { listedPhones } from '../contacts/phoneList';
import { phoneReader, type Phone } from '../contacts/phones';
import type { ContactOptions } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { MOST_TESTED } from './decide';

/** The user's own phones, each once. */
export function readTestRecipients(item: ItemContext, options: FormReader, contacts: ContactOptions): string[] {
	const listed = listedPhones(options.raw('testRecipients'), phoneReader(contacts), { secondLines: false });
	const entries = [...listed].filter(({ text }) => text !== '');
	const all = entries.flatMap(({ phones }) => phones);
	const phones = all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
	const isOdd = ({ oddity }: Phone) => oddity !== undefined;
	const odd = entries.find((entry) => entry.phones.length === 0 || entry.phones.some(isOdd));
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
