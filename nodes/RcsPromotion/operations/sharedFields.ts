import type { INodeProperties } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { SAMPLE_PROMOTION_ID, toUsableId } from '../../service/promotions';
import { plainText, trimmed } from '../../service/values';
import type { ItemContext } from '../itemContext';

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

export function readPromotionId({ context, itemIndex }: ItemContext): string {
	const value: unknown = context.getNodeParameter('promotionId', itemIndex, '', { extractValue: true });
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

export function refuseSample(): never {
	throw new Refusal(
		'This is a sample from the trigger, not a real promotion',
		'Nothing was sent. Samples show what events look like; choose a real promotion to test this step.',
		'Nothing was done. Pass the promotionId of a real promotion, as a tool that lists promotions gave it.',
	);
}

/** For a model that passed an ID which the service does not know. */
export const FIND_ID =
	'Find its promotionId with a tool that lists promotions, and call again with it. If it is not listed, tell the person.';
const MAY_BE_UNLISTED =
	'A cancelled promotion may no longer be listed, and a new one may take a few seconds to appear.';

export const createNotListedRefusal = (promotionId: string): Refusal =>
	new Refusal(
		`Promotion ${promotionId} is not in the list of this account`,
		`Check 'Promotion ID' and the account of the credential. ${MAY_BE_UNLISTED}`,
		`${FIND_ID} ${MAY_BE_UNLISTED}`,
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
