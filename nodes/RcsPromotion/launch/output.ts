import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { counted, isListOrObject, plainText, shortened } from '../../service/values';
import type { ContactColumn, FieldNames, RowValues } from '../contacts/contact';
import { describeFieldsUsed, NOBODY_LEFT } from '../contacts/contactIssues';
import type { ItemContext } from '../itemContext';
import type { Campaign } from './campaign';
import type { Launch, LaunchMemory } from './memory';

/**
 * The output as far as it does not depend on how the launch ends. Kept with the launch, so that a later try can give it, too.
 * @param handedOver how many contacts the service gets; null if that is not known
 */
export const buildOutputSoFar = (campaign: Campaign, handedOver: number | null): IDataObject => ({
	message: campaign.isTest ? 'This was a test: your contacts got nothing. ' : '',
	promotionName: campaign.request.promotionName,
	template: { ...campaign.request.builtTemplate.template },
	recipients: { ...campaign.recipients, handedOver },
	fieldsUsed: campaign.fieldsUsed,
	warnings: campaign.warnings,
	notes: campaign.notes,
	accountId: campaign.accountId,
});

/** The output of a launch, in the order in which people read it. */
export function buildOutput(
	soFar: IDataObject,
	ending: {
		outcome: 'launched' | 'reconciled' | 'dryRun';
		/** What happened, in a sentence. */
		message: string;
		promotionId: string | null;
		/** As the list shows it, if it does. */
		status?: string | null;
		/** Besides those of the campaign. */
		warnings?: readonly string[];
		/** The service's answer, or what would be sent. */
		details: { response: unknown } | { preview: IDataObject[] | null; body: IDataObject };
	},
): IDataObject {
	const { outcome, promotionId, status = null, warnings = [], details } = ending;
	const { message, promotionName, template, recipients, fieldsUsed, notes, accountId } = soFar;
	return {
		...{ outcome, launched: outcome !== 'dryRun', message: `${message as string}${ending.message}` },
		...{ promotionName, promotionId, status, template, recipients, fieldsUsed },
		...{ warnings: [...(soFar.warnings as string[]), ...warnings], notes },
		...(details as IDataObject),
		accountId,
	};
}

/** The first contacts as they are sent, each with a line per card that reads as that contact will see it; null for an uploaded list. */
export function buildPreview({ request, contacts: { first, count } }: Campaign, most: number): IDataObject[] | null {
	if (count === null) return null;
	const { texts } = request.builtTemplate;
	const cards = [...new Set(texts.map(({ card }) => card))];
	const fillIn = (text: string, contact: RowValues) => {
		const column = /^\$\{(\w+)\}$/.exec(text)?.[1];
		return column === undefined ? text : (contact[column as ContactColumn] ?? '');
	};
	// The whole address would hide the rest of the line.
	const fileNameOf = (url: string) => new URL(url).pathname.split('/').at(-1) || url;
	// For example "Card 1: Anna · 20% · picture spring.jpg".
	const describe = (card: string, contact: RowValues) =>
		`${card}: ${texts
			.filter((text) => text.card === card)
			.map(({ text, isAddress }) => (isAddress ? `picture ${fileNameOf(text)}` : fillIn(text, contact)))
			.join(' · ')}`;
	return first.slice(0, most).map((contact) => ({
		...contact,
		...(cards.length > 0 && { cards: cards.map((card) => describe(card, contact)) }),
	}));
}

const LONGEST_QUOTE = 160;
/** IDs, times and addresses say nothing to people. Three letters in a row may be a word, as in REJECTED_4001. */
const IS_ID = /^(?=.*\d)(?:.*:\/\/|(?!.*[a-z]{3}))[\w.:/?&=%+-]{8,}$/i;

/**
 * What the service said, as nothing but the ID in it is known to us: all that does not repeat what was sent, or its words alone if that
 * is too much.
 * @param sent what the service may repeat
 */
