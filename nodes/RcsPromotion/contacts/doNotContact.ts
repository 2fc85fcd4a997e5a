import { phoneDigits } from '../../service/phoneDigits';
import { listedPhones, numbersIn } from './phoneList';
import { isKeyOfDigits, MINIMUM_DIGITS, saysCountryCode, type Phone, type ReadPhone } from './phones';
import { PhoneSet } from './phoneSet';
import type { Refuse } from './types';

/** One digit, two, and otherwise three. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;
const EVERY_LINE = { secondLines: true };

/** Phone numbers that get nothing. */
export class DoNotContact {
	private readonly keys = new PhoneSet();
	/** The same without a country code. */
	private readonly withoutCode = new PhoneSet();
	/** What does not say that it begins with a country code, and so may lack it. */
	private readonly perhapsWithoutCode = new PhoneSet();

	constructor(private readonly readPhone: ReadPhone) {}

	add({ text, key }: Phone): void {
		this.keys.add(key);
		const digits = phoneDigits(text);
		const rest = withoutCountryCode(digits);
		if (rest > 0) this.withoutCode.add(rest);
		const isAsWritten = key === keyOf(digits);
		if (isAsWritten && !saysCountryCode(text)) this.perhapsWithoutCode.add(key);
	}

	/** Whether it is listed, or may be: one that may lack its country code, here or in the list, or one of several in a text. */
	has(phone: Phone): boolean {
		if (phone.key === 0) return false;
		if (this.keys.has(phone.key) || this.mayHaveWithoutCode(phone.key)) return true;
		if (phone.oddity === undefined) return !saysCountryCode(phone.text) && this.withoutCode.has(phone.key);
		return numbersIn(phone.text, EVERY_LINE).some((text) => {
			const { key } = this.readPhone(text);
			return this.keys.has(key) || this.mayHaveWithoutCode(key) || this.mayHave(text);
		});
	}

	private mayHaveWithoutCode(key: number): boolean {
		if (this.perhapsWithoutCode.size === 0 || !isKeyOfDigits(key)) return false;
		const rest = withoutCountryCode(String(key).slice(1));
		return rest > 0 && this.perhapsWithoutCode.has(rest);
	}

	private mayHave(text: string): boolean {
		const digits = phoneDigits(text);
		if (!digits.startsWith('0')) return false;
		// Italy keeps the 0 behind its code.
		return [digits, digits.slice(1)].some((rest) => this.withoutCode.has(keyOf(rest)));
	}
}

const keyOf = (digits: string) => Number(`1${digits}`);

/** A key without the country code that the digits begin with; 0 if too little is left. */
function withoutCountryCode(digits: string): number {
	const rest = digits.replace(COUNTRY_CODE, '');
	return rest.length < MINIMUM_DIGITS ? 0 : keyOf(rest);
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
