import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { readServiceReason } from '../../service/answers';
import { counted, shortened } from '../../service/values';
import { PREVIEWED } from '../contacts/contactChecker';
import { buildRecipientHints } from '../contacts/checkContacts';
import { NOBODY_LEFT } from '../contacts/listIssues';
import type { ColumnNames, ContactColumn, PreviewContact, RecipientCounts } from '../contacts/types';
import type { Hint } from '../issues';
import { labelCard } from '../template/templateIssues';
import type { TemplateCard } from '../template/types';
import { launchBody } from './body';
import type { LaunchMemory } from './memory';
import { describeExisting, describeLiveRun, type NameInUse, type Verdict } from './stops';
import type { Campaign, DryRunDecision, SentLaunch } from './types';

const LONGEST_NAMES = 500;

/** The most useful fields first. Fields not listed here come after these, before the account. */
const ORDER = [
	...[
		'outcome',
		'launched',
		'promotionName',
		'promotionId',
		'recipients',
		'warnings',
		'columnsUsed',
		'notes',
		'reason',
	],
	...['duplicateSuspected', 'otherPromotionIds', 'approvalCode', 'response', 'body'],
];

/** In dry runs and tests, it matters most that they were one, and who would get what. */
const ORDER_OF_TRIALS = ['outcome', 'recipients', 'preview', ...ORDER];

/** The output of a launch in this order, however it ended. */
export function inOrder({ accountId, ...facts }: IDataObject): IDataObject {
	const order = 'preview' in facts ? ORDER_OF_TRIALS : ORDER;
	const first = order.filter((name) => name in facts).map((name) => [name, facts[name]] as const);
	return { ...Object.fromEntries(first), ...facts, accountId };
}

/** What is known about a launch before it is answered. */
export function sentRow({ row, warnings, ready }: Campaign): IDataObject {
	const counts = row.recipients as IDataObject | null;
	return { ...row, recipients: counts && { ...counts, sent: ready }, warnings };
}

/** The output of a launch whose answer says nothing, and which the list does not show. */
export function unconfirmedRow(
	{ row, promotionName, audience }: SentLaunch,
	facts: IDataObject,
	couldRead: boolean,
): IDataObject {
	const said = quoteService(facts.response);
	const list = couldRead ? 'the list does not show it' : 'the list of promotions could not be read';
	const warning = `It is not known whether "${promotionName}" was launched to ${audience}: the service answered ${said} and named no promotion, and ${list}. It will not be sent again. Look for it in the service or with Promotion: Get Many before you launch it again.`;
	const counts = row.recipients as IDataObject | null;
	return {
		...row,
		...facts,
		outcome: 'unconfirmed',
		launched: null,
		recipients: counts && { ...counts, sent: null },
		...('reason' in row ? { reason: `This was a test to ${audience}, and it is not known whether it was sent.` } : {}),
		warnings: [warning, ...(row.warnings as string[])],
	};
}

function quoteService(response: unknown): string {
	if (response === null) return 'without a word';
	const body = typeof response === 'string' ? response : JSON.stringify(response);
	return `“${readServiceReason({ body }) || shortened(body, LONGEST_NAMES)}”`;
}

/** The output of a live run that returns the existing promotion instead of sending. */
export const existingRow = ({ row, warnings }: Campaign, existing: NameInUse): { row: IDataObject; hint: Hint } => ({
	hint: [`Nothing was sent: ${describeExisting(existing)}.`, { type: 'info' }],
	row: {
		...row,
		outcome: 'existing',
		launched: false,
		promotionId: existing.promotionId,
		warnings,
		response: null,
	},
});

/** Says what a live run would send or stop at, without sending. */
export function dryRunRow(
	campaign: Campaign,
	{ why, advice }: DryRunDecision,
	liveRun: Verdict,
	approvalCode: string | undefined,
): { row: IDataObject; hint: Hint } {
	const { row, first, share } = campaign;
	const stops = describeLiveRun(liveRun);
	const reason = `${why}. ${stops.length > 0 ? "A live run would not send anything either: see 'warnings'." : advice}`;
	const people = share !== null && stops.length === 0 ? ` ${share} would get it.` : '';
	return {
		// Each stop has a hint of its own.
		hint: [`Nothing was sent.${people} ${stops.length > 0 ? `${why}.` : reason}`, { type: 'info' }],
		row: {
			...row,
			outcome: 'dryRun',
			launched: false,
			reason,
			warnings: [...stops, ...campaign.warnings],
			preview: campaign.recipients === 'uploadedList' ? null : previewOf(campaign, first.slice(0, PREVIEWED)),
			approvalCode,
			body: launchBody(campaign),
		},
	};
}

