import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { apiKeyComplaint, baseUrlComplaint, keyAsSent, staysAtOrigin } from '../nodes/service/credential';

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
}
