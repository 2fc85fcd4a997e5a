import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../service/values';
import { checkedContacts } from '../contacts/checkContacts';
import type { CheckResult, OutgoingFile, PreviewContact } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { buildTemplate } from '../template/buildTemplate';
import type { Template } from '../template/types';
import { bodyFindings, launchBody, launchDigest, repeatDigest } from './body';
import { findingText, stopAt } from './findings';
import type { LaunchRequest } from './request';

/** A launch of which everything is known but whether it may go. */
export interface Campaign {
	request: LaunchRequest;
	promotionName: string;
	targetListName: string;
	template: Template;
	body: IDataObject;
	/** Undefined for an uploaded list. */
	file: OutgoingFile | undefined;
	/** How many contacts would get the message; null when they cannot be counted. */
	contacts: number | null;
	/** The first of them as they would go out; empty for an uploaded list. */
	preview: PreviewContact[];
	/** Whom it goes to, in words. */
	audience: string;
	/** Of the body and its recipients. */
	digest: string;
	/** Of the account, the template and the recipients. A corrected Base URL does not make it another account. */
	repeatDigest: string;
	warnings: string[];
	/** What the output says whatever becomes of it. */
	row: IDataObject;
}

/** Checks everything that can be checked without the service. */
export async function prepareCampaign(item: ItemContext, request: LaunchRequest): Promise<Campaign> {
	const { client } = item;
	const { recipients, promotionName, targetListName } = request;
	const { template, references, refusals, warnings } = buildTemplate(request.template);
	const content = { ...request, template };
	stopAt(item, [...refusals, ...bodyFindings(content)]);
	const body = launchBody(content);

	const checked =
		recipients === 'uploadedList'
			? undefined
			: await checkedContacts(item, recipients, { ...request.contacts, references });
	const result = checked?.result;
	stopAt(item, result?.refusals ?? []);

	const recipientsDigest = result?.recipientsDigest ?? `list ${targetListName}`;
	const contacts = result?.recipients.ready ?? null;
	return {
		request,
		promotionName,
		targetListName,
		template,
		body,
		file: checked?.file,
		contacts,
		preview: result?.preview ?? [],
		audience: contacts === null ? `the uploaded list "${targetListName}"` : counted(contacts, 'contact'),
		digest: launchDigest(client.account, body, recipientsDigest),
		repeatDigest: repeatDigest(client.accountId, template, recipientsDigest),
		warnings: [...warnings, ...(result?.warnings ?? [])].map(findingText),
		row: {
			accountId: client.accountId,
			promotionName,
			targetListName,
			recipients: result ? recipientCounts(result) : null,
			columnsUsed: result?.columnsUsed ?? null,
			changes: result?.changes ?? null,
		},
	};
}

const recipientCounts = ({ recipients: { rows, ready, ...others } }: CheckResult): IDataObject => ({
	rows,
	ready,
	sent: 0,
	...others,
});
