import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../../service/client';
import { normalizeText, counted, grouped } from '../../service/values';
import { fingerprintOfUnseenList } from '../contacts/fingerprint';
import { buildTestFile } from '../contacts/outgoingFile';
import type { CheckedContacts, ContactCheckOptions, OutgoingFile, RowValues } from '../contacts/types';
import { describeIssue, groupByLevel, type Issue } from '../issues';
import { findBodyIssues, digest } from './body';
import type { LaunchRequest } from './launchForm';

/** A launch with contacts and template checked. Whether it may be sent is decided later. */
export interface Campaign {
	/** Base URL and account ID. */
	account: string;
	/** The form; a test has names of its own. */
	request: LaunchRequest;
	contacts: CampaignContacts;
	fingerprints: Fingerprints;
	/** Everything wrong with contacts, template and body. If there is any, nothing is sent. */
	refusals: Issue[];
	/** The output, as far as it does not depend on how the launch ends. */
	output: CampaignOutput;
}

interface CampaignContacts {
	/** Undefined for an uploaded list, or if the contacts cannot be sent. */
	file?: OutgoingFile;
	/** How many get the message; null if they cannot be counted. */
	count: number | null;
	/** How many there were before any was left out; null if they cannot be counted. */
	given: number | null;
	/** The first contacts as they would be sent; empty for an uploaded list. */
	first: readonly RowValues[];
	/** Who it goes to, in words for messages. */
	audience: string;
	/** Such as "3 of 4 contacts"; null if they cannot be counted. */
	inWords: string | null;
}

/** The list's fingerprint, each entry hashed with more. */
interface Fingerprints {
	/** With account ID and template: equal entries are the same person and template. */
	template: readonly string[];
	/** With Base URL, template and cards. */
	message: readonly string[];
}

interface CampaignOutput extends IDataObject {
	recipients: IDataObject | null;
	/** What a person should correct, or what is not known. */
	warnings: string[];
	/** What happened to the contacts. */
	notes: string[];
}

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
	const { promotionName, targetListName } = request;
	const { template, issues } = request.builtTemplate;
	// All of them together, so that the user fixes them in one go. Contacts first.
	const all = [...(checked?.issues ?? []), ...issues, ...findBodyIssues(request)];
	const { refusals, warnings, notes } = groupByLevel(all);
	const { ready: count = null, rows = null } = checked?.recipients ?? {};
	const fingerprint = checked?.fingerprint ?? fingerprintOfUnseenList(normalizeText(targetListName));
	// Entries of two launches match only for the same person, and if all that they are hashed with is the same.
	const hashEach = (...what: unknown[]) => {
		const common = digest(what);
		return fingerprint.map((entry) => digest([common, entry]).slice(0, 16));
	};
	const templateName = normalizeText(template.name);
	return {
		account,
		request,
		contacts: {
			file: checked?.file,
			count,
			given: rows,
			first: checked?.firstRecipients ?? [],
			audience: count === null ? `the uploaded list "${targetListName}"` : counted(count, 'contact'),
			inWords: count === null ? null : `${grouped(count)} of ${counted(rows ?? count, 'contact')}`,
		},
		fingerprints: {
			// Not hashed with Base URL, template ID and language: with a typo corrected in one of them, it is still the same message.
			template: hashEach(accountId, templateName),
			// Here, another Base URL is another account.
			message: hashEach(account, templateName, template.components),
		},
		refusals,
		output: {
			accountId,
			promotionName,
			template: { ...template },
			targetListName,
			recipients: checked?.recipients ?? null,
			columnsUsed: checked?.columnsUsed ?? null,
			changes: checked?.changes ?? null,
			warnings: warnings.map(describeIssue),
			notes: notes.map(describeIssue),
		},
	};
}

/**
 * The campaign as a test: to the user's own phones only, with the values of the first contacts. Its names are marked, so that it can be
 * repeated and the campaign's own name stays free. A test does not count as a launch to its contacts.
 */
export function asTestRun(campaign: Campaign, now: DateTime, liveRunWarnings: readonly string[]): Campaign {
	const { request, contacts, output } = campaign;
	const { testPhones: phones } = request;
	const { file, firstRecipients: first } = buildTestFile(contacts.first, phones);
	const mark = `[test ${now.toFormat('HH:mm:ss')}]`;
	const promotionName = `${request.promotionName} ${mark}`;
	const targetListName = `${request.targetListName} ${mark}`;
	const audience = counted(phones.length, 'test phone');
	// If a live run would stop, the warnings say so instead.
	const outlook = ` A live run would go to ${contacts.inWords}. The name "${request.promotionName}" is still free for it.`;
	return {
		...campaign,
		request: { ...request, promotionName, targetListName },
		contacts: { ...contacts, file, first, count: phones.length, audience },
		fingerprints: { ...campaign.fingerprints, message: [] },
		output: {
			...output,
			promotionName,
			targetListName,
			warnings: [...output.warnings, ...liveRunWarnings],
			reason: `This was a test: sent to ${audience} as "${promotionName}", not to your contacts.${liveRunWarnings.length > 0 ? '' : outlook}`,
		},
	};
}
