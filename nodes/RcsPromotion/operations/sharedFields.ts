import type { INodeProperties } from 'n8n-workflow';
import { optionsField, summaryOption } from '../../form/formFields';
import { Refusal } from '../../form/refusal';
import { SAMPLE_PROMOTION_ID } from '../../service/endpoints';
import { findByName, promotionName, toUsableId } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { plainText, shortened, trimmed } from '../../service/values';
import type { FormReader } from '../../form/formReader';
import { FIND_ID } from '../issues';
import type { ItemContext } from '../itemContext';
import type { TimeSpan } from '../report/rowFilter';

/** The promotion to work on, from a searchable list or by ID. */
export function promotionField(description: string, searchListMethod = 'searchPromotions'): INodeProperties {
	return {
		displayName: 'Promotion ID',
		name: 'promotionId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		builderHint: {
			propertyHint:
				"Never invent an ID. Use mode 'id' with the promotionId of an earlier node (Launch, Get Many or RCS Promotion Trigger), in a tool with $fromAI, or leave mode 'list' for the user to choose.",
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a promotion...',
				hint: 'After Launch or the trigger: drag promotionId from the input into this field',
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 6650f1c2a1',
			},
		],
	};
}

export function readPromotionId(item: ItemContext): string {
	const value: unknown = item.parameter('promotionId', '', { extractValue: true });
	const promotionId = toUsableId(value);
	if (promotionId === '') {
		const given = trimmed(plainText(value));
		throw new Refusal(
			`'Promotion ID' is ${given === '' ? 'empty' : `"${given}", which is not an ID`}`,
			'Drag promotionId from the input into the field, or choose a promotion from the list. An expression must return the ID as text for every item.',
			'Pass the promotionId that a tool which lists promotions gave.',
		);
	}
	if (promotionId === SAMPLE_PROMOTION_ID) refuseSample();
	return promotionId;
}

/** For operations that only read: a model may give the exact name instead of the ID. */
export async function readPromotionIdOrName(item: ItemContext): Promise<string> {
	return await findIdByName(item, readPromotionId(item));
}

/** For a model that compares promotions. */
export const PASS_IDS = 'Pass the promotionId of each, as a tool that lists promotions gave it, as a JSON array.';

/** The IDs of the promotions to read, in the order given, repeats included. */
export async function readPromotionIdsOrNames(item: ItemContext): Promise<string[]> {
	const idsOrNames = item.form.texts('promotionIds');
	if (idsOrNames.includes(SAMPLE_PROMOTION_ID)) refuseSample();
	const unusable = idsOrNames.find((text) => toUsableId(text) === '');
	if (unusable !== undefined)
		item.form.refuse('promotionIds', `holds "${shortened(unusable, 40)}", which is not an ID`, 'Correct it.', PASS_IDS);
	return await Promise.all(idsOrNames.map(async (text) => await findIdByName(item, text)));
}

async function findIdByName(item: ItemContext, idOrName: string): Promise<string> {
	if (!item.isTool) return idOrName;
	const listed = await item.listPromotionsOrNone();
	if (listed.some(({ promotionId }) => promotionId === idOrName)) return idOrName;
	const found = findByName(listed, idOrName);
	if (found.length > 1) refuseIfName(idOrName, listed);
	return found[0]?.promotionId ?? idOrName;
}

/** To change a promotion, a model must give its ID, not its name, so that a reviewer sees which one it is. */
export function refuseIfName(idOrName: string, listed: Promotion[]): void {
	const found = findByName(listed, idOrName);
	if (found.length === 0) return;
	const ids = found.slice(0, 5).map(({ promotionId, status }) => `${promotionId} (${plainText(status)})`);
	throw new Refusal(
		`"${shortened(idOrName, 200)}" is the name of ${ids.join(', ')}, not an ID`,
		'Use the ID of the one that is meant.',
		'Nothing was done. Call again with the ID; if there are several, or you are not sure which is meant, ask the person.',
	);
}

/** Like readPromotionId, for operations that change a promotion: a sample must not change the real promotion it was made from. */
export function readChangeablePromotionId(item: ItemContext): string {
	const promotionId = readPromotionId(item);
	const { isSample, promotionId: sampledId } = item.context.getInputData()[item.itemIndex]?.json ?? {};
	if (isSample === true && plainText(sampledId) === promotionId) refuseSample();
	return promotionId;
}

function refuseSample(): never {
	throw new Refusal(
		'This is a sample from the trigger, not a real promotion',
		'Nothing was sent. Samples show what events look like; choose a real promotion to test this step.',
		'Nothing was done. Pass the promotionId of a real promotion, as a tool that lists promotions gave it.',
	);
}

export const createNotListedRefusal = (promotionId: string): Refusal =>
	new Refusal(
		`Promotion ${promotionId} is not in the list of this account`,
		"Check 'Promotion ID' and the account of the credential. A cancelled promotion may no longer be listed, and a new one may take a few seconds to appear.",
		`${FIND_ID} A cancelled promotion may no longer be listed, and a new one may take a few seconds to appear.`,
	);

export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const timeField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `${description}, in the time zone of the workflow. Written 2026-03-31 or 2026-03-31T18:00:00.`,
});

/** Reads two time fields, either of which may be left out. Undefined if both are. */
export function readTimeSpan(form: FormReader, from: string, to: string): TimeSpan | undefined {
	if (!form.has(from) && !form.has(to)) return undefined;
	const fromMs = form.has(from) ? form.moment(from) : -Infinity;
	const toMs = form.has(to) ? form.moment(to) : Infinity;
	if (fromMs < toMs) return { fromMs, toMs };
	return form.refuse(to, `is not later than '${form.label(from)}'`, 'Nothing can match. Change one of the two.');
}

/** An AI model reads every word of a tool's answer, so it must not get a million rows. */
const HIGHEST_LIMIT_FOR_MODEL = 100;

/** How many results to return, Infinity for all; in an AI tool, at most 100. */
export function readLimit({ form, isTool }: ItemContext): number {
	const limit = form.isOn('returnAll') ? Infinity : form.wholeNumber('limit', "Change it, or turn on 'Return All'.");
	return isTool ? Math.min(limit, HIGHEST_LIMIT_FOR_MODEL) : limit;
}

/** If a model does not get all of them, its answer says so. @param total how many there are, if `all` are not all */
export function cutToLimit<T>(item: ItemContext, all: T[], limit: number, total = all.length): T[] {
	if (item.isTool && all.length > limit) item.run.total = total;
	return all.slice(0, limit);
}

export const summaryOptionsField = optionsField([summaryOption]);

export const isSummaryWanted = (item: ItemContext): boolean => item.form.collection('options').isAddedAndOn('summary');

/** The promotion's name, or its ID if the name cannot be read, because the figures matter more. */
export async function readPromotionTitle(item: ItemContext, promotionId: string): Promise<string> {
	const listed = await item.listPromotionsOrNone();
	const found = listed.find((promotion) => promotion.promotionId === promotionId);
	return (found && promotionName(found).trim()) || `Promotion ${promotionId}`;
}
