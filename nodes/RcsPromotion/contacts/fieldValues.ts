import { isMobileNumber } from '../../vendor/libphonenumber';
import { isDateOrAddress } from '../../service/phoneDigits';
import { isObject, leftoverIn } from '../../service/values';
import { isMobileLabel, isStrangersLabel, wordsOf } from './names';

/** Fewer digits are no phone number of any kind: a flag, an answer, a place in a list. */
const FEWEST_DIGITS = 5;
/** What nearly all values of a large list are, told without a closer look. */
const PLAIN_NUMBER = /^\+?\d{9,15}$/;
const BEGINS_AS_PLACEHOLDER = /^\s*(?:undefined|null|nan|n\/a|loading|\p{P}|$)/iu;
/** What a spreadsheet shows where a formula fails or is not done, in several languages. */
const SHEET_ERROR = /^(?:#(?:N\/[AD]|NV|[¡¿]?[\p{Lu}\d/_]+[!?])|Loading\.\.\.)$/u;
/** Under what systems keep a value together with what they know about it, whole numbers first; Notion names the field like its type. */
const valueNames = [
	...['e164', 'e164number', 'internationalnumber', 'international', 'internationalformat', 'canonicalform', 'full'],
	...['value', 'phonenumber', 'freeformnumber', 'sanitizednumber', 'number', 'phone', 'plaintext', 'text', 'content'],
	...['fullname', 'first', 'firstname'],
];
/** Where the country code and the area code stand apart from the number. */
const codeName =
	/^(phone|mobile|cell|tel|telephone|handy|sms|whatsapp|number|contact|customer|your)*(country(calling|dial|dialing|phone)?code|(dial|dialing|calling|phone|isd|international)(country)?code|(phone|mobile|country|dial|dialing)prefix|prefix|land(es)?vorwahl|laendervorwahl|landervorwahl|indicatif(pays|telephonique)?|prefijo(pais|internacional)?|prefissointernazionale|kodkraju|codigo(de|do)?pais|ddi|idd)(for|phone|mobile|number|no)*$/;
/** "Vorwahl" may be a country's as well: what it holds tells. */
const areaName =
	/^(phone|mobile|mobil|cell|tel|telefon|handy|number)*(area(code)?|citycode|(orts)?vorwahl|prefisso|ddd|(clave)?lada|codigo(de)?area)$/;
/** Of the contact itself: not of its company, its birth or its parcel. */
const countryName =
	/^(phone|mobile|tel|telephone|mailing|billing|home|primary|default|customer|contact|person|lead|my|your|ihr|address)*(country|land|pays|pais|paese|nation|nazione)(region)?(of)?(residence)?(code|iso|iso2|alpha2|short|shortname|name|v2)*$/;

/** The text in a value, also where a CRM wraps it: HubSpot's `{value}`, Pipedrive's `[{value, label}]`. Undefined if there is none. */
export function textIn(value: unknown): string | undefined {
	const plain = unwrapped(value);
	if (typeof plain === 'string') return plain.trim();
	return typeof plain === 'number' || typeof plain === 'bigint' ? String(plain) : undefined;
}

/** The same, if it may be a phone number. */
export function phoneIn(value: unknown): string | undefined {
	const text = textIn(value);
	if (text !== undefined && PLAIN_NUMBER.test(text)) return text;
	const isOther = text === undefined || isDateOrAddress(text) || /@|:\/\/|\d(?!x)\p{L}+\d/iu.test(text);
	return !isOther && (text.match(/\p{Nd}/gu)?.length ?? 0) >= FEWEST_DIGITS ? text : undefined;
}

/** What systems and people write where nothing is filled in. */
export function isPlaceholder(text: string): boolean {
	if (!BEGINS_AS_PLACEHOLDER.test(text)) return false;
	const words = text.replaceAll('[object Object]', ' ').trim().split(/\s+/);
	return words.every((word) => /^(undefined|null|nan|n\/a|\p{P}*)$/iu.test(word) || SHEET_ERROR.test(word));
}

/**
 * What an expression or a merge tag leaves where nothing was filled in, also beside others: "Ann undefined". The surname Null has a
 * capital letter.
 */
export const holdsLeftover = (text: string): boolean =>
	/\bnull\b|\{\{[^{}]{1,200}\}\}|\*\|\w{1,50}\|\*/.test(text) || leftoverIn(text) !== undefined;

/** What a list or an object holds as its value; anything else as it is. Lists are searched for a mobile number first. */
export function unwrapped(value: unknown): unknown {
	if (typeof value === 'string') return value.includes(':::') ? (value.split(':::')[0] ?? '').trim() : value; // Google joins several so.
	if (Array.isArray(value)) return unwrappedList(value);
	if (!isObject(value)) return value;
	const name = nameOfValue(value);
	if (name === undefined) return value;
	const partOf = (pattern: RegExp) => Object.keys(value).find((key) => pattern.test(plainName(key)));
	const [code, area] = [partOf(codeName), partOf(areaName)];
	const number = unwrapped(value[name]);
	return (code ?? area) ? withCodes(number, code && value[code], area && value[area]) : number;
}

/** Under what name an object keeps its value; undefined for one that is no value with something about it. */
export function nameOfValue(object: Record<string, unknown>): string | undefined {
	const keys = Object.keys(object);
	const named = [...valueNames, plainName(String(object.type))].flatMap((name) =>
		keys.filter((key) => plainName(key) === name),
	);
	return named.find((key) => isFilled(object[key])) ?? named[0];
}

const plainName = (name: string) => wordsOf(name).join('');
export const isCodeName = (name: string) => codeName.test(plainName(name));
export const isAreaName = (name: string) => areaName.test(plainName(name));
export const isCountryName = (name: string) => countryName.test(plainName(name));

/** What an object or list with a phone number says about its country. */
export function countriesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(countriesIn);
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => (isCountryName(name) ? [textIn(inner) ?? ''] : []));
}
/** A dialling code such as +49; a country such as DE is none. */
export const dialCode = (value: unknown) => /^(?:\+|00)?([1-9]\d{0,2})$/.exec(textIn(value) ?? '')?.[1];

