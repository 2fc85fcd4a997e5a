import { splitNames, formatPath } from './aliases';
import type { Path } from './types';

/**
 * How the names of fields about consent begin, or a word within them; _ stands for a separator or nothing. A name cannot tell everything, so
 * this is generous: naming a field needlessly does no harm.
 */
const STEMS =
	splitNames(`consent, consens, opt_in, opt_out, opted, un_sub, subscribed, subscription, permission, black_list, suppress, do_not,
	dnc\\b, dnd\\b, marketing, news_letter, gdpr, rgpd, lgpd, tcpa, dsgvo, datenschutz, einwillig, einverst, zustimm, werbe_ein, werbe_sperr,
	werbe_erlaub, robinson, ab_gemeld, ab_meld, widerruf, widerspr, desabonn, desinscr, disiscr, descadastr, baja\\b`);

/** For a name that isAboutConsent has split into words with spaces between them. */
const CONSENT_PATTERN = new RegExp(`(?:^| )(?:${STEMS.join('|').replaceAll('_', ' ?')})`);

/** The names of the fields that speak of consent. */
export const findConsentFields = (paths: readonly Path[]): string[] =>
	paths.filter((path) => path.some((step) => typeof step === 'string' && isAboutConsent(step))).map(formatPath);

const isAboutConsent = (name: string): boolean =>
	CONSENT_PATTERN.test(
		name
			.normalize('NFKD')
			.replace(/\p{M}/gu, '')
			.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
			.replace(/[^\p{L}\p{N}]+/gu, ' ')
			.toLowerCase(),
	);
