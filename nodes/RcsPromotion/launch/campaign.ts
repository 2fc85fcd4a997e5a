import { createHash } from 'crypto';
import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../../service/client';
import { counted, grouped, normalizeText } from '../../service/values';
import type { BinaryFile } from '../contacts/binaryFile';
import type { CheckedContacts } from '../contacts/checkContacts';
import type { RecipientCounts } from '../contacts/contact';
import { describeOptOuts, NO_ROWS } from '../contacts/contactIssues';
import { fingerprintOfUnseenList } from '../contacts/fingerprint';
import { buildTestFile } from '../contacts/outgoingFile';
import { asWarning, describeIssue, groupByLevel, type Issue } from '../issues';
import { findBodyIssues, findReach, type LaunchRequest } from './request';

/** What of the contacts a campaign needs. Without a file, it is sent to a list that the service already has. */
export type CampaignList = Pick<
	CheckedContacts,
	'recipients' | 'issues' | 'fieldsUsed' | 'doNotContact' | 'first' | 'fingerprint' | 'file'
>;

const NOT_LOOKED_AT: RecipientCounts = {
	...{ rows: null, ready: null, handedOver: 0 },
	...{ duplicatesRemoved: null, invalid: null, leftOut: null, doNotContact: null },
};
const NOTHING_READ = { recipients: NOT_LOOKED_AT, issues: [], fieldsUsed: {}, doNotContact: null, first: [] };
const NOT_CHECKED = asWarning({
	message:
		"The file is sent unchanged ('Send File Unchanged'), so phone numbers, duplicates and opt-outs were not checked",
	advice: "To have them checked, remove the option 'Send File Unchanged'.",
});

export const uploadedList = (name: string): CampaignList => ({
	...NOTHING_READ,
	fingerprint: fingerprintOfUnseenList(normalizeText(name)),
});

/** A file of which only the rows were counted. */
export const unchangedFile = ({ fileName, bytes }: BinaryFile, rows: number): CampaignList => ({
	...NOTHING_READ,
	recipients: { ...NOT_LOOKED_AT, rows, ready: rows },
	issues: rows === 0 ? [NO_ROWS] : [NOT_CHECKED],
	fingerprint: fingerprintOfUnseenList(digestBytes(bytes)),
	file: { fileName, chunks: [bytes] },
});

/** A launch with contacts and template checked. Whether it may be sent is decided later. */
export type Campaign = ReturnType<typeof prepareCampaign>;

/** Puts together what is sent, with everything that is wrong with it. */
export function prepareCampaign(
	{ account, accountId }: Pick<ServiceClient, 'account' | 'accountId'>,
	request: LaunchRequest,
	{ recipients, issues, fieldsUsed, doNotContact, first, fingerprint, file }: CampaignList,
) {
	const { promotionName, targetListName } = request;
	const { template, issues: templateIssues } = request.builtTemplate;
	/** Why it may reach others than the listed contacts; undefined if it reaches nobody else. */
	const reach = findReach(request, accountId);
	const { ready: count, rows: given } = recipients;
	const contacts = count === null ? `the uploaded list "${targetListName}"` : counted(count, 'contact');
	const reachIssues =
		reach === undefined ? [] : [asWarning({ message: `How many people get it is not known: ${reach}` })];
	// Entries of two launches match only for the same person, and if all that they are hashed with is the same.
	const hashEach = (...what: unknown[]) => {
		const common = digest(what);
		return fingerprint.map((entry) => digest([common, entry]).slice(0, 16));
	};
	const templateName = normalizeText(template.name);
	const output: IDataObject = { promotionName, template: { ...template }, recipients, fieldsUsed, accountId };
	return {
		...{ account, accountId, request, reach, doNotContact },
		contacts: {
			file,
			/** How many of the listed contacts get the message; null for an uploaded list. */
			count,
			/** How many were given, before any was left out. */
			given,
			/** As they are sent. */
			first,
			/** Who it goes to, in words for messages. */
			audience: `${contacts}${describeOthers(reach, count)}`,
		},
		fingerprints: {
			// Not hashed with Base URL, template ID and language: with a typo corrected in one of them, it is still the same message.
			template: hashEach(accountId, templateName),
			// Here, another Base URL is another account.
			message: hashEach(account, templateName, template.components),
		},
		// All of them together, so that the user fixes them in one go. Contacts first.
		...describeAll([...issues, ...templateIssues, ...findBodyIssues(request), ...reachIssues]),
		/** As far as it does not depend on how the launch ends. */
		output,
	};
}

function describeAll(issues: readonly Issue[]) {
	const { refusals, warnings, notes } = groupByLevel(issues);
	return { refusals, warnings: warnings.map(describeIssue), notes: notes.map(describeIssue) };
}

/** Says what 'Do Not Contact' did, once it is known whether a person is looking. */
export function withOptOuts(campaign: Campaign, isLookedAt: boolean): Campaign {
	const { warnings, notes } = describeAll(describeOptOuts(campaign.doNotContact, isLookedAt));
	return { ...campaign, warnings: [...campaign.warnings, ...warnings], notes: [...campaign.notes, ...notes] };
}

/**
 * The campaign as a test: to the user's own phones only, with the values of the first contacts. Its names are marked, so that it can be
 * repeated and the campaign's own name stays free. A test does not count as a launch to its contacts.
 */
export function asTest(campaign: Campaign, testPhones: readonly string[], now: DateTime): Campaign {
	const { request, contacts, output } = campaign;
	const { file, firstRecipients: first } = buildTestFile(contacts.first, testPhones);
	const mark = `[test ${now.toFormat('HH:mm:ss')}]`;
	const promotionName = `${request.promotionName} ${mark}`;
	const targetListName = `${request.targetListName} ${mark}`;
	return {
		...campaign,
		request: { ...request, promotionName, targetListName },
		contacts: { ...contacts, file, first, count: first.length, audience: counted(first.length, 'test phone') },
		fingerprints: { ...campaign.fingerprints, message: [] },
		output: { ...output, promotionName, message: 'This was a test: your contacts got nothing.' },
	};
}

/** Such as "3 of 4 contacts". */
export const describeLiveRun = ({ reach, contacts: { count, given, audience } }: Campaign): string =>
	count === null
		? audience
		: `${grouped(count)} of ${counted(given ?? count, 'contact')}${describeOthers(reach, count)}`;

const describeOthers = (reach: string | undefined, count: number | null): string =>
	reach === undefined || count === null ? '' : ' and whoever the service adds';

const digestBytes = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const digest = (value: unknown): string => digestBytes(JSON.stringify(value));
