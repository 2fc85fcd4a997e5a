import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { matching, sorted, type PromotionFilters, type PromotionSort } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { limitOf } from './fields';
import type { OperationRun } from './operation';

/** Which promotions a list operation is about, in which order: the fields, and what they select. */
export const promotionQueryFields: INodeProperties[] = [
	{
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
					{ name: 'Paused (Stopped)', value: 'paused' },
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
	},
	{
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
	},
];

const DEFAULT_SORT: PromotionSort = { field: 'createdDate', direction: 'descending' };

/** One list request serves all items of a run, whatever each of them selects from it. */
export async function queryPromotions(run: OperationRun, itemIndex: number): Promise<Promotion[]> {
	const { context, client, shared } = run;
	const filters = filtersOf(context, itemIndex);
	const sort = { ...DEFAULT_SORT, ...(context.getNodeParameter('sort', itemIndex, {}) as Partial<PromotionSort>) };
	const limit = limitOf(context, itemIndex);
	const all = await shared.once('promotions', async () => await client.promotions(itemIndex));
	return sorted(matching(all, filters), sort).slice(0, limit);
}

function filtersOf(context: IExecuteFunctions, itemIndex: number): PromotionFilters {
	const { createdAfter, createdBefore, ...texts } = context.getNodeParameter('filters', itemIndex, {});
	return {
		...(texts as PromotionFilters),
		createdAfterMs: momentOf(context, createdAfter, 'Created After', itemIndex),
		createdBeforeMs: momentOf(context, createdBefore, 'Created Before', itemIndex),
	};
}

/** A date field holds ISO text, or a luxon value when it comes from an expression. */
export function momentOf(
	context: IExecuteFunctions,
	value: unknown,
	field: string,
	itemIndex: number,
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const moment = parsedMoment(value, context.getTimezone());
	if (moment?.isValid) return moment.toMillis();
	throw new NodeOperationError(context.getNode(), `${field} is not a date`, {
		itemIndex,
		description: 'Pick a date, or give it as in 2026-03-31 or 2026-03-31T18:00:00.',
	});
}

function parsedMoment(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	// A luxon object of another copy of the library, as expressions may return it, prints itself as ISO text.
	const text = String(value).trim();
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}
