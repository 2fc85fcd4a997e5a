import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../../service/client';
import { comparable, counted, grouped } from '../../service/values';
import type { CheckedContacts, ContactCheckOptions } from '../contacts/types';
import { fingerprintUnseen } from '../contacts/fingerprint';
import { describeIssue } from '../issues';
import { findBodyIssues, findBodyWarnings, digest, launchBody } from './body';
import type { Campaign, LaunchRequest } from './types';

/** What a check of the contacts has to find out for this launch. */
export const needsOf = ({ contacts, template, sendOnlyBetween }: LaunchRequest): ContactCheckOptions => ({
	...contacts,
	references: template.issues.references,
	needsCountries: sendOnlyBetween?.timeZone === 'contacts',
});

/** Puts together what is sent, with everything that is wrong with it. Contacts that n8n does not see were not checked. */
export function prepareCampaign(
	{ account, accountId }: Pick<ServiceClient, 'account' | 'accountId'>,
	request: LaunchRequest,
	checked: CheckedContacts | undefined,
): Campaign {
	const { promotionName, targetListName } = request;
	const { template, issues: found } = request.template;
	const content = { ...request, template };
	const { ready = null, rows = null } = checked?.recipients ?? {};
	const sample = checked?.fingerprint ?? fingerprintUnseen(comparable(targetListName));
	const templateName = comparable(template.name);
	const peopleOf = (...what: unknown[]) => sample.map((person) => digest([...what, person]).slice(0, 16));
	const notes = (checked?.notes ?? []).map(describeIssue);
	const row: IDataObject = {
		accountId,
		promotionName,
		targetListName,
		recipients: checked?.recipients ?? null,
		columnsUsed: checked?.columnsUsed ?? null,
		changes: checked?.changes ?? null,
		notes,
	};
	return {
		...content,
		account,
		references: found.references,
		// All at once: who gets it comes first.
		faults: [...(checked?.refusals ?? []), ...found.refusals, ...findBodyIssues(content)],
		file: checked?.file,
		ready,
		first: checked?.first ?? [],
		countries: checked?.countries ?? [],
		audience: ready === null ? `the uploaded list "${targetListName}"` : counted(ready, 'contact'),
		share: ready === null ? null : `${grouped(ready)} of ${counted(rows ?? ready, 'contact')}`,
		// The template's ID and language do not count, nor does the Base URL across executions: correcting a typo in one of them
		// must not send everything again.
		peopleOfTemplate: peopleOf(accountId, templateName),
		peopleOfMessage: peopleOf(account, templateName, template.components),
		warnings: [...findBodyWarnings(content), ...found.warnings, ...(checked?.warnings ?? [])].map(describeIssue),
		notes,
		row,
	};
}

/** Equal for two launches if and only if account, contacts, list name and body are the same. */
export async function approvalCode(campaign: Campaign): Promise<string> {
	const contacts = createHash('sha256');
	for await (const chunk of campaign.file?.chunks() ?? []) contacts.update(chunk);
	return digest([campaign.account, contacts.digest('hex'), campaign.targetListName, launchBody(campaign)]).slice(0, 32);
}
