import { hideKeyInMessages } from '../nodes/service/key';
import type { Account } from './options';

const HIDDEN = '[hidden]';
/** A shorter account ID may occur in ordinary text by chance. */
const SHORTEST_DISTINCT = 5;

/** Replaces what must never be shown: the key in any spelling, the account ID and the phone, with separators too. */
export function hiderOf({ apiKey, accountId }: Account, phone: string | undefined): (text: string) => string {
	const hideKeys = [apiKey, Buffer.from(apiKey).toString('base64')].map(hideKeyInMessages);
	const patterns: RegExp[] = [];
	if (accountId.length >= SHORTEST_DISTINCT) patterns.push(new RegExp(accountId.replace(/[^\w]/g, '\\$&'), 'gi'));
	const digits = phone?.replace(/\D/g, '') ?? '';
	if (digits !== '') patterns.push(new RegExp(Array.from(digits).join('[\\s()./-]*'), 'g'));
	return (text) => {
		let shown = text;
		for (const hide of hideKeys) shown = hide(shown);
		for (const pattern of patterns) shown = shown.replace(pattern, HIDDEN);
		return shown;
	};
}

const MOST_LETTERS = 40;
const MOST_DIGITS = 3;

/**
 * A status or a column's name as it is, spaces around it included; undefined if it may be anything else. Of a service's own texts only
 * such words are ever shown or written, since any other text may hold a name, a phone number or the key.
 */
export function shownWord(text: unknown, hide: (text: string) => string): string | undefined {
	if (typeof text !== 'string' || text.trim() === '' || text.length > MOST_LETTERS) return undefined;
	const isWord = /^[\p{L}\p{M}\d _./-]+$/u.test(text) && text.replace(/\D/g, '').length <= MOST_DIGITS;
	return isWord && hide(text) === text ? text : undefined;
}
