import { DateTime } from 'luxon';
import type { FormReader } from '../../service/formReader';
import { counted, shortened } from '../../service/values';
import { csvRow } from '../contacts/csvText';
import { fileFromTexts } from '../contacts/outgoingFile';
import { listedPhones } from '../contacts/phoneList';
import { phoneReader, type Phone } from '../contacts/phones';
import type { ContactOptions, OutgoingFile, PreviewContact } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { launchBody, mayReachOthers } from './body';
import { MOST_TESTED } from './decide';
import type { Campaign } from './prepare';

/** The user's own phones, each once. */
export function readTestRecipients(item: ItemContext, options: FormReader, contacts: ContactOptions): string[] {
	const listed = listedPhones(options.raw('testRecipients'), phoneReader(contacts), { secondLines: false });
	const entries = [...listed].filter(({ text }) => text !== '');
	const all = entries.flatMap(({ phones }) => phones);
	const phones = all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
	const isOdd = ({ oddity }: Phone) => oddity !== undefined;
	const odd = entries.find((entry) => entry.phones.length === 0 || entry.phones.some(isOdd));
	const fault =
		entries.length === 0
			? 'is empty'
			: odd
				? `contains "${shortened(odd.text, 40)}", which is not a phone number`
				: phones.length > MOST_TESTED
					? `has ${phones.length} phone numbers, but a test can have at most ${MOST_TESTED}`
					: undefined;
	if (fault === undefined) return phones.map(({ text }) => text);
	throw item.refusal(
		`'Test Recipients' ${fault}`,
		'Enter your own phone numbers with country code, one per line, or remove the option.',
	);
}

/** How many a test would reach; null when nobody can say. */
export function testSize({ request, body, contacts, preview }: Campaign): number | null {
	if (mayReachOthers(body)) return null;
	return request.testRecipients.length > 0 && preview.length > 0 ? request.testRecipients.length : contacts;
}

/** A small test is told apart by its names, so that it can be repeated and leaves the name of the campaign free. */
export function asTestRun({ context }: ItemContext, campaign: Campaign): Campaign {
	const mark = `[test ${DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm:ss')}]`;
	const { request, template, row } = campaign;
	const phones = request.testRecipients;
	const promotionName = `${campaign.promotionName} ${mark}`;
	const targetListName = `${campaign.targetListName} ${mark}`;
	const preview = phones.length > 0 ? withPhones(phones, campaign.preview) : campaign.preview;
	const contacts = phones.length || (campaign.contacts ?? 0);
	const audience = counted(contacts, phones.length > 0 ? 'test recipient' : 'recipient');
	return {
		...campaign,
		promotionName,
		targetListName,
		body: launchBody({ ...request, promotionName, template }),
		file: phones.length > 0 ? fileOf(preview) : campaign.file,
		contacts,
		preview,
		audience,
		warnings: [
			...campaign.warnings,
			`This was a test, sent to ${audience} as "${promotionName}", so the name is still free for the real launch. To test without messages, set 'Send' to 'Never (Dry Run)'.`,
		],
		row: { ...row, promotionName, targetListName },
	};
}

/** The first contacts with phones of one's own; where there are more phones, contacts come again. */
const withPhones = (phones: readonly string[], preview: readonly PreviewContact[]): PreviewContact[] =>
	phones.map((phone, index) => ({ ...preview[index % preview.length], phone }));

function fileOf(contacts: readonly PreviewContact[]): OutgoingFile {
	const columns = Object.keys(contacts[0] ?? {}) as Array<keyof PreviewContact>;
	const rows = contacts.map((contact) => csvRow(columns.map((column) => contact[column] ?? '')));
	return fileFromTexts('contacts.csv', [csvRow(columns), ...rows]);
}
