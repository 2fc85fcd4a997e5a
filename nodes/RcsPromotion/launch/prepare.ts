import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../service/values';
import { checkedContacts } from '../contacts/checkContacts';
import type { RecipientCounts } from '../contacts/types';
import { findingText, stopAt } from '../finding';
import type { ItemContext } from '../itemContext';
import { buildTemplate } from '../template/buildTemplate';
import { bodyFindings, digest, launchBody } from './body';
import type { LaunchRequest } from './request';

/** A launch that is complete; what is still open is whether it may be sent. */
export type Campaign = Awaited<ReturnType<typeof prepareCampaign>>;

/** Checks everything that can be checked without the service. */
export async function prepareCampaign(item: ItemContext, request: LaunchRequest) {
	const { client } = item;
	const { recipients, promotionName, targetListName } = request;
	const { template, references, refusals, warnings } = buildTemplate(request.template);
	const content = { ...request, template };
	const body = launchBody(content);

	const isOfList = recipients === 'uploadedList';
	const checked = isOfList ? undefined : await checkedContacts(item, recipients, { ...request.contacts, references });
	const result = checked?.result;
	// All at once: who gets it comes first.
	stopAt(item, [...(result?.refusals ?? []), ...refusals, ...bodyFindings(content)]);

	const recipientsDigest = result?.recipientsDigest ?? `list ${targetListName}`;
	const contacts = result?.recipients.ready ?? null;
	const row: IDataObject = {
		accountId: client.accountId,
		promotionName,
		targetListName,
		recipients: result ? unsent(result.recipients) : null,
		columnsUsed: result?.columnsUsed ?? null,
		changes: result?.changes ?? null,
	};
	return {
		request,
		promotionName,
		targetListName,
		template,
		body,
		/** Undefined for an uploaded list. */
		file: checked?.file,
		/** How many contacts would get the message; null if they cannot be counted. */
		contacts,
		/** The first contacts as they would be sent; empty for an uploaded list. */
		preview: result?.preview ?? [],
		/** Who it goes to, in words for messages. */
		audience: contacts === null ? `the uploaded list "${targetListName}"` : counted(contacts, 'contact'),
		/** Equal for two launches if and only if account, body and recipients are the same. */
		digest: digest([client.account, body, recipientsDigest]),
		/** Equal for two launches if and only if the same account sends the same template to the same people, even if the Base URL was corrected. */
		repeatDigest: digest([client.accountId, template.name, template.id, template.language, recipientsDigest]),
		warnings: [...warnings, ...(result?.warnings ?? [])].map(findingText),
		/** The part of the output that does not depend on how the launch ends. */
		row,
	};
}

const unsent = ({ rows, ready, ...others }: RecipientCounts): IDataObject => ({ rows, ready, sent: 0, ...others });

/** Equal for two launches if and only if account, contacts, list name and body are the same. */
export async function approvalCode({ client }: ItemContext, campaign: Campaign): Promise<string> {
	const contacts = createHash('sha256');
	for await (const chunk of campaign.file?.chunks() ?? []) contacts.update(chunk);
	return digest([client.account, contacts.digest('hex'), campaign.targetListName, campaign.body]).slice(0, 32);
}
