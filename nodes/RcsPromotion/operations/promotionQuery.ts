import type { INodeProperties } from 'n8n-workflow';
import type { FormReader } from '../../service/formReader';
import {
	promotionItem,
	promotionState,
	sorted,
	type PromotionState,
	type SortDirection,
	type SortField,
} from '../../service/promotions';
import { timestampMs } from '../../service/timestamps';
import type { Promotion } from '../../service/types';
import { comparable } from '../../service/values';
import { limitOf } from './sharedFields';
import type { ItemContext } from '../itemContext';
import type { OutputItem } from './operation';
import { outputOf, picked } from './output';

/** Which promotions a list operation is about. */
export const promotionFiltersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			description: 'Only promotions created at this time or later, in the time zone of the workflow',
		},
		{
			displayName: 'Created Before',
			name: 'createdBefore',
			type: 'dateTime',
			default: '',
			description: 'Only promotions created before this time, in the time zone of the workflow',
		},
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
	],
};

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

/** All that the document names of a listed promotion, and the times as ISO text. */
export const PROMOTION_FIELDS = [
	...['name', 'status', 'state', 'createdDate', 'createdDateIso', 'promotionEndTime', 'promotionEndTimeIso'],
	...['promotionType', 'businessId', 'channelType', 'createdBy', 'targetSource', 'targetType', 'flowId', 'flowName'],
	...['promotionBase', 'attributionWindow'],
];

export function promotionItems(item: ItemContext, promotions: Promotion[]): OutputItem[] {
	const { accountId } = item.client;
	const output = outputOf(item);
	return promotions.map((promotion) => {
		const raw = output.mode === 'simplified' ? {} : promotionItem(accountId, promotion, false);
		const simplified = output.mode === 'raw' ? {} : promotionItem(accountId, promotion, true);
		return { json: picked({ ...raw, ...simplified }, output) };
	});
}

/** Tells, too, of entries that nothing can be done with. */
export async function listedPromotions(item: ItemContext): Promise<Promotion[]> {
	const { promotions, withoutId } = await item.listed();
	if (withoutId > 0) {
		const entries = withoutId === 1 ? '1 entry' : `${withoutId} entries`;
		item.hintOnce(
			`The service lists ${entries} without a usable promotion ID. They cannot be used, so they are left out.`,
		);
	}
	return promotions;
}

export async function queryPromotions(item: ItemContext): Promise<{ promotions: Promotion[]; note?: string }> {
	const { form } = item;
	const filters = filtersOf(form.collection('filters'));
	const sort = form.collection('sort');
	const order = { field: sort.choice('field') as SortField, direction: sort.choice('direction') as SortDirection };
	const { most, noteAtLimit } = limitOf(item, 'Use filters.');
	const found = sorted(matching(await listedPromotions(item), filters), order);
	return { promotions: found.slice(0, most), ...(found.length > most ? { note: noteAtLimit } : {}) };
}

/** The note stands below the rows. */
export const withNote = (rows: OutputItem[], note?: string): OutputItem[] =>
	note === undefined ? rows : [...rows, { json: { note } }];

interface PromotionFilters {
	state?: PromotionState;
	statusText?: string;
	nameContains?: string;
	createdAfterMs?: number;
	createdBeforeMs?: number;
}

export function matching(promotions: Promotion[], filters: PromotionFilters): Promotion[] {
	const { state, createdAfterMs, createdBeforeMs } = filters;
	const statusText = comparable(filters.statusText);
	const nameContains = comparable(filters.nameContains);
	return promotions.filter((promotion) => {
		if (state && promotionState(promotion.status) !== state) return false;
		if (statusText !== '' && comparable(promotion.status) !== statusText) return false;
		if (nameContains !== '' && !comparable(promotion.name).includes(nameContains)) return false;
		if (createdAfterMs === undefined && createdBeforeMs === undefined) return true;
		const created = timestampMs(promotion.createdDate);
		if (created === null) return false;
		return created >= (createdAfterMs ?? -Infinity) && created < (createdBeforeMs ?? Infinity);
	});
}

/** A filter that was added and is empty is refused: what an expression did not find must not select everything. */
function filtersOf(form: FormReader): PromotionFilters {
	const filters = {
		...(form.has('state') ? { state: form.choice('state') as PromotionState } : {}),
		...(form.has('statusText') ? { statusText: form.text('statusText') } : {}),
		...(form.has('nameContains') ? { nameContains: form.text('nameContains') } : {}),
		...(form.has('createdAfter') ? { createdAfterMs: form.moment('createdAfter') } : {}),
		...(form.has('createdBefore') ? { createdBeforeMs: form.moment('createdBefore') } : {}),
	};
	const { createdAfterMs = -Infinity, createdBeforeMs = Infinity } = filters;
	if (createdAfterMs < createdBeforeMs) return filters;
	return form.refuse('createdBefore', "is not later than 'Created After'", 'Nothing can match. Change one of the two.');
}
