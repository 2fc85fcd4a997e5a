import { isObject } from '../../service/values';
import { isFaxLabel, isMobileLabel } from './names';

/** Fewer digits are no phone number of any kind: a flag, an answer, a place in a list. */
const FEWEST_DIGITS = 5;
/** Under what systems keep a value together with what they know about it; Notion names the field like its type. */
const valueNames = ['value', 'phone_number', 'phoneNumber', 'number', 'plain_text', 'content'];

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
	const name = [...valueNames, String(value.type)].find((key) => Object.hasOwn(value, key));
	return name === undefined ? value : unwrapped(value[name]);
}

function unwrappedList(list: unknown[]): unknown {
	const labelled = list.filter((entry) => !(isObject(entry) && isFaxLabel(labelOf(entry))));
	const best =
		labelled.find((entry) => isObject(entry) && isMobileLabel(labelOf(entry)) && isFilled(entry)) ??
		labelled.find((entry) => isObject(entry) && entry.primary === true && isFilled(entry)) ??
		labelled.find(isFilled);
	return best === undefined ? '' : unwrapped(best);
}

const labelOf = ({ label, type }: Record<string, unknown>) => label ?? type;
const isFilled = (entry: unknown) => (textIn(entry) ?? '') !== '';
