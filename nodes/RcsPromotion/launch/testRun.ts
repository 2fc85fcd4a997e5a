import { DateTime } from 'luxon';
import { counted } from '../../service/values';
import { csvRow } from '../contacts/csvText';
import { fileFromTexts } from '../contacts/outgoingFile';
import { phoneReader } from '../contacts/phones';
import type { OutgoingFile, PreviewContact } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import { launchBody } from './body';
import type { PreparedLaunch } from './prepare';

/** How many a test would reach; null when nobody can say. */
export const testSize = ({ request, contacts, preview }: PreparedLaunch): number | null =>
	request.testRecipients.length > 0 && preview.length > 0 ? request.testRecipients.length : contacts;

/** A small test is told apart by its names, so that it can be repeated and leaves the name of the campaign free. */
export function asTestRun({ context }: ItemContext, launch: PreparedLaunch): PreparedLaunch {
	const mark = `[test ${DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm:ss')}]`;
	const { template, preview, row } = launch;
	const phones = launch.request.testRecipients;
	const promotionName = `${launch.request.promotionName} ${mark}`;
	const targetListName = `${launch.request.targetListName} ${mark}`;
	const request = { ...launch.request, promotionName, targetListName };
	const body = launchBody({ ...request, template });
	const file = phones.length > 0 ? testFile(phones, preview) : launch.file;
	const contacts = phones.length || (launch.contacts ?? 0);
	const sent = counted(contacts, phones.length > 0 ? 'test recipient' : 'real recipient');
	return {
		...launch,
		request,
		body,
		file,
		contacts,
		audience: sent,
		warnings: [
			...launch.warnings,
			...notToContact(launch),
			`This was a test, sent to ${sent} as "${promotionName}", so the name is still free for the real launch. To test without messages, set 'Send' to 'Never (Dry Run)'.`,
		],
		row: { ...row, promotionName, targetListName },
	};
}

/** A phone may be in both on purpose or by mistake, so this only warns. */
function notToContact({ request: { testRecipients, contacts } }: PreparedLaunch): string[] {
	const readPhone = phoneReader(contacts);
	const count = testRecipients.filter((phone) => contacts.doNotContact?.has(readPhone(phone)) === true).length;
	const are = count === 1 ? 'is' : 'are';
	return count === 0
		? []
		: [
				`${count} of the 'Test Recipients' ${are} listed in 'Do Not Contact', which does not apply to tests on your own phones.`,
			];
}

/** The first contacts with phones of one's own; where there are more phones, contacts come again. */
function testFile(phones: readonly string[], preview: readonly PreviewContact[]): OutgoingFile {
	const columns = Object.keys(preview[0] ?? {}) as Array<keyof PreviewContact>;
	const rows = phones.map((phone, index) => {
		const contact = { ...preview[index % preview.length], phone };
		return csvRow(columns.map((column) => contact[column] ?? ''));
	});
	return fileFromTexts('contacts.csv', [csvRow(columns), ...rows]);
}
