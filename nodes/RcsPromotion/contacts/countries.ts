import type { INodePropertyOptions } from 'n8n-workflow';

/** In place of a country: numbers without + begin with their country code. */
export const CODE_INCLUDED = 'included';

/** The countries that the library of phone numbers knows. Listed here, because the library is loaded only for the first number. */
export const countryCodes = `
	AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA
	CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
	GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
	KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR
	MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO
	RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT
	TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
	.trim()
	.split(/\s+/);

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });

export const CODE_INCLUDED_LABEL = 'Numbers Without + Include the Country Code';

/** As the form names it. */
export const countryLabel = (country: string): string => regionNames.of(country) ?? country;

export const countryOptions: INodePropertyOptions[] = [
	{
		name: CODE_INCLUDED_LABEL,
		value: CODE_INCLUDED,
		description: 'For lists such as 4915112345678',
	},
	...countryCodes
		.map((code) => ({ name: countryLabel(code), value: code }))
		.sort((a, b) => a.name.localeCompare(b.name, 'en')),
];
