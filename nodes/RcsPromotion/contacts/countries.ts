import { countryCodes, isCountry } from '../../vendor/libphonenumber';
import { wordsOf } from './names';

/** The languages whose words for a phone are known, too. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'];
const known = new Map<string, string[]>();

/** The code of a country that is given by its two letters or by its name; none for anything else. */
export function countryNamed(text: string): string[] {
	if (known.size === 0) noteNames();
	const code = text.trim().toUpperCase();
	return isCountry(code) ? [code] : (known.get(plain(text)) ?? []);
}

function noteNames(): void {
	known.set('usa', ['US']).set('uk', ['GB']);
	for (const locale of LANGUAGES) {
		const names = new Intl.DisplayNames(locale, { type: 'region' });
		for (const code of countryCodes()) known.set(plain(names.of(code) ?? code), [code]);
	}
}

const plain = (name: string) => wordsOf(name).join('');
