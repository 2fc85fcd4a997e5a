import { splitE164 } from '../../vendor/libphonenumber';

/** Fewer digits stand in dates, IDs and amounts by chance, so such a number must stand on its own. */
const FEWEST_ANYWHERE = 9;
/** Numbers of a few islands are even shorter. They count with their country code only. */
const FEWEST_DIGITS = 7;
/** More than any phone number has, with all that is dialed before it. */
const MOST_DIGITS = 24;

/** The contacts' numbers, to be found in digits whose country and spelling are not known. */
export class SoughtNumbers {
	/** What each number ends with, however it is written, by how many digits that has. */
	private readonly endings = new Map<number, Set<number>>();
	private readonly found = new Set<number>();

	add(e164Number: number): void {
		for (const digits of endingsOf(e164Number)) {
			let ofLength = this.endings.get(digits.length);
			if (!ofLength) this.endings.set(digits.length, (ofLength = new Set()));
			ofLength.add(Number(digits));
		}
	}

	/** Takes groups of digits that may be one number, or end with one. */
	find(groups: readonly string[]): void {
		const all = groups.join('').slice(-MOST_DIGITS);
		for (const [length, numbers] of this.endings) {
			const ending = all.slice(-length);
			if (ending.length < length || !numbers.has(Number(ending))) continue;
			if (length >= FEWEST_ANYWHERE || isOnItsOwn(length, groups)) this.found.add(keyOf(ending));
		}
	}

	isFound(e164Number: number): boolean {
		return this.found.size > 0 && endingsOf(e164Number).some((digits) => this.found.has(keyOf(digits)));
	}
}

/** Tells digits of any length apart, with or without zeros in front. */
const keyOf = (digits: string) => Number(`1${digits}`);

/** Whether nothing stands directly before a number of this length but what is dialed: in its country at most one digit, from abroad 00. */
function isOnItsOwn(length: number, groups: readonly string[]): boolean {
	let missing = length;
	for (const group of [...groups].reverse()) {
		if (group.length >= missing) return /^(?:\d?|00)$/.test(group.slice(0, group.length - missing));
		missing -= group.length;
	}
	return false;
}

function endingsOf(e164Number: number): string[] {
	const { code, national: written } = splitE164(e164Number);
	// In a few countries, numbers begin with a zero, which a spreadsheet drops.
	const national = written.replace(/^0+/, '');
	if (code === '54') return argentine(national.slice(1));
	if (code === '55') return [national, withoutNine(national)];
	if (national.length >= FEWEST_ANYWHERE) return [national];
	return [code + written, `${code}0${written}`, ...(national.length >= FEWEST_DIGITS ? [national] : [])];
}

/** As dialed within Argentina, a mobile number has a 15 after its area code of two to four digits. */
const argentine = (number: string) => [number, ...[2, 3, 4].map((at) => `${number.slice(0, at)}15${number.slice(at)}`)];

/** Before 2016, mobile numbers of Brazil had no 9 after the area code, and many lists still write them so. */
const withoutNine = (national: string) => national.slice(0, 2) + national.slice(3);
