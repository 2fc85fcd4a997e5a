import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { comparable, counted, grouped } from '../../service/values';
import { checkContacts } from '../contacts/checkContacts';
import { fingerprintUnseen } from '../contacts/fingerprint';
import { describeIssue } from '../issues';
import type { ItemContext } from '../itemContext';
import { findBodyIssues, findBodyWarnings, digest, launchBody } from './body';
import type { Campaign, LaunchRequest } from './types';

/** Checks everything that can be checked without the service. */
export async function prepareCampaign(item: ItemContext, request: LaunchRequest): Promise<Campaign> {
	const { client } = item;
	const { recipients, promotionName, targetListName } = request;
	const { template, issues: found } = request.template;
	const content = { ...request, template };

	const needsCountries = request.sendOnlyBetween?.timeZone === 'contacts';
	const options = { ...request.contacts, references: found.references, needsCountries };
	const checked = recipients === 'uploadedList' ? undefined : await checkContacts(item, recipients, options);
	const { ready = null, rows = null } = checked?.recipients ?? {};
	const sample = checked?.fingerprint ?? fingerprintUnseen(comparable(targetListName));
	const templateName = comparable(template.name);
	const peopleOf = (...what: unknown[]) => sample.map((person) => digest([...what, person]).slice(0, 16));
	const notes = (checked?.notes ?? []).map(describeIssue);
	const row: IDataObject = {
		accountId: client.accountId,
		promotionName,
		targetListName,
		recipients: checked?.recipients ?? null,
		columnsUsed: checked?.columnsUsed ?? null,
		changes: checked?.changes ?? null,
		notes,
	};
	return {
		...content,
		references: found.references,
		// All at once: who gets it comes first.
		faults: [...(checked?.refusals ?? []), ...found.refusals, ...findBodyIssues(content)],
		file: checked?.file,
		ready,
		first: checked?.first ?? [],
		countries: checked?.countries ?? [],
		audience: ready === null ? `the uploaded list "${targetListName}"` : counted(ready, 'contact'),
		share: ready === null ? null : `${grouped(ready)} of ${counted(rows ?? ready, 'contact')}`,
		// The template's ID and language do not count, nor does the Base URL across executions: whoever corrects a typo in one of them
		// must not send everything again.
		peopleOfTemplate: peopleOf(client.accountId, templateName),
		peopleOfMessage: peopleOf(client.account, templateName, template.components),
		warnings: [...findBodyWarnings(content), ...found.warnings, ...(checked?.warnings ?? [])].map(describeIssue),
		notes,
		row,
	};
}

/** Equal for two launches if and only if account, contacts, list name and body are the same. */
export async function approvalCode({ client }: ItemContext, campaign: Campaign): Promise<string> {
	const contacts = createHash('sha256');
	for await (const chunk of campaign.file?.chunks() ?? []) contacts.update(chunk);
	return digest([client.account, contacts.digest('hex'), campaign.targetListName, launchBody(campaign)]).slice(0, 32);
}
