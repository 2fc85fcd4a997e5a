import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';
import { buildTestFile } from '../nodes/RcsPromotion/contacts/outgoingFile';
import { buildLaunchBody, buildUpload } from '../nodes/RcsPromotion/launch/request';
import type { ServiceClient } from '../nodes/service/client';
import { judge } from '../nodes/service/judgement';
import { findAnsweredIds, findByName, isOver } from '../nodes/service/promotions';
import { timeouts } from '../nodes/service/timeouts';
import type { Outcome, Promotion } from '../nodes/service/types';
import { plainText } from '../nodes/service/values';
import { describeCounts, type Meeting } from './meeting';
import type { LaunchOptions } from './options';
import { meetReport, meetStatistics } from './reads';

/** The two values of 'Phone Numbers in the Contact File' in the credential. */
const PHONE_FORMATS = [
	{ phoneFormat: 'plus', label: 'With +' },
	{ phoneFormat: 'digits', label: 'Digits Only' },
] as const;
type PhoneFormat = (typeof PHONE_FORMATS)[number];

/** Launches campaigns to the person's own phones, and watches them to their end; or launches one, and stops or cancels it. */
export async function meetLaunches(meeting: Meeting, options: LaunchOptions, everyMs: number): Promise<void> {
	const formats = options.changes.length > 0 ? PHONE_FORMATS.slice(0, 1) : PHONE_FORMATS;
	const arrivals: string[] = [];
	for (const format of formats) {
		const client = await meeting.openClient({ phoneFormat: format.phoneFormat });
		const arrived = await meetLaunch(meeting, client, options, format, everyMs);
		arrivals.push(`${format.label}: ${arrived}`);
	}
	if (options.changes.length > 0) return;
	meeting.say('');
	meeting.say("Your phones in the reports, by 'Phone Numbers in the Contact File' of the credential:");
	for (const arrival of arrivals) meeting.say(`  ${arrival}`);
}

/** Returns what the report says of the phones. */
async function meetLaunch(
	meeting: Meeting,
	client: ServiceClient,
	options: LaunchOptions,
	format: PhoneFormat,
	everyMs: number,
): Promise<string> {
	// As in the nodes, nothing is launched if the list cannot be read before.
	const listed = await meeting.tries('List before the launch', async () => await client.promotions());
	if (!listed) return 'not launched';
	const { name, outcome } = await launch(meeting, client, options, format);
	const { writeOutcome } = tellWrite(meeting, client, `Launch (${format.label})`, outcome);
	const [answeredId] = findAnsweredIds(outcome);
	meeting.say(`  Promotion ID in its answer: ${answeredId === undefined ? 'no' : 'yes'}`);
	if (writeOutcome === 'refused') return 'refused';
	const promotion = await findLaunched(meeting, client, name, listed);
	if (!promotion) return 'not known, as the campaign was not listed';
	const { promotionId } = promotion;
	for (const status of options.changes) await change(meeting, client, promotionId, status);
	if (options.changes.length > 0) return '';
	const last = await watch(meeting, client, promotion, Date.now() + options.watchMs, everyMs);
	await meetStatistics(meeting, client, [last]);
	const statuses = await meetReport(meeting, client, promotionId, options.phones);
	if (!statuses) return 'not known, as there is no report';
	return statuses.size === 0 ? 'not in the report' : describeCounts(statuses);
}

async function launch(
	meeting: Meeting,
	client: ServiceClient,
	{ phones, template }: LaunchOptions,
	{ phoneFormat }: PhoneFormat,
) {
	const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
	const name = `Service test ${time} ${randomBytes(2).toString('hex')}`;
	const written = phones.map((digits) => (phoneFormat === 'plus' ? `+${digits}` : digits));
	const { file } = buildTestFile([{ name: 'Test', language: template.language }], written);
	const body = buildLaunchBody({
		promotionName: name,
		builtTemplate: { template, issues: [], references: [], texts: [] },
		descriptiveProperties: {},
		additionalBodyFields: {},
	});
	meeting.signal.throwIfAborted();
	meeting.launched.push(name);
	return { name, outcome: await client.launch(name, buildUpload('inputItems', body, file), timeouts.launchAnswerMs) };
}

/** What the nodes take the answer to a write for. */
function tellWrite(meeting: Meeting, client: ServiceClient, what: string, outcome: Outcome) {
	const judgement = judge(outcome);
	meeting.say('');
	meeting.say(`${what}: ${judgement.writeOutcome}${meeting.latestAnswer}`);
	if (judgement.writeOutcome !== 'accepted') {
		meeting.say(`  ${client.createError(outcome, { action: 'do it', isTold: true }).message}`);
	}
	meeting.signal.throwIfAborted();
	return judgement;
}

/** As long as the nodes look for it. */
async function findLaunched(
	meeting: Meeting,
	client: ServiceClient,
	name: string,
	listed: Promotion[],
): Promise<Promotion | undefined> {
	const sentAt = Date.now();
	let found: Promotion[] = [];
	await client.readListUntil(timeouts.findLaunchedAfterMs, (promotions) => {
		const earlier = new Set(listed.map(({ promotionId }) => promotionId));
		found = findByName(promotions, name).filter(({ promotionId }) => !earlier.has(promotionId));
		return found.length > 0;
	});
	meeting.signal.throwIfAborted();
	const seconds = ((Date.now() - sentAt) / 1000).toFixed(1);
	meeting.say(`  In the list: ${found.length > 0 ? 'within' : 'not within'} ${seconds} s`);
	return found[0];
}

async function change(
	meeting: Meeting,
	client: ServiceClient,
	promotionId: string,
	status: 'Stopped' | 'Cancelled',
): Promise<void> {
	tellWrite(meeting, client, status, await client.changeStatus(promotionId, status));
	const promotions = await client.promotions().catch(() => undefined);
	const listed = promotions?.find((promotion) => promotion.promotionId === promotionId);
	const isGone = promotions ? 'no longer' : 'not known';
	meeting.say(`  In the list: ${listed ? `"${plainText(listed.status)}"` : isGone}`);
}

/** Until it is over, or the time is up. Returns it as it was listed last. */
async function watch(
	meeting: Meeting,
	client: ServiceClient,
	launched: Promotion,
	endsAt: number,
	everyMs: number,
): Promise<Promotion> {
	const statuses: string[] = [];
	for (let promotion = launched; ;) {
		const status = `"${plainText(promotion.status)}"`;
		if (statuses.at(-1) !== status) statuses.push(status);
		if (isOver(promotion.status) || Date.now() >= endsAt) {
			meeting.say(`  Statuses in order: ${statuses.join(', ')}${isOver(promotion.status) ? '' : ' (not over yet)'}`);
			return promotion;
		}
		await sleep(everyMs);
		meeting.signal.throwIfAborted();
		const promotions = await client.promotions().catch(() => []);
		promotion = promotions.find(({ promotionId }) => promotionId === launched.promotionId) ?? promotion;
	}
}
