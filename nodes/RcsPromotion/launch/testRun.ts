import { DateTime } from 'luxon';
import { counted } from '../../service/values';
import { csvRow, fileFromTexts } from '../contacts/outgoingFile';
import type { OutgoingFile, PreviewContact } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { launchBody, mayReachOthers } from './body';
import type { Campaign } from './prepare';

/** How many contacts a test would reach; null if they cannot be counted. */
export function testSize({ request, body, contacts, preview }: Campaign): number | null {
	if (mayReachOthers(body)) return null;
	return request.testRecipients.length > 0 && preview.length > 0 ? request.testRecipients.length : contacts;
}

/** Marks the names of a small test, so that it can be repeated and the campaign's own name stays free. */
export function asTestRun({ context }: ItemContext, campaign: Campaign): Campaign {
	const mark = `[test ${DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm:ss')}]`;
	const { request, template, row } = campaign;
	const phones = request.testRecipients;
	const promotionName = `${campaign.promotionName} ${mark}`;
	const targetListName = `${campaign.targetListName} ${mark}`;
	const preview = phones.length > 0 ? withPhones(phones, campaign.preview) : campaign.preview;
	const contacts = phones.length || (campaign.contacts ?? 0);
	const audience = counted(contacts, phones.length > 0 ? 'test recipient' : 'contact');
	return {
		...campaign,
		promotionName,
		targetListName,
		body: launchBody({ ...request, promotionName, template }),
		file: phones.length > 0 ? fileOf(preview) : campaign.file,
		contacts,
		preview,
		audience,
		row: {
			...row,
			promotionName,
			targetListName,
			reason: `This was a test, sent to ${audience} as "${promotionName}", so the name is still free for the real launch. To test without messages, set 'Send' to 'Never (Dry Run)'.`,
		},
	};
}

/** The first contacts with the user's own phones. If there are more phones than contacts, contacts repeat. */
const withPhones = (phones: readonly string[], preview: readonly PreviewContact[]): PreviewContact[] =>
	phones.map((phone, index) => ({ ...preview[index % preview.length], phone }));

function fileOf(contacts: readonly PreviewContact[]): OutgoingFile {
	const columns = Object.keys(contacts[0] ?? {}) as Array<keyof PreviewContact>;
	const rows = contacts.map((contact) => csvRow(columns.map((column) => contact[column] ?? '')));
	return fileFromTexts('contacts.csv', [csvRow(columns), ...rows]);
}
