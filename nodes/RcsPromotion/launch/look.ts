import { isSuccess, readBody } from '../../service/answers';
import { clockOf } from '../../service/clock';
import { isUsableId } from '../../service/endpoints';
import { promotionName } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import type { Outcome, Promotion } from '../../service/types';
import { isListOrObject, leftoverIn } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { sameName, type LaunchMemory } from './memory';
import type { SentLaunch } from './types';

/** How deeply an ID may be nested in an answer. */
const DEEPEST = 6;

/**
 * The promotion ID from an answer whose format is not documented. Only the documented name counts: a plain `id` may belong to the
 * template, the request or anything else.
 */
export function answeredPromotionId(outcome: Outcome): string | undefined {
	if (outcome.kind !== 'answer' || !isSuccess(outcome)) return undefined;
	const [id, ...others] = new Set(idsIn(readBody(outcome).value, DEEPEST));
	return others.length === 0 ? id : undefined;
}

function idsIn(value: unknown, levels: number): string[] {
	if (!isListOrObject(value) || levels < 0) return [];
	return Object.entries(value).flatMap(([name, entry]) =>
		/^promotion[_-]?id$/i.test(name) ? asId(entry) : idsIn(entry, levels - 1),
	);
}

function asId(value: unknown): string[] {
	// A larger number was already rounded when the JSON was parsed, and might point to another promotion or none.
	const isExact = Number.isSafeInteger(value) && Number(value) > 0;
	const id = typeof value === 'string' ? value.trim() : isExact ? String(value) : '';
	return isUsableId(id) && leftoverIn(id) === undefined ? [id] : [];
}

export const named = (promotions: Promotion[], name: string): Promotion[] =>
	promotions.filter((promotion) => sameName(promotionName(promotion), name));

export interface Found {
	/** New promotions with this name that no other known launch explains. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** False if another of our launches has the same name and no known promotion ID, because the two cannot be told apart. */
	isSure: boolean;
}

/** Reads the list after each of these pauses (in ms) until it shows a new promotion with the launch's name. */
export async function look(
	{ client, context }: ItemContext,
	memory: LaunchMemory,
	sent: SentLaunch,
	delaysMs: readonly number[],
): Promise<Found> {
	const clock = clockOf(context);
	let couldRead = false;
	let newIds: string[] = [];
	for (const delay of delaysMs) {
		if (newIds.length > 0 || !(await clock.pause(delay))) break;
		const promotions = await client.promotions(ONCE).catch(() => undefined);
		couldRead ||= promotions !== undefined;
		// Asked each time, because the IDs of other launches may become known in the meantime.
		const known = [...sent.listedBefore, ...memory.othersLike(sent)];
		const ids = named(promotions ?? [], sent.promotionName).map(({ promotionId }) => promotionId);
		newIds = ids.filter((id) => !known.includes(id));
	}
	return { newIds, couldRead, isSure: memory.othersLike(sent).every((promotionId) => promotionId !== null) };
}
