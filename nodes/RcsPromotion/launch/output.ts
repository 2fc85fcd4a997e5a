import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { readServiceReason } from '../../service/answers';
import { counted, shortened } from '../../service/values';
import { PREVIEW_SIZE } from '../contacts/contactChecker';
import { buildRecipientHints } from '../contacts/checkContacts';
import { NOBODY_LEFT } from '../contacts/contactIssues';
import type { ColumnNames, ContactColumn, RowValues, RecipientCounts } from '../contacts/types';
import type { Hint } from '../issues';
import { labelCard } from '../template/cardParts';
import type { TemplateCard } from '../template/types';
import { buildLaunchBody } from './body';
import type { LaunchMemory, NodeCall } from './memory';
import { describeExisting, describeStops, type NameInUse, type StopCheck } from './stops';
import type { Campaign, DryRunDecision, RememberedLaunch } from './types';

const LONGEST_QUOTE = 500;

/** The most useful fields first. Fields not listed here come after these, before the account. */
// prettier-ignore
const ORDER = [
	'outcome', 'launched', 'promotionName', 'promotionId', 'template', 'recipients', 'warnings', 'columnsUsed', 'notes', 'reason',
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
export function buildSuccessOutput({ baseOutput, warnings, recipientCount }: Campaign): IDataObject {
	const counts = baseOutput.recipients as IDataObject | null;
	return { ...baseOutput, recipients: counts && { ...counts, sent: recipientCount }, warnings };
}

/** The output of a launch that neither the answer nor the list confirms. */
export function buildUnconfirmedOutput(
	{ output, promotionName, audience }: RememberedLaunch,
	values: IDataObject,
	/** What the list shows of it. */
	search: string,
): IDataObject {
	const answer = quoteService(values.response);
	const warning = `It is not known whether "${promotionName}" was launched to ${audience}: the service answered ${answer} and named no promotion. ${search} It will not be sent again. Look for it in the service or with Promotion: Get Many before you launch it again.`;
	const counts = output.recipients as IDataObject | null;
	const isTest = 'reason' in output;
	return {
		...output,
		...values,
		outcome: 'unconfirmed',
		launched: null,
		recipients: counts && { ...counts, sent: null },
		...(isTest ? { reason: `This was a test to ${audience}, and it is not known whether it was sent.` } : {}),
		warnings: [warning, ...(output.warnings as string[])],
	};
}

function quoteService(response: unknown): string {
	if (response === null) return 'without a word';
	const body = typeof response === 'string' ? response : JSON.stringify(response);
	return `“${readServiceReason({ body }) || shortened(body, LONGEST_QUOTE)}”`;
}

interface OutputWithHint {
	output: IDataObject;
	hint: Hint;
}

const info = (text: string): Hint => ({ text, type: 'info' });

/** The output of a live run that returns the existing promotion instead of sending. */
export const buildExistingOutput = ({ baseOutput, warnings }: Campaign, existing: NameInUse): OutputWithHint => ({
	hint: info(`Nothing was sent: ${describeExisting(existing)}.`),
	output: {
		...baseOutput,
		outcome: 'existing',
		launched: false,
		promotionId: existing.promotionId,
		warnings,
		response: null,
	},
});

/** The output of a dry run: what a live run would send or stop at. */
export function buildDryRunOutput(
	campaign: Campaign,
	{ why, advice }: DryRunDecision,
	check: StopCheck,
): OutputWithHint {
	const { baseOutput, firstRecipients, recipientsInWords } = campaign;
	const stops = describeStops(check);
	const wouldSend = stops.length === 0;
	const whoWouldGetIt = recipientsInWords === null ? '' : `${recipientsInWords} would get it. `;
	// The hint does not point to 'warnings', because each stop has a hint of its own.
	const [reason, hint] = wouldSend
		? [`${why}. ${advice}`, `${whoWouldGetIt}${why}. ${advice}`]
		: [`${why}. A live run would not send anything either: see 'warnings'.`, `${why}.`];
	return {
		hint: info(`Nothing was sent. ${hint}`),
		output: {
			...baseOutput,
			outcome: 'dryRun',
			launched: false,
			reason,
			warnings: [...stops, ...campaign.warnings],
			preview:
				campaign.recipientSource === 'uploadedList'
					? null
					: buildPreview(campaign, firstRecipients.slice(0, PREVIEW_SIZE)),
			body: buildLaunchBody(campaign),
		},
	};
}

/** A sentence that names these launches; empty if there are none. */
export function describeSent(launches: readonly RememberedLaunch[]): string {
	const names = launches.map(({ promotionName, promotionId, state }) => {
		const withoutId = state === 'launched' ? 'ID not known' : 'not confirmed';
		return `"${promotionName}" (${promotionId ?? withoutId})`;
	});
	return names.length === 0 ? '' : `Already sent in this execution: ${shortened(names.join(', '), LONGEST_QUOTE)}.`;
}

/** Throws the error again, with how many contacts would have got the message, and what this execution had already sent. */
export function rethrowAsNotSent(thrown: unknown, memory: LaunchMemory, recipientCount?: number | null): never {
	const isForUser = thrown instanceof Refusal || thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	if (!isForUser) throw thrown as Error;
	thrown.message = notSentPrefix(memory.call, thrown.message, recipientCount) + thrown.message;
	const sentSoFar = describeSentSoFar(memory);
	if (sentSoFar !== '') thrown.description = `${sentSoFar} ${thrown.description ?? ''}`.trim();
	throw thrown;
}

function notSentPrefix({ runsOnce, isTool, itemCount }: NodeCall, message: string, count?: number | null): string {
	if (!runsOnce) return isTool ? 'Nothing was sent: ' : '';
	const saysNobodyIsLeft = message.startsWith(NOBODY_LEFT);
	if (saysNobodyIsLeft) return '';
	// If the contacts were not counted, or none are left, each item counts as one.
	return `Not sent to ${counted(count || itemCount, 'contact')}: `;
}

/** Empty if the message says enough. */
function describeSentSoFar(memory: LaunchMemory): string {
	const alreadySent = describeSent(memory.launchesOfNode());
	if (alreadySent) return `This one was not sent. ${alreadySent}`;
	return memory.call.runsOnce ? '' : 'Nothing was sent.';
}

/** The hints repeat what users may overlook in the output: warnings, how many got the message, the phone field. */
export function buildHints(memory: LaunchMemory, output: IDataObject): Hint[] {
	const hints: Hint[] = [];
	const sent = memory.recall();
	if (sent && output.launched === true) {
		// Of the launches that were sent, only tests have a reason.
		const text = (output.reason ?? `Sent to ${sent.audience} as "${sent.promotionName}".`) as string;
		const isEarlier = output.outcome === 'alreadyLaunched';
		hints.push(info(isEarlier ? `An earlier try did this, so nothing was sent again: ${text}` : text));
	}
	for (const text of output.warnings as string[]) hints.push({ text });
	hints.push(
		...buildRecipientHints(output.columnsUsed as ColumnNames | null, output.recipients as RecipientCounts | null),
	);
	for (const note of output.notes as string[]) hints.push(info(note));
	const { runsOnce, itemIndex, itemCount } = memory.call;
	const launches = memory.launchesOfNode().length;
	const isLastItem = itemIndex === itemCount - 1;
	if (runsOnce || launches < 2 || !isLastItem) return hints;
	return [
		...hints,
		info(
			`This execution has made ${launches} launches so far, because each input item makes its own. For one launch to all of them, set 'Recipients' to 'Input Items'.`,
		),
	];
}

/** These contacts as they are sent, each with a line per card that reads as that contact will see it. */
export function buildPreview({ template }: Campaign, contacts: readonly RowValues[]): IDataObject[] {
	const cards = template.components?.flatMap((component) => component.cards);
	return contacts.map((contact) => ({
		...contact,
		...(cards ? { cards: cards.map((card) => describeCard(contact, card)) } : {}),
	}));
}

/** For example "Card 1: Anna · 20% · image spring.jpg". */
function describeCard(contact: RowValues, { card_index: index, components }: TemplateCard): string {
	const parts = components.flatMap((component) =>
		component.type === 'BODY'
			? component.variables.map(({ value }) => fillIn(value, contact))
			: [`image ${imageName(component.media.mediaUrl)}`],
	);
	return `${labelCard(index)}: ${parts.join(' · ')}`;
}

/** The whole address would hide the rest of the line. */
const imageName = (url: string) => new URL(url).pathname.split('/').at(-1) || url;

function fillIn(value: string, contact: RowValues): string {
	const column = /^\$\{(\w+)\}$/.exec(value)?.[1];
	return column === undefined ? value : (contact[column as ContactColumn] ?? '');
}
