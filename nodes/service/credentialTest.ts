import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { isSuccess, readBody } from './answers';
import { accountOf, type Account } from './credential';
import { CHANNEL, endpoints } from './endpoints';
import { explain } from './errors';
import { networkFault } from './networkFault';
import { readPromotions } from './promotions';
import { hideKeyInMessages } from './redact';
import { plainHeaders } from './transport';
import type { Outcome } from './types';
import { asSentence } from './values';

const IDLE_MS = 30_000;

/** The button Test of the credential. A function, as n8n's rules for a declared request cannot tell what came instead of a list. */
async function testAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const account = accountOf(data);
	if (typeof account === 'string') return { status: 'Error', message: account };
	const outcome = await listPromotions(this.helpers, account);
	if (outcome.kind === 'answer' && isSuccess(outcome) && (await readPromotions(readBody(outcome).value))) {
		return { status: 'OK', message: 'Connection successful!' };
	}
	return { status: 'Error', message: hideKeyInMessages(account.apiKey)(complaintAbout(outcome)) };
}

export const credentialTest = { testAccount };

/** The only way to ask that n8n gives to such a function. It follows redirects with the key, unless told not to. */
async function listPromotions(
	{ request }: ICredentialTestFunctions['helpers'],
	{ baseUrl, accountId, apiKey }: Account,
): Promise<Outcome> {
	try {
		const { statusCode, headers, body } = (await request({
			method: 'GET',
			uri: baseUrl + endpoints.promotions(accountId),
			qs: { channel: CHANNEL },
			headers: { accept: 'application/json', 'x-api-key': apiKey },
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: IDLE_MS,
		})) as { statusCode: number; headers: unknown; body: unknown };
		const text = typeof body === 'string' ? body : '';
		return { kind: 'answer', status: statusCode, headers: plainHeaders(headers), body: text };
	} catch (error) {
		return { kind: 'noAnswer', ...networkFault(error) };
	}
}

const ADDRESS = "Check 'Base URL': the address of the service without /api/v2";

/** One text, for somebody who has the credential open. */
function complaintAbout(outcome: Outcome): string {
	if (outcome.kind === 'noAnswer' && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(outcome.code)) {
		return `Nothing answers at 'Base URL' (${outcome.code}). Check the address, or try again later.`;
	}
	const { message, failure, isTemporary } = explain(outcome, { doing: 'list the promotions' }, Date.now());
	if (failure?.cause === 'credential-invalid') return `${asSentence(message)} Check 'API Key' and 'Account ID'.`;
	if (outcome.kind === 'answer' && isSuccess(outcome)) {
		return `The address answers, but not with a list of promotions. ${ADDRESS}.`;
	}
	return isTemporary === true
		? `${asSentence(message)} Try again later.`
		: `${asSentence(message)} ${ADDRESS}, and 'Account ID'.`;
}
