import { formatPath, isKnownPhoneName, splitNames } from './aliases';
import type { Path } from './types';

/** How a word begins that means a phone, in many languages. Never "number" or "no" alone, which customers and orders have, too. */
const PHONE_STEMS =
	'phone|telef|telep|telem|mobil|mobiel|movil|cell|celul|handy|portable|whats ?app|msisdn|rufnummer|natel|gsm|sms';
/** Such a word, the end of a compound such as Diensthandy or homephone, or a short word that must stand alone. */
const PHONE_WORDS = new RegExp(
	`(?:^| )(?:${PHONE_STEMS})|(?:telefon|phone|handy)s?(?: |$)|(?:^| )(?:tel|mob|cel|fon|wa)(?: |$)`,
);

/** How the names of fields about consent begin, or a word in them; _ is a separator or nothing. Naming one needlessly does no harm. */
const CONSENT_STEMS =
	splitNames(`consent, consens, opt_in, opt_out, opted, un_sub, subscribed, subscription, permission, black_list, suppress, do_not,
	dnc\\b, dnd\\b, marketing, news_letter, gdpr, rgpd, lgpd, tcpa, dsgvo, datenschutz, einwillig, einverst, zustimm, werbe_ein, werbe_sperr,
	werbe_erlaub, robinson, ab_gemeld, ab_meld, widerruf, widerspr, desabonn, desinscr, disiscr, descadastr, baja\\b`);
const CONSENT_WORDS = new RegExp(`(?:^| )(?:${CONSENT_STEMS.join('|').replaceAll('_', ' ?')})`);

/** In lower case, with a space between words: "smsOptIn_2" becomes "sms opt in 2". */
const splitWords = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();

/** No list has as many. Keeps hostile ones from filling the memory. */
const MOST_NAMES_KEPT = 10_000;

/** Whether any step of a path has such a name. Remembers each name, because thousands of items have the same ones. */
function anyStep(isWanted: (name: string) => boolean): (path: Path) => boolean {
	const known = new Map<string, boolean>();
	const check = (name: string): boolean => {
		const result = known.get(name) ?? isWanted(name);
		if (known.size > MOST_NAMES_KEPT) known.clear();
		known.set(name, result);
		return result;
	};
	return (path) => path.some((step) => typeof step === 'string' && check(step));
}

/** Whether a field looks like a phone by its name: one of the table, or a word that means a phone. */
export const hasPhoneName = anyStep((name) => isKnownPhoneName(name) || PHONE_WORDS.test(splitWords(name)));

/** Whether a step of the path is in the table of names for a phone. */
export const hasKnownPhoneName = anyStep(isKnownPhoneName);

const speaksOfConsent = anyStep((name) => CONSENT_WORDS.test(splitWords(name)));

/** Whether a field may be a contact's phone, so that it is compared with the one that is used. */
export const mayBePhone = (path: Path): boolean => hasPhoneName(path) && !speaksOfConsent(path);

/** The names of the fields that may say who agreed to messages. */
export const findConsentFields = (paths: readonly Path[]): string[] => paths.filter(speaksOfConsent).map(formatPath);

const MOBILE_WORDS = /(?:^| )(?:mob|movil|cel|handy|portable|whats ?app|msisdn|natel|gsm|sms)|handys?(?: |$)/;

/** Whether a field speaks of a mobile phone, which gets RCS messages rather than another. */
export const hasMobileName = anyStep((name) => MOBILE_WORDS.test(splitWords(name)));
