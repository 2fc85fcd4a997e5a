import type { IDataObject } from 'n8n-workflow';
import { quoteSafely, readServiceReason } from '../../service/answers';
import { shortened } from '../../service/values';
import { PREVIEW_SIZE } from '../contacts/contactChecker';
import type { ContactColumn, RowValues } from '../contacts/types';
import { labelCard, SINGLE_CARD } from '../template/cardParts';
import type { CardComponent, Template } from '../template/types';
import { buildLaunchBody } from './body';
import type { Campaign } from './campaign';
import type { RememberedLaunch, Unconfirmed } from './memory';
import { describeExisting, type NameInUse } from './stops';

/** Why nothing is sent, and how to send it. */
export interface DryRunDecision {
	kind: 'dryRun';
	why: string;
	advice: string;
}

const LONGEST_QUOTE = 500;

/** The most useful fields first. Fields not listed here come after these, before the account. */
// prettier-ignore
const ORDER = [
	'outcome', 'launched', 'promotionName', 'promotionId', 'status', 'template', 'recipients', 'warnings', 'columnsUsed', 'notes', 'reason',
	'duplicateSuspected', 'otherPromotionIds', 'response', 'body',
];

/** In dry runs and tests, what matters most is that it was one, and who would get what. */
const ORDER_WITH_PREVIEW = ['outcome', 'recipients', 'preview', ...ORDER];

/** The output of a launch in this order, however it ended. */
export function orderOutput({ accountId, ...values }: IDataObject): IDataObject {
	const order = 'preview' in values ? ORDER_WITH_PREVIEW : ORDER;
	const first = order.filter((name) => name in values).map((name) => [name, values[name]] as const);
	return { ...Object.fromEntries(first), ...values, accountId };
}

/** The output to return if the launch succeeds: all contacts of the campaign count as sent. */
export const buildSuccessOutput = ({ output, contacts }: Campaign): IDataObject => ({
	...output,
	recipients: output.recipients && { ...output.recipients, sent: contacts.count },
});

/** The output of a launch that neither the answer nor the list confirms. */
export function buildUnconfirmedOutput(
	{ output, promotionName, audience }: RememberedLaunch,
	{ values, because, isDenied }: Unconfirmed,
	/** What the list shows of it; empty if that would prove nothing. */
	search: string,
): IDataObject {
	const facts = [
		`It is not known whether "${promotionName}" was launched to ${audience}: the service answered ${quoteService(values.response, isDenied)}${because}.`,
		search,
		'It will not be sent again. Look for it in the service or with Promotion: Get Many before you launch it again.',
	];
	const counts = output.recipients as IDataObject | null;
	const isTest = 'reason' in output;
	return {
		...output,
		...values,
		outcome: 'unconfirmed',
		launched: null,
		recipients: counts && { ...counts, sent: null },
		...(isTest ? { reason: `This was a test to ${audience}, and it is not known whether it was sent.` } : {}),
		warnings: [facts.filter(Boolean).join(' '), ...(output.warnings as string[])],
	};
}

/** An answer that names a promotion holds other texts than the reason. */
function quoteService(response: unknown, isDenied: boolean): string {
	if (response === null) return 'without a word';
	const body = typeof response === 'string' ? response : JSON.stringify(response);
	const reason = isDenied ? quoteSafely(body) : readServiceReason({ body });
	return `“${reason || shortened(body, LONGEST_QUOTE)}”`;
}

interface OutputWithHint {
	output: IDataObject;
	/** Not a warning: what stops a live run is in the output. */
	hint: string;
}

/** The output of a live run that returns the existing promotion instead of sending. */
export const buildExistingOutput = ({ output }: Campaign, existing: NameInUse): OutputWithHint => ({
	hint: `Nothing was sent: ${describeExisting(existing)}.`,
	output: { ...output, outcome: 'existing', launched: false, promotionId: existing.promotionId, response: null },
});

/** The output of a dry run: what a live run would send or stop at. */
export function buildDryRunOutput(
	campaign: Campaign,
	{ why, advice }: DryRunDecision,
	/** What a live run would stop at. */
	stops: readonly string[],
): OutputWithHint {
	const { request, contacts, output } = campaign;
	const wouldSend = stops.length === 0;
	const whoWouldGetIt = contacts.inWords === null ? '' : `${contacts.inWords} would get it. `;
	// The hint does not point to 'warnings', because each stop has a hint of its own.
	const [reason, hint] = wouldSend
		? [`${why}. ${advice}`, `${whoWouldGetIt}${why}. ${advice}`]
		: [`${why}. A live run would not send anything either: see 'warnings'.`, `${why}.`];
	return {
		hint: `Nothing was sent. ${hint}`,
		output: {
			...output,
			outcome: 'dryRun',
			launched: false,
			reason,
			warnings: [...stops, ...output.warnings],
			preview:
				request.recipientSource === 'uploadedList'
					? null
					: buildPreview(campaign, contacts.first.slice(0, PREVIEW_SIZE)),
			body: buildLaunchBody(request),
		},
	};
}

/** These contacts as they are sent, each with a line per card that reads as that contact will see it. */
export function buildPreview({ request }: Campaign, contacts: readonly RowValues[]): IDataObject[] {
	const cards = listCards(request.builtTemplate.template);
	return contacts.map((contact) => ({
		...contact,
		...(cards.length > 0 ? { cards: cards.map((card) => describeCard(contact, card)) } : {}),
	}));
}

/** The cards of the carousel, and the single card that stands without one. */
function listCards({ components = [] }: Template): Array<[label: string, components: CardComponent[]]> {
	const inCarousel = components.flatMap((component) => (component.type === 'CAROUSEL' ? component.cards : []));
	const single = components.flatMap((component) => (component.type === 'CAROUSEL' ? [] : [component]));
	return [
		...inCarousel.map((card): [string, CardComponent[]] => [labelCard(card.card_index), card.components]),
		...(single.length > 0 ? [[SINGLE_CARD, single] as [string, CardComponent[]]] : []),
	];
}

/** For example "Card 1: Anna · 20% · image spring.jpg". */
function describeCard(contact: RowValues, [label, components]: [string, CardComponent[]]): string {
	const parts = components.flatMap((component) =>
		component.type === 'BODY'
			? component.variables.map(({ value }) => fillIn(value, contact))
			: [`image ${imageName(component.media.mediaUrl)}`],
	);
	return `${label}: ${parts.join(' · ')}`;
}

/** The whole address would hide the rest of the line. */
const imageName = (url: string) => new URL(url).pathname.split('/').at(-1) || url;

function fillIn(value: string, contact: RowValues): string {
	const column = /^\$\{(\w+)\}$/.exec(value)?.[1];
	return column === undefined ? value : (contact[column as ContactColumn] ?? '');
}
