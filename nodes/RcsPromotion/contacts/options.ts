import type { ItemContext } from '../itemContext';
import { countryNamed } from './countries';
import { doNotContactList } from './doNotContact';
import { phoneReader } from './phones';
import type { CheckStrictness, ContactOptions, DelimiterChoice, PhoneFormat, Refuse } from './types';

/** Reads what was chosen under Options about contacts, for a launch and for a check alike. */
export function readContactOptions(item: ItemContext): ContactOptions {
	const form = item.form.collection('options');
	const refuse: Refuse = (message, advice) => {
		throw item.refusal(message, advice);
	};
	const options: ContactOptions = {
		checkContacts: form.choice('checkContacts') as CheckStrictness,
		removeDuplicates: form.isOn('removeDuplicates'),
		normalizeFile: form.isOn('normalizeFile'),
		delimiter: form.choice('delimiter') as DelimiterChoice,
		phoneFormat: form.choice('phoneFormat') as PhoneFormat,
		country: countryCode(form.optionalText('country'), refuse),
	};
	if (form.has('doNotContact') && !item.isLeftEmpty('doNotContact')) {
		options.doNotContact = doNotContactList(form.raw('doNotContact'), phoneReader(options), refuse);
	}
	return options;
}

function countryCode(text: string, refuse: Refuse): string {
	// "UK" as well, whose code is GB.
	const [code] = text.length === 2 ? countryNamed(text) : [];
	if (text === '' || code !== undefined) return code ?? '';
	return refuse(`'Country' is "${text}", which is not a country code`, 'Use two letters, such as US, DE or BR.');
}
