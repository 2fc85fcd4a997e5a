import type { INodeProperties } from 'n8n-workflow';
import { filtersField } from '../../form/formFields';
import type { FormReader } from '../../form/formReader';
import {
	promotionState,
	simplifyPromotion,
	sortPromotions,
	renameErrorKey,
	type SortDirection,
	type SortField,
} from '../../service/promotions';
import { timestampMs } from '../../service/timestamps';
import type { Promotion } from '../../service/types';
import { normalizeText, counted, plainText, shortened } from '../../service/values';
import { cutToLimit, readLimit, timeField, readTimeSpan } from './sharedFields';
import type { ItemContext } from '../itemContext';
import type { OutputItem } from './operation';
import { readOutput, pickFields } from './outputMode';

/** The filters that select promotions in a list operation. */
export const promotionFiltersField = filtersField([
	timeField('Created After', 'createdAfter', 'Only promotions created at this time or later'),
	timeField('Created Before', 'createdBefore', 'Only promotions created before this time'),
	{
		displayName: 'Name Contains',
		name: 'nameContains',
		type: 'string',
		default: '',
		description: 'Part of the promotion name, in upper or lower case',
	},
	{
		displayName: 'State',
		name: 'state',
		type: 'options',
		default: 'active',
		description: 'What the status means: every status but Stopped, Completed and Cancelled counts as active',
		options: [
			{ name: 'Active', value: 'active' },
			{ name: 'Cancelled', value: 'cancelled' },
			{ name: 'Completed', value: 'completed' },
			{ name: 'Stopped', value: 'paused' },
		],
	},
	{
		displayName: 'Status Text',
		name: 'statusText',
		type: 'string',
		default: '',
		description: 'The exact status as the service writes it, in upper or lower case',
	},
]);

export const promotionSortField: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'collection',
	placeholder: 'Add Sort Setting',
	default: {},
	description: 'Applied before Limit. Without it the newest promotions come first.',
	options: [
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			default: 'descending',
			options: [
				{ name: 'Ascending', value: 'ascending' },
				{ name: 'Descending', value: 'descending' },
			],
		},
		{
			displayName: 'Field',
			name: 'field',
			type: 'options',
			default: 'createdDate',
			options: [
				{ name: 'Created Date', value: 'createdDate' },
				{ name: 'Name', value: 'name' },
				{ name: 'Promotion End Time', value: 'promotionEndTime' },
				{ name: 'Status', value: 'status' },
			],
		},
	],
};

const FIELDS_FOR_MODEL = ['name', 'status', 'state', 'createdDate', 'promotionEndTime'];
const SIMPLIFIED_FIELDS = [...FIELDS_FOR_MODEL, 'promotionType'];
/** All documented fields of a listed promotion. */
export const PROMOTION_FIELDS = [
	...[...SIMPLIFIED_FIELDS, 'businessId', 'channelType', 'createdBy', 'targetSource', 'targetType'],
	...['flowId', 'flowName', 'promotionBase', 'attributionWindow'],
];

export function createPromotionItems(item: ItemContext, promotions: Promotion[]): OutputItem[] {
	const { accountId } = item.client;
	const output = readOutput(item, item.isTool ? FIELDS_FOR_MODEL : SIMPLIFIED_FIELDS);
	return promotions.map((promotion) => {
		if (output === 'raw') return { json: { ...renameErrorKey(promotion), accountId } };
		const picked = pickFields({ ...promotion, ...simplifyPromotion(promotion) }, output);
		return { json: { ...picked, promotionId: promotion.promotionId, accountId } };
	});
}

export async function queryPromotions(item: ItemContext): Promise<Promotion[]> {
	const { form } = item;
	let promotionsWithoutTime = 0;
	const matches = createPromotionFilter(form.collection('filters'), () => promotionsWithoutTime++);
	const sort = form.collection('sort');
	const order = { field: sort.choice('field') as SortField, direction: sort.choice('direction') as SortDirection };
	const limit = readLimit(item);
	const listed = await item.listPromotions();
	const matching = sortPromotions(listed.filter(matches), order);
	const found = cutToLimit(item, matching, limit);
	if (found.length === 0 && item.isTool) item.hintOnce(describeListed(listed));
	if (promotionsWithoutTime > 0) {
		item.hintOnce(
			`${counted(promotionsWithoutTime, 'promotion')} without a readable creation time left out. To get them, remove 'Created After' and 'Created Before'.`,
		);
	}
	return found;
}

/** For a model whose filters match no promotion. */
function describeListed(listed: Promotion[]): string {
	if (listed.length === 0) return 'This account has no promotions.';
	const newest = sortPromotions(listed, { field: 'createdDate', direction: 'descending' }).slice(0, 3);
	const names = newest.map(({ name, status }) => `"${shortened(plainText(name), 60)}" (${plainText(status)})`);
	return `None of the ${counted(listed.length, 'promotion')} of this account matches. The newest are ${names.join(', ')}.`;
}

export function createPromotionFilter(
	form: FormReader,
	countWithoutTime: () => void,
): (promotion: Promotion) => boolean {
	const state = form.has('state') ? form.choice('state') : undefined;
	const statusText = form.has('statusText') ? normalizeText(form.text('statusText')) : undefined;
	const nameContains = form.has('nameContains') ? normalizeText(form.text('nameContains')) : '';
	const created = readTimeSpan(form, 'createdAfter', 'createdBefore');
	return (promotion) => {
		if (state !== undefined && promotionState(promotion.status) !== state) return false;
		if (statusText !== undefined && normalizeText(promotion.status) !== statusText) return false;
		if (!normalizeText(promotion.name).includes(nameContains)) return false;
		if (created === undefined) return true;
		const ms = timestampMs(promotion.createdDate);
		if (ms === null) countWithoutTime();
		return ms !== null && ms >= created.fromMs && ms < created.toMs;
	};
}
