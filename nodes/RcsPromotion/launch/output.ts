import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../service/values';
import type { ContactColumn, PreviewContact } from '../contacts/types';
import type { ItemContext } from '../itemContext';
import type { Template, TemplateCard } from '../template/types';
import { approvalCode } from './approval';
import type { LaunchMemory } from './memory';
import type { Campaign } from './prepare';
import { toldOfLiveRun, type Asked, type Launch } from './stops';

/** What people look at before they send to everyone. */
const FIRST_OF_TRIALS = ['outcome', 'columnsUsed', 'preview'];
/** The most useful first; what is not named here comes before the account. */
const ORDER = [
	'outcome',
	'launched',
	'promotionName',
	'promotionId',
	'recipients',
	'reason',
	'warnings',
	'duplicateSuspected',
	'otherPromotionIds',
	'approvalCode',
	'response',
	'body',
	'columnsUsed',
	'changes',
	'targetListName',
	'promotionIdSource',
];

/** The output of a launch, however it ended. */
export function inOrder({ accountId, ...facts }: IDataObject): IDataObject {
	const order = 'preview' in facts ? [...FIRST_OF_TRIALS, ...ORDER] : ORDER;
	const first: IDataObject = {};
	for (const name of order) if (name in facts) first[name] = facts[name];
	return { ...first, ...facts, accountId };
}

/** What is known of a launch before its answer. A test tells what a live run would come to. */
export function sentRow({ row, warnings, contacts, preview, template }: Campaign, live?: string[]): IDataObject {
	const counts = row.recipients as IDataObject | null;
	return {
		...row,
		recipients: counts && { ...counts, sent: contacts },
		warnings: [...warnings, ...(live ?? [])],
		...(live ? { preview: previewOf(preview, template) } : {}),
	};
}

/** What a live run would give in place of sending. */
export const existingRow = ({ row, warnings }: Campaign, promotionId: string | null): IDataObject =>
	inOrder({
		...row,
		outcome: 'existing',
		launched: false,
		promotionId,
		promotionIdSource: promotionId === null ? null : 'list',
		warnings,
		response: null,
	});

/** What a live run would send or stop at, without sending. */
export async function dryRun(
	{ item, memory, campaign }: Launch,
	asked: Asked,
	{ why, wayOut }: { why: string; wayOut: string },
): Promise<IDataObject> {
	const { contacts, preview, template, body, request, row } = campaign;
	const inTheWay = inTheWayOf(asked);
	if (!memory.isOneForAll && item.context.getInputData().length > 1) {
		item.hintOnce("Nothing was sent for items with the outcome dryRun; their 'reason' says why.");
	} else {
		const next = `${request.sendMode === 'dryRun' ? '' : `${why}. `}${wayOut}`;
		const ready = contacts === null ? '' : `${counted(contacts, 'contact')} ${contacts === 1 ? 'is' : 'are'} ready. `;
		item.hintOnce(`Nothing was sent. ${inTheWay ?? ready + next}${phoneField(row)}`);
	}
	return inOrder({
		...row,
		outcome: 'dryRun',
		launched: false,
		reason: `${why}. ${inTheWay ?? wayOut}`,
		warnings: [...toldOfLiveRun(asked), ...campaign.warnings],
		preview: request.recipients === 'uploadedList' ? null : previewOf(preview, template),
		approvalCode: await approvalCode(item, campaign),
		body,
	});
}

function inTheWayOf({ stops, existing }: Asked): string | undefined {
	if (stops.length > 0)
		return `A live run would not send either: ${counted(stops.length, 'thing')} must be corrected first.`;
	return existing && 'A live run would return the existing promotion instead of sending.';
}

/** Which field of the data the phone numbers come from, as that decides who gets the message. */
export function phoneField({ columnsUsed }: IDataObject): string {
	const phone = (columnsUsed as Partial<Record<ContactColumn, string>> | null)?.phone;
	return phone === undefined ? '' : ` Phone: ${phone}.`;
}

/** Tells below the output what is in it, too. */
export function tell(item: ItemContext, memory: LaunchMemory, row: IDataObject): void {
	for (const warning of row.warnings as string[]) item.hintOnce(warning);
	const launches = memory.sent().length;
	const isLast = item.itemIndex === item.context.getInputData().length - 1;
	if (memory.isOneForAll || launches < 2 || !isLast) return;
	item.hintOnce(
		`This execution has made ${launches} launches so far, as each input item makes its own. For one launch to all of them, set 'Recipients' to 'Input Items'.`,
	);
}

/** The first contacts as they go out, each with the cards as it will see them. */
function previewOf(contacts: readonly PreviewContact[], { components }: Template): IDataObject[] {
	const cards = components?.flatMap((component) => component.cards);
	return contacts.map((contact) => ({
		...contact,
		...(cards ? { cards: cards.map((card) => seenBy(contact, card)) } : {}),
	}));
}

function seenBy(contact: PreviewContact, { components }: TemplateCard): IDataObject {
	const card: IDataObject = {};
	for (const component of components) {
		if (component.type === 'HEADER') card.image = component.media.mediaUrl;
		else card.variables = component.variables.map(({ value }) => filled(value, contact));
	}
	return card;
}

function filled(value: string, contact: PreviewContact): string {
	const column = /^\$\{(\w+)\}$/.exec(value)?.[1];
	return column === undefined ? value : (contact[column as ContactColumn] ?? '');
}
