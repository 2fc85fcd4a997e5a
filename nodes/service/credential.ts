import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { CountersAre } from './counting';
import { toUsableId } from './promotions';
import { plainText, trimmed } from './values';

export interface Account {
	baseUrl: string;
	accountId: string;
	apiKey: string;
	/** What the credential says of the counters; undefined if it leaves it open. */
	statedCounters?: CountersAre;
	phoneFormat: PhoneFormat;
}

/** How phones are written in the contact file. */
export type PhoneFormat = 'plus' | 'digits';

/** The credential's values, ready to use. Throws if they cannot be used. */
export function readAccount(credential: ICredentialDataDecryptedObject): Account {
	const accountId = toUsableId(credential.accountId);
	if (accountId === '') {
		throw new UserError(
			"'Account ID' is empty or not an ID: open the credential and enter your business account identifier",
		);
	}
	const [apiKey, baseUrl] = [apiKeyOf(credential.apiKey), baseUrlOf(credential.baseUrl)];
	const phoneFormat = credential.phoneFormat === 'digits' ? 'digits' : 'plus';
	return {
		accountId,
		apiKey,
		baseUrl,
		statedCounters: STATED_COUNTERS.get(plainText(credential.counters)),
		phoneFormat,
	};
}

/** By the value of 'Counters'. Detect, like a credential from before there was this field, states nothing. */
const STATED_COUNTERS = new Map<string, CountersAre>([
	['cumulative', 'cumulative'],
	['separate', 'separate'],
]);

/** Without the spaces, line breaks and invisible characters that come from pasting a key. No message shows it. */
function apiKeyOf(given: unknown): string {
	const key = trimmed(plainText(given));
	if (key === '') throw new UserError("'API Key' is empty: open the credential and enter the API key of your account");
	// n8n's HTTP client would drop such characters and send a different key.
	if (Array.from(key).some((letter) => letter !== ' ' && /[\p{C}\p{Z}]|[^\0-\xff]/u.test(letter))) {
		throw new UserError(
			"'API Key' contains a character that cannot be sent, often an invisible one: copy the key again without it",
		);
	}
	return key;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Without slashes at the end. A path prefix is kept. */
function baseUrlOf(given: unknown): string {
	const text = plainText(given).trim();
	const url = parsedUrl(text);
	if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
		throw new UserError(
			"'Base URL' in the credential is not a web address: enter the address of the service, starting with https://",
		);
	}
	if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
		throw new UserError(
			`'Base URL' in the credential starts with http://, which would send the API key to ${url.hostname} unencrypted: use https:// (http:// is accepted for localhost only)`,
		);
	}
	if (url.username || url.password || /[?#]/.test(text)) {
		throw new UserError(
			`'Base URL' in the credential may contain only host, port and path: remove the user name, "?" and "#" parts`,
		);
	}
	return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** Whether a request goes to the credential's origin, so that it may carry the key. */
export function staysAtOrigin({ baseUrl }: Account, request: { url?: string; baseURL?: string }): boolean {
	return parsedUrl(request.url ?? '', request.baseURL)?.origin === new URL(baseUrl).origin;
}

const parsedUrl = (text: string, base?: string): URL | undefined =>
	URL.canParse(text, base || undefined) ? new URL(text, base || undefined) : undefined;

const HIDDEN = '[hidden]';

/** A shorter key may occur in ordinary data by chance, so it is hidden only in messages, not in answers. */
const SHORTEST_DISTINCT_KEY = 8;

export type HideKey = (text: string) => string;

/** Finds the key in plain form, in either case, and as JSON, URLs and HTML write it, also one within another. */
export function hideKeyInMessages(key: string): HideKey {
	const spelled = Array.from(key).map(spellingsOf).join('');
	// An all-digit key is not matched inside a longer number, such as a phone number or a timestamp.
	const pattern = new RegExp(/^\d+$/.test(key) ? `(?<!\\d)${spelled}(?!\\d)` : spelled, 'gi');
	return (text) => text.replace(pattern, HIDDEN);
}

/** The same for whole answers, but only if the key is long enough. */
export const hideKeyInAnswers = (key: string): HideKey =>
	key.length < SHORTEST_DISTINCT_KEY ? (text) => text : hideKeyInMessages(key);

const NAMES_IN_HTML: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A pattern for one character of the key. Longer spellings first: the plain letter would match their beginning. */
function spellingsOf(letter: string): string {
	const inUrl = Buffer.from(letter).toString('hex').replace(/../g, '%(?:25)?$&');
	const code = letter.charCodeAt(0);
	const hex = code.toString(16);
	const inHtml = `&(?:#x0*${hex}|#0*${code}|${NAMES_IN_HTML[letter] ?? '#'});`;
	const inJson = `\\\\{0,3}(?:u${hex.padStart(4, '0')}|${letter.replace(/[^\p{L}\p{N}]/u, '\\$&')})`;
	return `(?:${letter === ' ' ? '\\+|' : ''}${inUrl}|${inHtml}|${inJson})`;
}
