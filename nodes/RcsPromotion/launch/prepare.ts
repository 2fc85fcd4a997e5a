import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { comparable, counted } from '../../service/values';
import { checkedContacts } from '../contacts/checkContacts';
import { sampleOfUnseen } from '../contacts/sample';
import type { RecipientCounts } from '../contacts/types';
import { findingText } from '../finding';
import type { ItemContext } from '../itemContext';
import { bodyFindings, bodyWarnings, digest, launchBody } from './body';
import type { Campaign, LaunchRequest } from './types';

/** Checks everything that can be checked without the service. */
export async function prepareCampaign(item: ItemContext, request: LaunchRequest): Promise<Campaign> {
	const { client } = item;
	const { recipients, promotionName, targetListName } = request;
	const { template, references, refusals, warnings } = request.template;
	const content = { ...request, template };
	const body = launchBody(content);

	const isOfList = recipients === 'uploadedList';
	const checked = isOfList ? undefined : await checkedContacts(item, recipients, { ...request.contacts, references });
	const result = checked?.result;
	const contacts = result?.recipients.ready ?? null;
	const sample = result?.sample ?? sampleOfUnseen(comparable(targetListName));
	const templateName = comparable(template.name);
	const peopleOf = (...what: unknown[]) => sample.map((person) => digest([...what, person]).slice(0, 16));
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
		// All at once: who gets it comes first.
		faults: [...(result?.refusals ?? []), ...refusals, ...bodyFindings(content)],
		promotionName,
		targetListName,
		template,
		body,
		file: checked?.file,
		contacts,
		preview: result?.preview ?? [],
		forPhones: checked && ((phones) => checked.forPhones(phones)),
		audience: contacts === null ? `the uploaded list "${targetListName}"` : counted(contacts, 'contact'),
		// Without the template's ID and language, and the Base URL: a typo that is corrected must not send everything again.
		peopleOfTemplate: peopleOf(client.accountId, templateName),
		peopleOfMessage: peopleOf(client.accountId, templateName, template.components),
		warnings: [...bodyWarnings(content), ...warnings, ...(result?.warnings ?? [])].map(findingText),
		row,
	};
}

/** The counts of contacts of whom nobody got the message yet. */
export const unsent = ({ rows, ready, ...others }: RecipientCounts): IDataObject => ({
	rows,
	ready,
	sent: 0,
	...others,
});

/** Equal for two launches if and only if account, contacts, list name and body are the same. */
export async function approvalCode({ client }: ItemContext, campaign: Campaign): Promise<string> {
	const contacts = createHash('sha256');
	for await (const chunk of campaign.file?.chunks() ?? []) contacts.update(chunk);
	return digest([client.account, contacts.digest('hex'), campaign.targetListName, campaign.body]).slice(0, 32);
}