/** A number without its country code would be somebody else's. Its own 0 is put in parentheses, for the check to tell or to correct. */
export function withCodes(number: unknown, countryCode: unknown, areaCode?: unknown): unknown {
	const local = textIn(number) ?? '';
	if (!/^[\d(]/.test(local) || /^\(?0[\s).-]*0|^\(\s*\+/.test(local)) return number;
	const area = textIn(areaCode) ?? '';
	const isCountrys = /^(\+|00)/.test(area);
	const code = dialCode(countryCode ?? (isCountrys ? area : undefined));
	const withArea = `${area} ${local}`;
	const isMobile = (text: string) => code !== undefined && isMobileNumber(`+${code}${text.replace(/\D/g, '')}`);
	const lacks =
		!isCountrys && mayLackArea(local, area) && (!mayHaveArea(local, area) || (isMobile(withArea) && !isMobile(local)));
	const text = lacks ? withArea : local;
	// The code may be there already.
	const digits = text.replace(/\D/g, '');
	const hasCode = code !== undefined && text.startsWith(code) && digits.length > 10;
	if (code === undefined || (hasCode && (isMobileNumber(`+${digits}`) || !isMobile(text))))
		return text === local ? number : text;
	return `+${code} ${text.replace(/^\(?0(?=\d)/, (zero) => (zero === '0' ? '(0)' : '(0) ('))}`;
}

const withoutZero = (text: string) => text.replace(/\D/g, '').replace(/^0/, '');

/** Ten digits are a whole number nearly everywhere. */
const mayLackArea = (local: string, area: string) => /^\(?\d{1,5}\)?$/.test(area) && withoutZero(local).length < 10;

/** It begins with the same digits, and enough follow. */
function mayHaveArea(local: string, area: string): boolean {
	const [digits, areaDigits] = [withoutZero(local), withoutZero(area)];
	return digits.startsWith(areaDigits) && digits.length - areaDigits.length >= FEWEST_DIGITS;
}

function unwrappedList(list: unknown[]): unknown {
	const labelled = list.filter((entry) => !(isObject(entry) && labelsOf(entry).some(isStrangersLabel)));
	const best =
		labelled.find((entry) => isObject(entry) && labelsOf(entry).some(isMobileLabel) && isFilled(entry)) ??
		labelled.find((entry) => isObject(entry) && entry.primary === true && isFilled(entry)) ??
		labelled.find(isFilled);
	return best === undefined ? '' : unwrapped(best);
}

const labelName = /^(phone)?(label|(value)?type|subtype|category|kind|field|enumcode)$/;
const labelsOf = (entry: Record<string, unknown>): unknown[] =>
	Object.entries(entry).flatMap(([name, value]) => (labelName.test(plainName(name)) ? value : []));
const isFilled = (entry: unknown) => (textIn(entry) ?? '') !== '';
