import { createHash } from 'crypto';
import type { DateTime } from 'luxon';
import { counted, grouped, normalizeText } from '../../service/values';
import { readBinaryFile } from '../contacts/binaryFile';
import { checkContacts, type CheckedContacts } from '../contacts/checkContacts';
import type { RecipientCounts } from '../contacts/contact';
import { readContacts, readEncoding } from '../contacts/contactForm';
import { describeOptOuts, NO_ROWS } from '../contacts/contactIssues';
import { countRows } from '../contacts/contactsInFile';
import { fingerprintOfUnseenList } from '../contacts/fingerprint';
import { buildTestFile } from '../contacts/outgoingFile';
import { asWarning, describeIssue, groupByLevel, type Issue } from '../issues';
import type { ItemContext } from '../itemContext';
import { findBodyIssues, findReach, readLaunchRequest, type LaunchRequest } from './request';

/** A launch with contacts and template checked. Whether it may be sent is decided later. */
export type Campaign = Awaited<ReturnType<typeof readCampaign>>;

/**
 * Reads the form, checks the contacts, and puts together what is sent, with everything that is wrong with it. Sends the service no
 * request; the client only tells the account.
 */
export async function readCampaign(item: ItemContext) {
	const { account, accountId } = item.client;
	const request = await readLaunchRequest(item);
	const { recipients, issues, fieldsUsed, doNotContact, first, fingerprint, file } = await readList(item, request);
	const { template, issues: templateIssues } = request.builtTemplate;
	/** Why it may reach others than the listed contacts; undefined if it reaches nobody else. */
	const reach = findReach(request, accountId);
	const reachIssues =
		reach === undefined ? [] : [asWarning({ message: `How many people get it is not known: ${reach}` })];
	const { ready: count, rows } = recipients;
	const others = reach === undefined ? '' : ' and whoever the service adds';
	const ofList = (contacts: (ready: number) => string) =>
		count === null ? `the uploaded list "${request.targetListName}"` : `${contacts(count)}${others}`;
	// Entries of two launches match only for the same person, and if all that they are hashed with is the same.
	const hashEach = (...what: unknown[]) => {
		const common = digest(JSON.stringify(what));
		return fingerprint.map((entry) => digest(JSON.stringify([common, entry])).slice(0, 16));
	};
	const templateName = normalizeText(template.name);
	return {
		...{ account, accountId, request, reach, recipients, fieldsUsed, doNotContact },
		contacts: {
			file,
			/** How many of the listed contacts get the message; null for an uploaded list. */
			count,
			/** As they are sent. */
			first,
			/** Who it goes to, in words for messages. */
			audience: ofList((ready) => counted(ready, 'contact')),
			/** Such as "3 of 4 contacts". */
			share: ofList((ready) => `${grouped(ready)} of ${counted(rows ?? ready, 'contact')}`),
		},
		fingerprints: {
			// Not hashed with Base URL, template ID and language: with a typo corrected in one of them, it is still the same message.
			template: hashEach(accountId, templateName),
			// Here, another Base URL is another account.
			message: hashEach(account, templateName, template.components),
		},
		isTest: false,
		// All of them together, so that the user fixes them in one go. Contacts first.
		...describeAll([...issues, ...templateIssues, ...findBodyIssues(request), ...reachIssues]),
	};
}

const NOT_LOOKED_AT: RecipientCounts = {
	...{ rows: null, ready: null, handedOver: 0 },
	...{ duplicatesRemoved: null, invalid: null, leftOut: null, doNotContact: null },
};
const NOT_CHECKED = asWarning({
	message:
		"The file is sent unchanged ('Send File Unchanged'), so phone numbers, duplicates and opt-outs were not checked",
	advice: "To have them checked, remove the option 'Send File Unchanged'.",
});

/** The contacts as far as n8n reads them. Without a file, the campaign goes to a list that the service already has. */
async function readList(item: ItemContext, request: LaunchRequest): Promise<CheckedContacts> {
	const { recipientSource, sendFileUnchanged, targetListName, checkOptions } = request;
	const nothingRead = { recipients: NOT_LOOKED_AT, issues: [], fieldsUsed: {}, doNotContact: null, first: [] };
	if (recipientSource === 'uploadedList')
		return { ...nothingRead, fingerprint: fingerprintOfUnseenList(normalizeText(targetListName)) };
	if (!sendFileUnchanged) return await checkContacts(await readContacts(item, recipientSource), checkOptions);
	const file = await readBinaryFile(item);
	const rows = await countRows(file, readEncoding(item));
	return {
		...nothingRead,
		recipients: { ...NOT_LOOKED_AT, rows, ready: rows },
		issues: rows === 0 ? [NO_ROWS] : [NOT_CHECKED],
		fingerprint: fingerprintOfUnseenList(digest(file.bytes)),
		file: { fileName: file.fileName, chunks: [file.bytes] },
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
	const { request, contacts, fingerprints } = campaign;
	const { file, firstRecipients: first } = buildTestFile(contacts.first, testPhones);
	const { promotionName, targetListName } = request;
	const mark = (name: string) => `${name} [test ${now.toFormat('HH:mm:ss')}]`;
	return {
		...campaign,
		request: { ...request, promotionName: mark(promotionName), targetListName: mark(targetListName) },
		contacts: { ...contacts, file, first, count: first.length, audience: counted(first.length, 'test phone') },
		fingerprints: { ...fingerprints, message: [] },
		isTest: true,
	};
}

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
