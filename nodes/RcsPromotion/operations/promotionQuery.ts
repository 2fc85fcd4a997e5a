import type { IDataObject } from 'n8n-workflow';
import { filtersField } from '../../form/formFields';
import { newestFirst, promotionState, simplifyPromotion, toRawJson } from '../../service/promotions';
import { timestampMs } from '../../service/timestamps';
import type { Promotion } from '../../service/types';
import { counted, normalizeText, plainText, shortened } from '../../service/values';
import type { ItemContext } from '../itemContext';
import type { OutputItem } from './operation';
import { pickFields, readOutput } from './outputMode';
import { cutToLimit, readLimit } from './sharedFields';

/** The filters that select promotions in a list operation. What else there is to filter by, n8n's Filter node does. */
export const promotionFiltersField = filtersField([
	{
		displayName: 'Created After',
		name: 'createdAfter',
		type: 'dateTime',
		default: '',
		description:
			'Only promotions created at this time or later, in the time zone of the workflow. Written 2026-03-31 or 2026-03-31T18:00:00.',
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
]);

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
		if (output === 'raw') return { json: { ...toRawJson(promotion), accountId } };
		const all: IDataObject = { ...promotion, ...simplifyPromotion(promotion) };
		return { json: { ...pickFields(all, output), promotionId: promotion.promotionId, accountId } };
	});
}

export async function queryPromotions(item: ItemContext): Promise<Promotion[]> {
	const form = item.form.collection('filters');
	const state = form.has('state') ? form.choice('state') : undefined;
	const nameContains = form.has('nameContains') ? normalizeText(form.text('nameContains')) : '';
	const createdAfterMs = form.has('createdAfter') ? form.moment('createdAfter') : undefined;
	let withoutTime = 0;
	const isWanted = ({ status, name, createdDate }: Promotion) => {
		if (state !== undefined && promotionState(status) !== state) return false;
		if (!normalizeText(name).includes(nameContains)) return false;
		if (createdAfterMs === undefined) return true;
		const ms = timestampMs(createdDate);
		if (ms === null) withoutTime++;
		return ms !== null && ms >= createdAfterMs;
	};
	const limit = readLimit(item);
	const listed = await item.listPromotions();
	const found = cutToLimit(item, newestFirst(listed.filter(isWanted)), limit);
	if (found.length === 0 && item.isTool) item.hintOnce(describeListed(listed));
	if (withoutTime > 0) {
		item.hintOnce(
			`${counted(withoutTime, 'promotion')} without a readable creation time left out. To get them, remove 'Created After'.`,
		);
	}
	return found;
}

/** For a model whose filters match no promotion. */
function describeListed(listed: Promotion[]): string {
	if (listed.length === 0) return 'This account has no promotions.';
	const newest = newestFirst(listed).slice(0, 3);
	const names = newest.map(({ name, status }) => `"${shortened(plainText(name), 60)}" (${plainText(status)})`);
	return `None of the ${counted(listed.length, 'promotion')} of this account matches. The newest are ${names.join(', ')}.`;
}
