import type {
	IAuthenticate,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { apiKeyComplaint, baseUrlComplaint, keyAsSent, staysAtOrigin } from '../nodes/service/credential';

/** n8n shows these when the test ends with the status; without them only the status line of the service would be seen. */
const STATUS_MESSAGES: Array<[number[], string]> = [
	[
		[300, 301, 302, 303, 307, 308],
		'The service answered with a redirect, which is not followed so that the API key stays safe. Check Base URL.',
	],
	[[401, 403], 'The service does not accept this API Key for this Account ID. Check both.'],
	[[404], 'The service found nothing at this address. Check Base URL (without /api/v2) and Account ID.'],
	[[429], 'The service is limiting requests. Try again in a few minutes.'],
	[[500, 502, 503, 504], 'The service reported an internal error. Try again later.'],
];

const STATUS_RULES: IAuthenticateRuleResponseCode[] = STATUS_MESSAGES.flatMap(([statuses, message]) =>
	statuses.map((value) => ({ type: 'responseCode' as const, properties: { value, message } })),
);

/** Of all that may come with status 200, only a list has the methods of a list; n8n can compare nothing but the value at a path. */
const NO_LIST_RULE: IAuthenticateRuleResponseSuccessBody = {
	type: 'responseSuccessBody',
	properties: {
		key: 'promotions.map',
		value: undefined,
		message:
			'The address answers, but not with a list of promotions. Check Base URL: the address of the service without /api/v2.',
	},
};

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
			description: 'Address of the service, without /api/v2. A path in front of it is kept.',
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
	];

	/** A function rather than a template, because the key must be held back from every origin but the credential's own. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const complaint = baseUrlComplaint(credentials.baseUrl) ?? apiKeyComplaint(credentials.apiKey);
		if (complaint !== undefined) throw new UserError(complaint);
		if (!staysAtOrigin(credentials.baseUrl as string, request)) {
			throw new UserError(
				'The request goes to another address than the Base URL of the credential, so the API key was not sent',
			);
		}
		return {
			...request,
			// n8n keeps the key header when it follows a redirect to another host.
			disableFollowRedirect: true,
			headers: { ...request.headers, 'x-api-key': keyAsSent(credentials.apiKey) },
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/[/]+$/, "")}}',
			url: '=/api/v2/promotion/{{encodeURIComponent($credentials.accountId.trim())}}',
			qs: { channel: 'rcs' },
			headers: { accept: 'application/json' },
			disableFollowRedirect: true,
		},
		rules: [...STATUS_RULES, NO_LIST_RULE] as ICredentialTestRequest['rules'],
	};
}
