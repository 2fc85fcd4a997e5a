import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { apiKeyComplaint, keyAsSent } from './key';
import { usableId } from './promotions';

export interface Account {
	baseUrl: string;
	accountId: string;
	apiKey: string;
}

/** The credential's values, ready to use; or a message if they cannot be used. */
export function accountOf(credential: ICredentialDataDecryptedObject): Account | string {
	const accountId = usableId(credential.accountId);
	if (accountId === '') {
		return "'Account ID' is empty or not an ID: open the credential and enter your business account identifier";
	}
	const complaint = apiKeyComplaint(credential.apiKey) ?? baseUrlComplaint(credential.baseUrl);
	if (complaint !== undefined) return complaint;
	return { baseUrl: normalBaseUrl(credential.baseUrl as string), accountId, apiKey: keyAsSent(credential.apiKey) };
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A message that says why the address cannot be used; undefined if it can. */
export function baseUrlComplaint(raw: unknown): string | undefined {
	const text = typeof raw === 'string' ? raw.trim() : '';
	if (text === '')
		return "'Base URL' is empty: open the credential and enter the address of the service, starting with https://";
	const url = parsedUrl(text);
	if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
		return "'Base URL' in the credential is not a web address: enter the address of the service, starting with https://";
	}
	if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
		return `'Base URL' in the credential starts with http://, which would send the API key to ${url.hostname} unencrypted: use https:// (http:// is accepted for localhost only)`;
	}
	if (url.username || url.password || /[?#]/.test(text)) {
		return `'Base URL' in the credential may contain only host, port and path: remove the user name, "?" and "#" parts`;
	}
	return undefined;
}

/** A valid Base URL without trailing slashes. A path prefix is kept. */
export function normalBaseUrl(raw: string): string {
	const { origin, pathname } = new URL(raw.trim());
	return (origin + pathname).replace(/(?<!\/)\/+$/, '');
}

/** Whether a request goes to the credential's origin, so that it may carry the key. */
export function staysAtOrigin(baseUrl: string, request: { url?: string; baseURL?: string }): boolean {
	return parsedUrl(request.url ?? '', request.baseURL)?.origin === new URL(baseUrl.trim()).origin;
}

const parsedUrl = (text: string, base?: string): URL | undefined =>
	URL.canParse(text, base || undefined) ? new URL(text, base || undefined) : undefined;