export function quoteAnswer(response: unknown, promotionId: string | null, sent: unknown): string {
	const ours = [...findValues([sent, promotionId])].map(([, value]) => value);
	const repeated = new Set(ours.filter((value) => typeof value === 'string'));
	const said = [...findValues(response)].filter(
		([, value]) => !repeated.has(value as string) && !IS_ID.test(String(value)),
	);
	const words = said.filter(([, value]) => value !== false && /\p{L}/u.test(String(value)));
	const [all = '', shorter = ''] = [said, words].map((values) =>
		values.map(([name, value]) => (name === '' ? value : `${name}: ${value}`)).join(', '),
	);
	if (all !== '' && all.length <= LONGEST_QUOTE) return `the service answered: “${all}”`;
	if (shorter !== '')
		return `the service answered: “${shortened(shorter, LONGEST_QUOTE)}”, and more that is in 'response'`;
	if (all !== '') return "the service's answer is in 'response'";
	return promotionId === null
		? 'the service answered without a word'
		: `the service answered with promotion ${promotionId}`;
}

/** Every text, number and truth value in an answer, under its name. */
function* findValues(value: unknown, name = ''): Generator<[name: string, value: string | number | boolean]> {
	if (isListOrObject(value))
		for (const [key, entry] of Object.entries(value)) yield* findValues(entry, Array.isArray(value) ? name : key);
	else if (typeof value === 'string') {
		const text = value.replace(/\s+/g, ' ').trim();
		if (text !== '') yield [name, text];
	} else if (typeof value === 'number' || typeof value === 'boolean') yield [name, value];
}

/**
 * The hints repeat what users may overlook in the output: what happened, warnings, which fields were used.
 * @param howToSend of a dry run: for the person who runs it, not for those whom a workflow shows its output
 */
export function showHints(item: ItemContext, memory: LaunchMemory, output: IDataObject, howToSend = ''): void {
	const isEarlier = output.outcome === 'alreadyLaunched';
	const message = `${isEarlier ? 'An earlier try did this, so nothing was sent again: ' : ''}${plainText(output.message)}`;
	item.hintOnce(`${message} ${howToSend}`.trim(), 'info');
	for (const warning of output.warnings as string[]) item.hintOnce(warning);
	const fieldsUsed = describeFieldsUsed(output.fieldsUsed as FieldNames);
	for (const text of [fieldsUsed, ...(output.notes as string[])]) if (text !== '') item.hintOnce(text, 'info');
	const { runsOnce, itemIndex, itemCount } = memory.call;
	const launches = memory.launchesOfNode().length;
	if (runsOnce || launches < 2 || itemIndex < itemCount - 1) return;
	item.hintOnce(
		`This execution has made ${launches} launches so far, because each input item makes its own. For one launch to all of them, set 'Recipients' to 'Input Items'.`,
		'info',
	);
}

/** A sentence that names these launches; empty if there are none. */
export function describeSent(launches: readonly Launch[]): string {
	const names = launches.map(({ promotionName, promotionId, state }) => {
		const found = promotionId ?? 'ID not known';
		return `"${promotionName}" (${state === 'launched' ? found : 'not known whether it was launched'})`;
	});
	return names.length === 0 ? '' : `Already handed over in this execution: ${shortened(names.join(', '), 500)}.`;
}

/** Throws the error again, with how many contacts would have got the message, and what this execution had already sent. */
export function rethrowAsNotSent(thrown: unknown, memory: LaunchMemory, contactCount?: number | null): never {
	const isForUser = thrown instanceof Refusal || thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	if (!isForUser) throw thrown as Error;
	const { runsOnce, itemCount } = memory.call;
	if (runsOnce && !thrown.message.startsWith(NOBODY_LEFT)) {
		// If the contacts were not counted, or none are left, each item counts as one.
		thrown.message = `Not sent to ${counted(contactCount || itemCount, 'contact')}: ${thrown.message}`;
	}
	const alreadySent = describeSent(memory.launchesOfNode());
	const nothingSent = runsOnce ? '' : 'Nothing was sent.';
	const known = alreadySent === '' ? nothingSent : `This one was not sent. ${alreadySent}`;
	thrown.description = `${known} ${thrown.description ?? ''}`.trim();
	throw thrown;
}
