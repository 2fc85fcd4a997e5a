import { randomBytes } from 'node:crypto';
import { endpoints } from '../nodes/service/endpoints';
import type { Seen } from './exchange';
import { listingOf, type Entry, type Listing } from './listing';
import type { Meeting } from './meeting';
import { isSuccess, nodesReadId } from './nodesView';
import type { LaunchOptions, Template } from './options';

/** A test campaign to one's own phone, sent once. */
export interface Campaign {
	name: string;
	launched: Seen;
	sentAt: number;
	answeredAt: number;
	/** IDs that were listed before. */
	before: ReadonlySet<string>;
	/** From the answer or the list; undefined while not known. */
	promotionId: string | undefined;
}

interface Wanted {
	/** What it is for, as a part of its name. */
	purpose: string;
	template?: Template;
	/** That of an earlier campaign, to send the same again. */
	name?: string;
}

/** Undefined if the list cannot be read before: as in the nodes, nothing is launched then. */
export async function launchCampaign(
	meeting: Meeting,
	launch: LaunchOptions,
	wanted: Wanted,
): Promise<Campaign | string> {
	const listed = listingOf(await meeting.readList(), meeting);
	if (typeof listed === 'string') return `nothing was launched, as the list could not be read before: ${listed}`;
	const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
	const name = wanted.name ?? `Service test ${wanted.purpose} ${time} ${randomBytes(2).toString('hex')}`;
	const { contentType, body } = formOf(name, wanted.template ?? launch.template, launch);
	const path = endpoints.launch(meeting.account.accountId, `${name} list`);
	meeting.say(`Launching "${name}" …`);
	meeting.launched.push(name);
	const sentAt = Date.now();
	const launched = await meeting.asker.write('POST', path, contentType, body);
	const promotionId = launched.kind === 'answer' && isSuccess(launched) ? nodesReadId(launched) : undefined;
	return { name, launched, sentAt, answeredAt: Date.now(), before: new Set(idsOf(listed)), promotionId };
}

const idsOf = ({ entries }: Listing) => entries.map(({ promotionId }) => promotionId);

/** The campaign in a list: by its ID, else the one new entry that has its name. */
export function findCampaign({ promotionId, name, before }: Campaign, { entries }: Listing): Entry | undefined {
	if (promotionId !== undefined) return entries.find((entry) => entry.promotionId === promotionId);
	const [found, ...others] = newWithName(name, before, entries);
	return others.length === 0 ? found : undefined;
}

export const newWithName = (name: string, before: ReadonlySet<string>, entries: Entry[]): Entry[] =>
	entries.filter(({ promotionId, fields }) => !before.has(promotionId) && fields.name === name);

/** Reads the list until it shows the campaign, for so long at most; takes its ID from there. */
export async function awaitListed(meeting: Meeting, campaign: Campaign, longestMs: number): Promise<Entry | undefined> {
	const endsAt = Date.now() + longestMs;
	for (;;) {
		const listed = listingOf(await meeting.readList(), meeting);
		const entry = typeof listed === 'string' ? undefined : findCampaign(campaign, listed);
		if (entry) {
			campaign.promotionId = entry.promotionId;
			return entry;
		}
		if (meeting.asker.hasEnded || Date.now() >= endsAt) return undefined;
		await meeting.asker.pause(meeting.options.everyMs);
	}
}

export async function changeStatus(
	meeting: Meeting,
	promotionId: string,
	status: 'Stopped' | 'Cancelled',
): Promise<Seen> {
	const path = endpoints.promotion(meeting.account.accountId, promotionId);
	meeting.say(`Asking for ${status} …`);
	return await meeting.asker.write(
		'PATCH',
		path,
		'application/json',
		Buffer.from(JSON.stringify({ type: 'status', status })),
	);
}

function formOf(name: string, template: Template, { phone, columns }: LaunchOptions) {
	const cell = (column: string) => (/phone/i.test(column) ? phone : /lang/i.test(column) ? template.language : 'Test');
	const csv = `${columns.join(',')}\r\n${columns.map(cell).join(',')}\r\n`;
	const body = {
		name,
		promotionType: 'IMMEDIATE',
		promotionBase: 'TEMPLATE',
		promotionTemplateType: 'TEMPLATE',
		template: { components: [], ...template },
		channelType: 'rcs',
	};
	const boundary = `----service-test-${randomBytes(12).toString('hex')}`;
	const text =
		`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="contacts.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}` +
		`\r\n--${boundary}\r\nContent-Disposition: form-data; name="body"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}` +
		`\r\n--${boundary}--\r\n`;
	return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(text) };
}
