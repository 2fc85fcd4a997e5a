import { createHash } from 'crypto';
import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { ServiceClient } from '../../service/client';
import { counted, grouped, normalizeText } from '../../service/values';
import type { CheckedContacts, OutgoingFile, RecipientCounts, RowValues } from '../contacts/contact';
import type { BinaryFile } from '../contacts/binaryFile';
import { describeOptOuts, NO_ROWS } from '../contacts/contactIssues';
import { fingerprintOfUnseenList } from '../contacts/fingerprint';
import { buildTestFile } from '../contacts/outgoingFile';
import { asWarning, describeIssue, groupByLevel, type Issue } from '../issues';
import { findBodyIssues, findReach } from './body';
import type { LaunchRequest } from './request';

/** A launch with contacts and template checked. Whether it may be sent is decided later. */
export interface Campaign {
	/** Base URL and account ID. */
	account: string;
	accountId: string;
	/** The form; a test has names of its own. */
	request: LaunchRequest;
	/** Why it may reach others than the listed contacts; undefined if it reaches nobody else. */
	reach: string | undefined;
	contacts: CampaignContacts;
	fingerprints: Fingerprints;
	doNotContact: CheckedContacts['doNotContact'];
	/** Everything wrong with contacts, template and body. If there is any, nothing is sent. */
	refusals: Issue[];
	/** What a person should correct, or what is not known. */
	warnings: string[];
	/** What happened to the contacts. */
	notes: string[];
	/** The output, as far as it does not depend on how the launch ends. */
	output: IDataObject;
}

interface CampaignContacts {
	/** Undefined for an uploaded list, or if the contacts cannot be sent. */
	file?: OutgoingFile;
	/** How many of the listed contacts get the message; null for an uploaded list. */
	count: number | null;
	/** How many were given, before any was left out. */
	given: number | null;
	/** The first contacts as they are sent. */
	first: readonly RowValues[];
	/** Who it goes to, in words for messages. */
	audience: string;
}

/** The list's fingerprint, each entry hashed with more. */
interface Fingerprints {
	/** With account ID and template: equal entries are the same person and template. */
	template: readonly string[];
	/** With Base URL, template and cards. */
	message: readonly string[];
}

const NOT_LOOKED_AT: RecipientCounts = {
	...{ rows: null, ready: null, handedOver: 0 },
	...{ duplicatesRemoved: null, invalid: null, leftOut: null, doNotContact: null },
};

/** What of the contacts a campaign needs. */
export type CampaignList = Pick<CheckedContacts, 'recipients' | 'issues' | 'fieldsUsed' | 'doNotContact' | 'first'> & {
	fingerprint: readonly string[];
	file?: OutgoingFile;
};

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

const NOT_CHECKED = asWarning({
	message:
		"The file is sent unchanged ('Send File Unchanged'), so phone numbers, duplicates and opt-outs were not checked",
	advice: "To have them checked, remove the option 'Send File Unchanged'.",
});

const NOTHING_READ = { recipients: NOT_LOOKED_AT, issues: [], fieldsUsed: {}, doNotContact: null, first: [] };

/** Puts together what is sent, with everything that is wrong with it. */
export function prepareCampaign(
	{ account, accountId }: Pick<ServiceClient, 'account' | 'accountId'>,
	request: LaunchRequest,
	list: CampaignList,
): Campaign {
	const { promotionName, targetListName } = request;
	const { template, issues } = request.builtTemplate;
	const reach = findReach(request, accountId);
	const { ready: count, rows } = list.recipients;
	const contacts = count === null ? `the uploaded list "${targetListName}"` : counted(count, 'contact');
	// All of them together, so that the user fixes them in one go. Contacts first.
	const reachIssues =
		reach === undefined ? [] : [asWarning({ message: `How many people get it is not known: ${reach}` })];
	const all = [...list.issues, ...issues, ...findBodyIssues(request), ...reachIssues];
	const { refusals, warnings, notes } = groupByLevel(all);
	// Entries of two launches match only for the same person, and if all that they are hashed with is the same.
	const hashEach = (...what: unknown[]) => {
		const common = digest(what);
		return list.fingerprint.map((entry) => digest([common, entry]).slice(0, 16));
	};
	const templateName = normalizeText(template.name);
	return {
		account,
		accountId,
		request,
		reach,
		contacts: {
			file: list.file,
			count,
			given: rows,
			first: list.first,
			audience: `${contacts}${describeOthers(reach, count)}`,
		},
		fingerprints: {
			// Not hashed with Base URL, template ID and language: with a typo corrected in one of them, it is still the same message.
			template: hashEach(accountId, templateName),
			// Here, another Base URL is another account.
			message: hashEach(account, templateName, template.components),
		},
		doNotContact: list.doNotContact,
		refusals,
		warnings: warnings.map(describeIssue),
		notes: notes.map(describeIssue),
		output: {
			promotionName,
			template: { ...template },
			recipients: list.recipients,
			fieldsUsed: list.fieldsUsed,
			accountId,
		},
	};
}

/** Says what 'Do Not Contact' did, once it is known whether a person is looking. */
export function withOptOuts(campaign: Campaign, isLookedAt: boolean): Campaign {
	const { warnings, notes } = groupByLevel(describeOptOuts(campaign.doNotContact, isLookedAt));
	return {
		...campaign,
		warnings: [...campaign.warnings, ...warnings.map(describeIssue)],
		notes: [...campaign.notes, ...notes.map(describeIssue)],
	};
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
