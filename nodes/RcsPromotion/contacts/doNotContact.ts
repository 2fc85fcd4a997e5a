import { phoneDigits } from '../../service/phoneDigits';
import { listedPhones, numbersIn } from './phoneList';
import { isKeyOfDigits, MINIMUM_DIGITS, type Phone, type ReadPhone } from './phones';
import { PhoneSet } from './phoneSet';
import type { Refuse } from './types';

const MOST_CODE_DIGITS = 3;
const EVERY_LINE = { secondLines: true };

/** Phone numbers that get nothing. */
export class DoNotContact {
	private readonly keys = new PhoneSet();
	/** The same without one, two and three digits: a country code may have any of these lengths. */
	private readonly withoutCode = new PhoneSet();

	constructor(private readonly readPhone: ReadPhone) {}

	add({ text, key }: Phone): void {
		this.keys.add(key);
		const digits = phoneDigits(text);
		for (let length = 1; length <= MOST_CODE_DIGITS && digits.length - length >= MINIMUM_DIGITS; length++) {
			this.withoutCode.add(Number(`1${digits.slice(length)}`));
		}
	}

	/** Whether it is listed, or may be: one that lacks its country code, or one of several in a text. */
	has(phone: Phone): boolean {
		if (phone.key === 0) return false;
		if (this.keys.has(phone.key)) return true;
		if (phone.oddity === undefined) return false;
		return numbersIn(phone.text, EVERY_LINE).some((text) => {
			const { key } = this.readPhone(text);
			return this.keys.has(key) || this.mayHave(text);
		});
	}

	private mayHave(text: string): boolean {
		const digits = phoneDigits(text);
		if (!digits.startsWith('0')) return false;
		// Italy keeps the 0 behind its code.
		return [digits, digits.slice(1)].some((rest) => this.withoutCode.has(Number(`1${rest}`)));
	}
}

/** From a text, or from what an expression gives. */
export function doNotContactList(value: unknown, readPhone: ReadPhone, refuse: Refuse): DoNotContact {
	const list = new DoNotContact(readPhone);
	let entries = 0;
	let holdsPhone = false;
	for (const { phones, holdsMore } of listedPhones(value, readPhone, EVERY_LINE)) {
		entries++;
		if (holdsMore || phones.some(cannotBeCompared)) {
			refuse(
				`Entry ${entries} of 'Do Not Contact' cannot be compared with the contacts`,
				"Write its phone number with the country code, or add the option 'Country' if it has none.",
			);
		}
		for (const phone of phones) list.add(phone);
		holdsPhone ||= phones.length > 0;
	}
	const isEmptyList = Array.isArray(value) && value.length === 0;
	if (!holdsPhone && !isEmptyList) {
		return refuse(
			entries === 0 ? "'Do Not Contact' is empty" : "'Do Not Contact' holds no phone number",
			"Enter phone numbers, or correct its expression: it must return a list of phone numbers, such as {{ $('Opt-outs').all().map(item => item.json.phone) }}. An empty list is fine.",
		);
	}
	return list;
}

/** No key of digits: it could only be found in the very same spelling. */
const cannotBeCompared = ({ key }: Phone) => !isKeyOfDigits(key);
