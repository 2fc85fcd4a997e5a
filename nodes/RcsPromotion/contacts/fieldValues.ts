import { isObject } from '../../service/values';
import { isFaxLabel, isMobileLabel } from './names';

/** Fewer digits are no phone number of any kind: a flag, an answer, a place in a list. */
const FEWEST_DIGITS = 5;
/** Under what systems keep a value together with what they know about it; Notion names the field like its type. */
const valueNames = [
	...['value', 'phone_number', 'phoneNumber', 'PhoneNumber', 'FreeFormNumber', 'number', 'e164', 'phone'],
	...['plain_text', 'text', 'full', 'content'],
];
/** Where the country code stands apart from the number. */
const codeNames = ['countryCode', 'country_code', 'dialCode', 'dial_code', 'callingCode', 'PhoneCountryCode'];

/** The text in a value, also where a CRM wraps it: HubSpot's `{value}`, Pipedrive's `[{value, label}]`. Undefined if there is none. */
export function textIn(value: unknown): string | undefined {
	const plain = unwrapped(value);
	if (typeof plain === 'string') return plain.trim();
	return typeof plain === 'number' || typeof plain === 'bigint' ? String(plain) : undefined;
}

/** The same, if it may be a phone number. */
export function phoneIn(value: unknown): string | undefined {
	const text = textIn(value);
	return text !== undefined && (text.match(/\p{Nd}/gu)?.length ?? 0) >= FEWEST_DIGITS ? text : undefined;
}

/** What a list or an object holds as its value; anything else as it is. Lists are searched for a mobile number first. */
export function unwrapped(value: unknown): unknown {
	if (typeof value === 'string') return value.includes(':::') ? (value.split(':::')[0] ?? '').trim() : value; // Google joins several so.
	if (Array.isArray(value)) return unwrappedList(value);
	if (!isObject(value)) return value;
	const name = nameOfValue(value);
	return name === undefined ? value : withCountryCode(value, unwrapped(value[name]));
}

/** Under what name an object keeps its value; undefined for one that is no value with something about it. */
export function nameOfValue(object: Record<string, unknown>): string | undefined {
	return [...valueNames, String(object.type)].find((key) => Object.hasOwn(object, key));
}

/** A number without its country code would be somebody else's. One that begins with 0 is left as it is, for the check to tell. */
function withCountryCode(object: Record<string, unknown>, number: unknown): unknown {
	const code = textIn(codeNames.map((name) => object[name]).find((text) => textIn(text)))?.replace(/^(\+|00)/, '');
	const text = textIn(number) ?? '';
	if (code === undefined || !/^[1-9]\d{0,2}$/.test(code) || !/^[1-9]/.test(text)) return number;
	// It may be there already.
	if (text.startsWith(code) && text.replace(/\D/g, '').length > 10) return number;
	const area = textIn(object.PhoneAreaCode) ?? '';
	return area.startsWith('0') ? number : ['+' + code, area, text].filter(Boolean).join(' ');
}

function unwrappedList(list: unknown[]): unknown {
	const labelled = list.filter((entry) => !(isObject(entry) && labelsOf(entry).some(isFaxLabel)));
	const best =
		labelled.find((entry) => isObject(entry) && labelsOf(entry).some(isMobileLabel) && isFilled(entry)) ??
		labelled.find((entry) => isObject(entry) && entry.primary === true && isFilled(entry)) ??
		labelled.find(isFilled);
	return best === undefined ? '' : unwrapped(best);
}

const labelNames = ['label', 'type', 'subtype', 'category', 'phoneLabel', 'PhoneType', 'field'];
const labelsOf = (entry: Record<string, unknown>) => labelNames.map((name) => entry[name]);
const isFilled = (entry: unknown) => (textIn(entry) ?? '') !== '';
