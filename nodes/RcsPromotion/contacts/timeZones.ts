import { IANAZone } from 'luxon';
import { countriesOf } from '../../vendor/libphonenumber';

/** The countries of the phones that get the message: two letters, or the number's beginning where no country has it. */
export class CountriesReached {
	private readonly countries = new Set<string>();
	/** The numbers so far without their last five digits, which say nothing of the country: asking the library for a million takes 20 s. */
	private readonly blocks = new Set<number>();

	/** By the digits of the E.164 form. */
	add(digits: number): void {
		const block = Math.floor(digits / 1e5);
		if (this.blocks.has(block)) return;
		this.blocks.add(block);
		const countries = countriesOf(`+${digits}`);
		for (const country of countries) this.countries.add(country);
		if (countries.length === 0) this.countries.add(`+${String(digits).slice(0, 3)}…`);
	}

	get all(): string[] {
		return [...this.countries].sort();
	}
}

/** Kosovo has no zone of its own in the data that JavaScript knows. */
const SAME_ZONES_AS: Record<string, string> = { XK: 'RS' };

/** All time zones of a country; none if they are not known. */
export function timeZonesOf(country: string): readonly IANAZone[] {
	if (!/^[A-Z]{2}$/.test(country)) return [];
	const locale = new Intl.Locale(`und-${SAME_ZONES_AS[country] ?? country}`) as Intl.Locale & LocaleWithZones;
	const zones = (locale.getTimeZones?.() ?? locale.timeZones ?? []).map((zone) => IANAZone.create(zone));
	return zones.every(({ isValid }) => isValid) ? zones : [];
}

/** Node.js 20 has the property, newer versions the method. */
interface LocaleWithZones {
	timeZones?: string[];
	getTimeZones?(): string[] | undefined;
}
