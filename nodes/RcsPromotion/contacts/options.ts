import type { FormReader } from '../../service/formReader';
import { countryCode } from '../../vendor/libphonenumber';
import type { ItemContext } from '../itemContext';
import { doNotContactList } from './doNotContact';
import {
	contactColumns,
	type CheckStrictness,
	type ColumnNames,
	type ContactOptions,
	type DelimiterChoice,
	type EncodingChoice,
} from './types';

/** Reads what was chosen under Options about contacts, for a launch and for a check alike. */
export function readContactOptions(item: ItemContext): ContactOptions {
	const form = item.form.collection('options');
	const country = chosenCountry(form);
	const options: ContactOptions = {
		checkContacts: form.choice('checkContacts') as CheckStrictness,
		country,
		normalizeFile: form.isOn('normalizeFile'),
		encoding: form.choice('encoding') as EncodingChoice,
		delimiter: form.choice('delimiter') as DelimiterChoice,
		fileColumns: fileColumns(form.collection('fileColumns')),
	};
	if (form.has('doNotContact') && !item.isLeftEmpty('doNotContact')) {
		options.doNotContact = doNotContactList(form.raw('doNotContact'), country, (message, advice) => {
			throw item.refusal(message, advice);
		});
	}
	return options;
}

function fileColumns(form: FormReader): ColumnNames {
	const named = contactColumns.flatMap((column) => {
		const name = form.optionalText(column);
		return name === '' ? [] : [[column, name]];
	});
	return Object.fromEntries(named) as ColumnNames;
}

function chosenCountry(form: FormReader): string {
	const text = form.optionalText('country');
	const code = text === '' ? '' : countryCode(text);
	if (code !== undefined) return code;
	return form.refuse('country', `is "${text}", which is not a country code`, 'Use two letters, such as US, DE or GB.');
}