/** A sentence that names these launches, if there are any. */
export function describeSent(launches: readonly SentLaunch[]): string[] {
	const names = launches.map(
		(sent) =>
			`"${sent.promotionName}" (${sent.promotionId ?? (sent.state === 'launched' ? 'ID not known' : 'not confirmed')})`,
	);
	return names.length === 0 ? [] : [`Already sent in this execution: ${shortened(names.join(', '), LONGEST_NAMES)}.`];
}

/** Adds to an error how many contacts would have got the message, and what this execution had already sent. */
export function describeUnsent(
	thrown: unknown,
	memory: LaunchMemory,
	/** Null or undefined if they were not counted. */
	contacts?: number | null,
): unknown {
	const isForUser = thrown instanceof Refusal || thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	if (!isForUser) return thrown;
	const { runsOnce, isTool, items } = memory.call;
	if (runsOnce) {
		// If the contacts were not counted, or none are left, each item counts as one.
		if (!thrown.message.startsWith(NOBODY_LEFT)) {
			thrown.message = `Not sent to ${counted(contacts || items, 'contact')}: ${thrown.message}`;
		}
	} else if (isTool) thrown.message = `Nothing was sent: ${thrown.message}`;
	const before = describeSent(memory.launchesOfNode()).map((sentence) => `This one was not sent. ${sentence}`);
	const said = before.length > 0 || runsOnce ? before : ['Nothing was sent.'];
	thrown.description = [...said, thrown.description].filter(Boolean).join(' ');
	return thrown;
}

/** What the output says, too: its warnings, how many got the message, and the phone field. */
export function listHints(memory: LaunchMemory, row: IDataObject): Hint[] {
	const info = (text: string): Hint => [text, { type: 'info' }];
	const hints: Hint[] = [];
	const sent = memory.recall();
	if (sent && row.launched === true) {
		const text = (row.reason ?? `Sent to ${sent.audience} as "${sent.promotionName}".`) as string;
		const isEarlier = row.outcome === 'alreadyLaunched';
		hints.push(info(isEarlier ? `An earlier try did this, so nothing was sent again: ${text}` : text));
	}
	for (const warning of row.warnings as string[]) hints.push([warning]);
	hints.push(...buildRecipientHints(row.columnsUsed as ColumnNames | null, row.recipients as RecipientCounts | null));
	for (const note of row.notes as string[]) hints.push(info(note));
	const { runsOnce, itemIndex, items } = memory.call;
	const launches = memory.launchesOfNode().length;
	if (runsOnce || launches < 2 || itemIndex < items - 1) return hints;
	return [
		...hints,
		info(
			`This execution has made ${launches} launches so far, because each input item makes its own. For one launch to all of them, set 'Recipients' to 'Input Items'.`,
		),
	];
}

/** These contacts as they are sent, each with a line per card that reads as that contact will see it. */
export function previewOf({ template }: Campaign, contacts: readonly PreviewContact[]): IDataObject[] {
	const cards = template.components?.flatMap((component) => component.cards);
	return contacts.map((contact) => ({
		...contact,
		...(cards ? { cards: cards.map((card) => describeCard(contact, card)) } : {}),
	}));
}

/** For example "Card 1: Anna · 20% · image spring.jpg". */
function describeCard(contact: PreviewContact, { card_index: index, components }: TemplateCard): string {
	const parts = components.flatMap((component) =>
		component.type === 'BODY'
			? component.variables.map(({ value }) => fillIn(value, contact))
			: [`image ${imageName(component.media.mediaUrl)}`],
	);
	return `${labelCard(index)}: ${parts.join(' · ')}`;
}

/** The whole address would hide the rest of the line. */
const imageName = (url: string) => new URL(url).pathname.split('/').at(-1) || url;

function fillIn(value: string, contact: PreviewContact): string {
	const column = /^\$\{(\w+)\}$/.exec(value)?.[1];
	return column === undefined ? value : (contact[column as ContactColumn] ?? '');
}
