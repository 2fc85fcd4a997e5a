import type { IDataObject } from 'n8n-workflow';
import { isSuccess, parseBody } from './answers';
import { hasFailure } from './judgement';
import { timestampIso, timestampMs } from './timestamps';
import type { Outcome, Promotion } from './types';
import {
	cutDepths,
	findLeftover,
	isListOrObject,
	isObject,
	isWellFormed,
	normalizeText,
	plainText,
	trimmed,
} from './values';

/** The ID in the trigger's samples if there is no completed promotion to show. No operation ever sends it. */
export const SAMPLE_PROMOTION_ID = 'sample';

/** What a status means to us. Any that the document does not name is active. Stopped is 'paused', because it is not over. */
export type PromotionState = 'active' | 'paused' | 'completed' | 'cancelled';

const STATE_OF_STATUS = new Map<string, PromotionState>([
	['completed', 'completed'],
	['cancelled', 'cancelled'],
	['canceled', 'cancelled'],
	['stopped', 'paused'],
]);

export const promotionState = (status: unknown): PromotionState =>
	STATE_OF_STATUS.get(normalizeText(status)) ?? 'active';

export const isOver = (status: unknown): boolean => ['completed', 'cancelled'].includes(promotionState(status));

/** What the service lists. */
export interface PromotionList {
	promotions: Promotion[];
	/** Of those without a usable ID, unless they were cancelled: they exist, but nothing can be asked or told of them. */
	namesWithoutId: string[];
}

/**
 * Reads a list answer, without the entries of other channels. Undefined if it is not a list, which must never be mistaken for an empty
 * one: no promotions at all, none beside an error, or only such without a usable ID.
 */
export function readPromotionList(value: unknown): PromotionList | undefined {
	if (!isObject(value) || !(Array.isArray(value.promotions) || value.promotions === null)) return undefined;
	const entries: unknown[] = (value.promotions ?? []).filter((entry) => !isOfOtherChannel(entry));
	const byId = new Map<string, Promotion>();
	const namesWithoutId: string[] = [];
	for (const entry of entries.filter(isObject)) {
		const promotionId = toUsableId(entry.promotionId);
		const earlier = byId.get(promotionId);
		// If a promotion is listed twice, the first entry counts, or the first that says that it is over.
		const isCounted = !earlier || (isOver(entry.status) && !isOver(earlier.status));
		if (promotionId === '' && promotionState(entry.status) !== 'cancelled') namesWithoutId.push(plainText(entry.name));
		if (promotionId !== '' && isCounted) byId.set(promotionId, { ...(entry as IDataObject), promotionId });
	}
	const isList = byId.size > 0 || (entries.length === 0 && !hasFailure(value));
	return isList ? { promotions: [...byId.values()], namesWithoutId } : undefined;
}

/** An account may hold campaigns of WhatsApp or SMS, too. One that does not name its channel is taken for ours. */
const isOfOtherChannel = (entry: unknown): boolean =>
	isObject(entry) && !['', 'rcs'].includes(normalizeText(entry.channelType));

/** An ID as text; empty if the value is none. A number too large to be exact could be the ID of another promotion. */
export function toUsableId(value: unknown): string {
	const isExact = Number.isSafeInteger(value) && Number(value) > 0;
	const id = isExact ? String(value) : trimmed(typeof value === 'string' ? value : '');
	// URLs drop the segments "." and ".." even if they are percent-encoded, which would lead to another path.
	const isUsable = id !== '.' && id !== '..' && isWellFormed(id) && findLeftover(id) === undefined;
	return isUsable ? id : '';
}

/** The IDs in a successful answer. */
export const findAnsweredIds = (outcome: Outcome): string[] => [
	...new Set(listAnsweredObjects(outcome).flatMap(listIds)),
];

/** What a successful answer says of this promotion. Undefined also if it gives two statuses, as one that repeats the request may. */
export function findAnswered(outcome: Outcome, promotionId: string): Record<string, unknown> | undefined {
	const all = listAnsweredObjects(outcome)
		.filter((entries) => listIds(entries).includes(promotionId))
		.map((entries): Record<string, unknown> => Object.fromEntries(entries));
	const [first = all[0], ...others] = all.filter(({ status }) => normalizeText(status) !== '');
	return others.some(({ status }) => normalizeText(status) !== normalizeText(first?.status)) ? undefined : first;
}

type Entries = Array<[name: string, value: unknown]>;

/** The answer and what it holds one level below, as its form is not documented; but for the template, which has an ID of its own. */
function listAnsweredObjects(outcome: Outcome): Entries[] {
	if (outcome.kind !== 'answer' || !isSuccess(outcome)) return [];
	const top = listEntries(parseBody(outcome).value);
	return [top, ...top.filter(([name]) => !/^template$/i.test(name)).map(([, value]) => listEntries(value))];
}

const listEntries = (value: unknown): Entries => (isListOrObject(value) ? Object.entries(value) : []);

/** Only the documented field counts: a plain `id` may be that of something else. */
const listIds = (entries: Entries): string[] =>
	entries
		.filter(([name]) => /^promotion[_-]?id$/i.test(name))
		.map(([, value]) => toUsableId(value))
		.filter((id) => id !== '');

export const promotionName = ({ name }: Promotion): string => plainText(name);

export const isSameName = (a: string, b: string) => normalizeText(a) === normalizeText(b);

export const findByName = (promotions: Promotion[], name: string): Promotion[] =>
	promotions.filter((promotion) => isSameName(promotionName(promotion), name));

/** A sorted copy. Those without a time of creation come last. */
export function newestFirst(promotions: Promotion[]): Promotion[] {
	const timed = promotions.map((promotion) => ({ promotion, ms: timestampMs(promotion.createdDate) ?? -Infinity }));
	return timed.sort((a, b) => (a.ms === b.ms ? 0 : b.ms - a.ms)).map(({ promotion }) => promotion);
}

/** The most useful fields, each always of the same type, whatever the service sent. */
export function simplifyPromotion(promotion: Promotion): IDataObject {
	const text = (value: unknown) => (typeof value === 'string' ? value : plainText(value) || null);
	return {
		name: text(promotion.name),
		status: text(promotion.status),
		state: normalizeText(promotion.status) === '' ? null : promotionState(promotion.status),
		createdDate: timestampIso(promotion.createdDate),
		promotionEndTime: timestampIso(promotion.promotionEndTime),
		promotionType: text(promotion.promotionType),
		promotionId: promotion.promotionId,
	};
}

/** What the service sent, as it is, but for what n8n could not take: it treats an item with a top-level "error" as failed. */
export function toRawJson({ error, ...others }: IDataObject): IDataObject {
	const renamed = error === undefined ? others : { ...others, serviceError: error };
	return cutDepths(renamed) as IDataObject;
}
