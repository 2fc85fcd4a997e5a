import { isObject } from '../../service/values';
import { textIn } from './fieldValues';
import { phoneOfObject } from './itemFields';
import type { Refuse } from './types';
import type { ReadPhone } from './phones';
import { PhoneSet } from './phoneSet';

/** Phone numbers that get nothing, from a text or from what an expression gives. */
export function doNotContactSet(value: unknown, readPhone: ReadPhone, refuse: Refuse): PhoneSet {
	const phones = new PhoneSet();
	const entries = entriesOf(value);
	for (const entry of entries) {
		const text = textIn(isObject(entry) ? phoneOfObject(entry) : entry);
		const key = text === undefined ? 0 : readPhone(text).key;
		if (key > 0) phones.add(key);
	}
	const isEmptyList = Array.isArray(value) && value.length === 0;
	if (phones.size === 0 && !isEmptyList) {
		return refuse(
			entries.length === 0 ? "'Do Not Contact' is empty" : "'Do Not Contact' holds no phone number",
			"Enter phone numbers, or correct its expression: it must give a list of phone numbers, such as {{ $('Opt-outs').all().map(item => item.json.phone) }}. An empty list is fine.",
		);
	}
	return phones;
}

function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flat();
	if (value === undefined || value === null) return [];
	if (typeof value !== 'string') return [value];
	// Brackets and quotation marks stand around a list that became JSON inside a longer text.
	return value.split(/[\n\r,;|\t"[\]]/).filter((entry) => entry.trim() !== '');
}
