import type { INodeProperties, NodeOperationError } from 'n8n-workflow';
import { SAMPLE_PROMOTION_ID } from '../../service/endpoints';
import { usableId } from '../../service/promotions';
import { plainText, trimmed } from '../../service/values';
import type { FormReader } from '../../service/formReader';
import type { ItemContext } from '../itemContext';
import type { TimeSpan } from '../report/rowFilter';

/** The promotion to work on, from a searchable list or by ID. */
export function promotionField(description: string, searchListMethod = 'searchPromotions'): INodeProperties {
	return {
		displayName: 'Promotion',
		name: 'promotionId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		builderHint: {
			propertyHint:
				"Never invent an ID. Use mode 'id' with the promotionId of an earlier node (Launch, Get Many or RCS Promotion Trigger), or leave mode 'list' for the user to choose.",
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a promotion...',
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

export function promotionIdOf(item: ItemContext): string {
	const value: unknown = item.parameter('promotionId', '', { extractValue: true });
	const promotionId = usableId(value);
	if (promotionId === '') {
		const given = trimmed(plainText(value));
		throw item.refusal(
			`'Promotion' is ${given === '' ? 'empty' : `"${given}", which is not an ID`}`,
			'Choose a promotion from the list, or enter its ID. An expression must return the ID as text for every item.',
		);
	}
	if (promotionId === SAMPLE_PROMOTION_ID) throw sampleRefusal(item);
	return promotionId;
}

/** Like promotionIdOf, for operations that change a promotion: a sample must not change the real promotion it was made from. */
export function changeablePromotionIdOf(item: ItemContext): string {
	const promotionId = promotionIdOf(item);
	const { isSample, promotionId: sampled } = item.context.getInputData()[item.itemIndex]?.json ?? {};
	if (isSample === true && plainText(sampled) === promotionId) throw sampleRefusal(item);
	return promotionId;
}

function sampleRefusal(item: ItemContext): NodeOperationError {
	return item.refusal(
		'This is a sample from the trigger, not a real promotion',
		'Nothing was sent. Samples show what events look like; choose a real promotion to test this step.',
	);
}

export const notListed = (item: ItemContext, promotionId: string): NodeOperationError =>
	item.refusal(
		`Promotion ${promotionId} is not in the list of this account`,
		"Check 'Promotion' and the account of the credential. A cancelled promotion may no longer be listed, and a new one may take a few seconds to appear.",
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
	description: `${description}, in the time zone of the workflow`,
});

/** From one time (included) to another (not included). Either may be left out; undefined if both are. */
export function timeSpanOf(form: FormReader, from: { name: string; label: string }, to: string): TimeSpan | undefined {
	if (!form.has(from.name) && !form.has(to)) return undefined;
	const fromMs = form.has(from.name) ? form.moment(from.name) : -Infinity;
	const toMs = form.has(to) ? form.moment(to) : Infinity;
	if (fromMs < toMs) return { fromMs, toMs };
	return form.refuse(to, `is not later than '${from.label}'`, 'Nothing can match. Change one of the two.');
}

/** An AI model reads every word of a tool's answer, so it must not get a million rows. */
export const MOST_FOR_A_MODEL = 100;

/** How many results the user asked for, Infinity for all. For an AI tool one more than it gets, which shows that there are more. */
export function limitOf({ form, isTool }: ItemContext): number {
	const asked = form.isOn('returnAll') ? Infinity : form.wholeNumber('limit', "Change it, or turn on 'Return All'.");
	return isTool ? Math.min(asked, MOST_FOR_A_MODEL + 1) : asked;
}
