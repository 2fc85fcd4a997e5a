import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { readAccount, staysAtOrigin } from '../nodes/service/credential';
import { INVISIBLE_RANGES } from '../nodes/service/values';

const CHECK_ADDRESS = "Check 'Base URL': the address of the service without /api/v2.";

/** What the Test button says for each HTTP status. For any other status, n8n shows the text of the service's status line. */
const STATUSES: Array<[statuses: number[], message: string]> = [
	[[401], 'The service does not accept this API Key for this Account ID.'],
	[[403], 'The service does not let this API Key read the promotions of this Account ID.'],
	[[404], `The service found nothing at this address. ${CHECK_ADDRESS} Also check 'Account ID'.`],
	[[400, 405, 409, 410, 422], "The service refused the request. Check 'Account ID' and 'Base URL'."],
	[
		[301, 302, 303, 307, 308],
		`The address redirects to another one. The redirect was not followed, to keep the API key safe. ${CHECK_ADDRESS}`,
	],
	[[429], 'The service is limiting requests. Try again later.'],
	[[500, 502, 503, 504], 'The service is not available right now. Try again later.'],
];

/** What an account ID may have around it from copying; the node takes away the same. */
const AROUND = `[\\s${INVISIBLE_RANGES}]`;

const NO_LIST = `The address answers, but not with a list of promotions. ${CHECK_ADDRESS}`;

const testRules = [
	...STATUSES.flatMap(([statuses, message]) =>
		statuses.map((value) => ({ type: 'responseCode', properties: { value, message } })),
	),
	// Only an array has `push`, so this is undefined if `promotions` is missing or anything else.
	{ type: 'responseSuccessBody', properties: { key: 'promotions.push', value: undefined, message: NO_LIST } },
] as ICredentialTestRequest['rules'];

export class RcsPromotionApi implements ICredentialType {
	name = 'rcsPromotionApi';

	displayName = 'RCS Promotion API';

	documentationUrl = 'https://github.com/n8n-nodes-rcs-promotion/n8n-nodes-rcs-promotion#credentials';

	icon: Icon = {
		light: 'file:../nodes/RcsPromotion/rcsPromotion.svg',
		dark: 'file:../nodes/RcsPromotion/rcsPromotion.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://rcs.example.com',
			description: 'Address of the service, without /api/v2. If there is a path before that, include it.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			required: true,
			description: 'Your business account identifier. Use one credential for each account.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent only to the address above, never to another host',
		},
		{
			displayName: 'Counters',
			name: 'counters',
			type: 'options',
			default: 'detect',
			description: 'What the service counts as delivered once a message was read. Your provider can tell you.',
			options: [
				{
					name: 'Detect',
					value: 'detect',
					description: "Read it from each promotion's own counters. Rates stay empty where they do not show it.",
				},
				{
					name: 'Each Message Counts Once',
					value: 'separate',
					description: 'A message that was read no longer counts as delivered or sent',
				},
				{
					name: 'Each Stage Includes the Later Ones',
					value: 'cumulative',
					description: 'A message that was read still counts as delivered and sent',
				},
			],
		},
		{
			displayName: 'Phone Numbers in the Contact File',
			name: 'phoneFormat',
			type: 'options',
			default: 'plus',
			description: 'How the service wants phone numbers in the file that a launch sends. Your provider can tell you.',
			options: [
				{ name: 'Digits Only', value: 'digits', description: 'Such as 4915112345678' },
				{ name: 'With +', value: 'plus', description: 'Such as +4915112345678' },
			],
		},
	];

	/** A function, not a template, because the key must be sent to no origin but the credential's own. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const account = readAccount(credentials);
		if (!staysAtOrigin(account, request)) {
			throw new UserError(
				'The request goes to a different address than the Base URL of the credential, so the API key was not sent',
			);
		}
		return {
			...request,
			// n8n keeps the key header when it follows a redirect to another host.
			disableFollowRedirect: true,
			headers: { ...request.headers, 'x-api-key': account.apiKey },
		};
	};

	/** The Test button. It also goes through `authenticate`, so it shows the same messages about the three fields. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: "={{ $credentials.baseUrl.trim().replace(/\\/+$/, '') }}",
			url: `=/api/v2/promotion/{{ encodeURIComponent(String($credentials.accountId).replace(/^${AROUND}+|${AROUND}+$/g, '')) }}`,
			qs: { channel: 'rcs' },
			headers: { accept: 'application/json' },
			disableFollowRedirect: true,
		},
		rules: testRules,
	};
}
