import { countryCodes, isCountry } from '../../vendor/libphonenumber';
import { wordsOf } from './names';

const LANGUAGES =
	`en de fr es pt it nl pl cs sk sv da nb fi tr hu ro hr sl et lv lt el ru uk bg sr zh ja ko ar he hi id vi th ms
	ca`.split(/\s+/);
/** What Intl has under other names. */
const ALSO: Record<string, string[]> = {
	GB: ['greatbritain', 'england', 'scotland', 'wales', 'northernireland'],
	US: ['usa', 'unitedstatesofamerica'],
	AE: ['uae'],
	CZ: ['czechrepublic', 'tschechischerepublik'],
	NL: ['holland', 'thenetherlands'],
	TR: ['turkey'],
};
const known = new Map<string, Set<string>>();

/**
 * The codes that a country's two letters or its name in one of many languages may stand for: none for anything else, and more than
 * one where languages differ.
 */
export function countryNamed(text: string): string[] {
	if (known.size === 0) noteNames();
	const codes = codesOf(text);
	// "Germany (DE)", "DE - Germany"
	return codes.length > 0 ? codes : [...new Set(text.split(/[-–(),/|]/u).flatMap(codesOf))];
}

function codesOf(text: string): string[] {
	const code = text.trim().toUpperCase();
	return isCountry(code) ? [code] : [...(known.get(plain(text)) ?? [])];
}

function noteNames(): void {
	const note = (name: string, code: string) => {
		const codes = known.get(plain(name)) ?? new Set();
		known.set(plain(name), codes.add(code));
	};
	for (const [code, names] of Object.entries(ALSO)) for (const name of names) note(name, code);
	for (const locale of LANGUAGES) {
		for (const style of ['long', 'short'] as const) {
			const names = new Intl.DisplayNames(locale, { type: 'region', style });
			for (const code of countryCodes()) note(names.of(code) ?? code, code);
		}
	}
}

const plain = (name: string) => wordsOf(name).join('');
