import type { FormReader } from '../../service/formReader';
import { isListOrObject, plainText } from '../../service/values';
import { countryCode } from '../../vendor/libphonenumber';
import type { ItemContext } from '../itemContext';
import { mappedColumns } from './itemRows';
import { mayLackCode, readPhone, sampleOf, showsCode, type Phone } from './phone';
import { PhoneSet } from './phoneSet';
import {
	contactColumns,
	type CheckStrictness,
	type ColumnNames,
	type ContactOptions,
	type Delimiter,
	type EncodingChoice,
	type SuppressedPhones,
} from './types';

/** Reads the options about contacts, for both a launch and a check. */
export function readContactOptions(item: ItemContext): ContactOptions {
	const form = item.form.collection('options');
	const country = form.has('country') ? chosenCountry(form) : '';
	const options: ContactOptions = {
		checkContacts: form.choice('checkContacts') as CheckStrictness,
		country,
		normalizeFile: form.isOn('normalizeFile'),
		encoding: form.choice('encoding') as EncodingChoice,
		delimiter: form.choice('delimiter') as Delimiter | 'detect',
		fileColumns: fileColumns(form.collection('fileColumns')),
	};
	if (form.has('doNotContact')) {
		const list = {
			value: form.raw('doNotContact'),
			country,
			needsCodes: Boolean(mappedColumns(item.context)?.country),
		};
		options.doNotContact = doNotContactList(list, (message, advice) => {
			throw item.refusal(message, advice);
		});
	}
	return options;
}

function fileColumns(form: FormReader): ColumnNames {
	const added = contactColumns.filter((column) => form.has(column));
	return Object.fromEntries(added.map((column) => [column, form.text(column)]));
}

function chosenCountry(form: FormReader): string {
	const text = form.text('country');
	const code = countryCode(text);
	if (code !== undefined) return code;
	return form.refuse('country', `is "${text}", which is not a country code`, 'Use two letters, such as US, DE or GB.');
}

/** Throws with a message that says what is wrong with an option, and a description that says what to do. */
type Refuse = (message: string, description: string) => never;

/** One entry of a list of phone numbers. */
interface ListedPhone {
	/** As it was written, for messages. */
	text: string;
	phone: Phone;
}

/**
 * The entries of a list of phone numbers, from text with commas, semicolons or line breaks, or from what an expression returns. Skips
 * empty entries, but not those for which a list's expression found nothing. Yields one at a time, because a list may be long.
 */
export function* listedPhones(value: unknown, country: string): Generator<ListedPhone> {
	const entries: unknown[] = Array.isArray(value) ? value.flat(Infinity) : plainList(value);
	for (const entry of entries) {
		const isLost = entry === undefined && Array.isArray(value);
		const text = isLost ? 'undefined' : isListOrObject(entry) ? JSON.stringify(entry) : plainText(entry).trim();
		if (text !== '') yield { text, phone: readPhone(text, country) };
	}
}

const plainList = (value: unknown): unknown[] => (typeof value === 'string' ? value.split(/[\n\r,;]/) : [value]);

interface DoNotContact {
	value: unknown;
	/** Of the numbers without a country code. */
	country: string;
	/** Whether each contact has its own country, so that a number without a code could be anyone's. */
	needsCodes: boolean;
}

/** Phone numbers that must get no message, compared by their digits. An empty list is allowed; no value, or an entry that is not a number, is refused. */
export function doNotContactList({ value, country, needsCodes }: DoNotContact, refuse: Refuse): SuppressedPhones {
	const list = new PhoneSet();
	let entries = 0;
	let withoutCode: string | undefined;
	for (const { text, phone } of listedPhones(value, country)) {
		entries++;
		if (mayLackCode(phone)) withoutCode ??= sampleOf(text);
		if (phone.oddity === undefined && (showsCode(text) || !needsCodes)) list.add(phone.key);
		else {
			refuse(
				`Entry ${entries} of 'Do Not Contact' is "${sampleOf(text)}", which is not a phone number with a country code`,
				needsCodes
					? "Each contact has its own country ('Country' under 'Values to Send'), so write each number here with + and its country code."
					: country === ''
						? `${LIST} Or add the option 'Country' if the numbers have no country code.`
						: LIST,
			);
		}
	}
	const isEmptyList = Array.isArray(value) && value.length === 0;
	if (entries === 0 && !isEmptyList) {
		refuse("'Do Not Contact' is empty", `${LIST} An empty list is fine.`);
	}
	return { has: (key) => list.has(key), withoutCode };
}

const LIST =
	"Enter phone numbers, or an expression that returns a list of them, such as {{ $('Opt-outs').all().map(item => item.json.phone).filter(phone => phone) }}.";
