import type { ServiceClient } from '../../service/client';
import { normalizeText, counted, grouped } from '../../service/values';
import type { CheckedContacts, ContactCheckOptions } from '../contacts/types';
import { fingerprintOfUnseenList } from '../contacts/fingerprint';
import { describeIssue } from '../issues';
import { findBodyIssues, findBodyWarnings, digest } from './body';
import type { Campaign, LaunchRequest } from './types';

/** What a check of the contacts has to find out for this launch. */
export const contactChecksFor = ({ contactOptions, builtTemplate }: LaunchRequest): ContactCheckOptions => ({
	...contactOptions,
	references: builtTemplate.references,
	makesFile: true,
});

/** Puts together what is sent, with everything that is wrong with it. */
export function prepareCampaign(
	{ account, accountId }: Pick<ServiceClient, 'account' | 'accountId'>,
	request: LaunchRequest,
	/** Undefined for an uploaded list, whose contacts n8n does not see. */
	checked?: CheckedContacts,
): Campaign {
	const { builtTemplate, ...values } = request;
	const { promotionName, targetListName } = values;
	const { template, issues: templateIssues, references } = builtTemplate;
	const content = { ...values, template };
	const { ready: recipientCount = null, rows = null } = checked?.recipients ?? {};
	const fingerprint = checked?.fingerprint ?? fingerprintOfUnseenList(normalizeText(targetListName));
	const templateName = normalizeText(template.name);
	// Entries of two launches match only for the same person, and if all that they are hashed with is the same.
	const hashEach = (...what: unknown[]) => fingerprint.map((entry) => digest([...what, entry]).slice(0, 16));
	const notes = (checked?.notes ?? []).map(describeIssue);
	return {
		...content,
		account,
		references,
		// All of them together, so that the user fixes them in one go. Contacts first.
		refusals: [...(checked?.refusals ?? []), ...templateIssues.refusals, ...findBodyIssues(content)],
		file: checked?.file,
		recipientCount,
		firstRecipients: checked?.firstRecipients ?? [],
		audience: recipientCount === null ? `the uploaded list "${targetListName}"` : counted(recipientCount, 'contact'),
		recipientsInWords:
			recipientCount === null ? null : `${grouped(recipientCount)} of ${counted(rows ?? recipientCount, 'contact')}`,
		// Matches for the same account ID and template. Not hashed with Base URL, template ID and language: with a typo corrected in one of
		// them, it is still the same message.
		templateFingerprint: hashEach(accountId, templateName),
		// Matches for the same account, template and cards. Here, another Base URL is another account.
		messageFingerprint: hashEach(account, templateName, template.components),
		warnings: [...findBodyWarnings(content), ...templateIssues.warnings, ...(checked?.warnings ?? [])].map(
			describeIssue,
		),
		notes,
		baseOutput: {
			accountId,
			promotionName,
			template,
			targetListName,
			recipients: checked?.recipients ?? null,
			columnsUsed: checked?.columnsUsed ?? null,
			changes: checked?.changes ?? null,
			notes,
		},
	};
}
