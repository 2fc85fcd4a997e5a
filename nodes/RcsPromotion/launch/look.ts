import { isSuccess, readBody } from '../../service/answers';
import { clockOf } from '../../service/clock';
import { isUsableId } from '../../service/endpoints';
import { promotionName } from '../../service/promotions';
import { ONCE } from '../../service/retry';
import type { Outcome, Promotion } from '../../service/types';
import { isListOrObject, leftoverIn } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { sameName, type Launching, type LaunchMemory } from './memory';

/** How deep an ID may stand in an answer. */
const DEEPEST = 6;

/**
 * The promotion ID out of an answer whose form is not documented: the one that stands there under the name that the document uses for it. A
 * bare `id` may be that of the template, of the request or of anything else.
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
	// A longer number was already rounded when the answer was read, and would name another promotion or none.
	const isExact = Number.isSafeInteger(value) && Number(value) > 0;
	const id = typeof value === 'string' ? value.trim() : isExact ? String(value) : '';
	return isUsableId(id) && leftoverIn(id) === undefined ? [id] : [];
}

export const named = (promotions: Promotion[], name: string): Promotion[] =>
	promotions.filter((promotion) => sameName(promotionName(promotion), name));

export interface Found {
	/** The IDs of promotions with this name that nothing else explains. */
	newIds: string[];
	/** Whether the list could be read at least once. */
	couldRead: boolean;
	/** Not if another launch of ours has the same name and no known promotion: the two cannot be told apart. */
	isSure: boolean;
}

/** Reads the list after each of these waits, in ms, until it shows a new promotion with the name of the launch. */
export async function look(
	{ client, context }: ItemContext,
	memory: LaunchMemory,
	sent: Launching,
	delaysMs: readonly number[],
): Promise<Found> {
	const clock = clockOf(context);
	let couldRead = false;
	let newIds: string[] = [];
	for (const delay of delaysMs) {
		if (newIds.length > 0 || !(await clock.pause(delay))) break;
		const promotions = await client.promotions(ONCE).catch(() => undefined);
		couldRead ||= promotions !== undefined;
		// Asked anew each time, as the others become known meanwhile.
		const known = [...sent.listedBefore, ...memory.othersLike(sent)];
		const ids = named(promotions ?? [], sent.promotionName).map(({ promotionId }) => promotionId);
		newIds = ids.filter((id) => !known.includes(id));
	}
	return { newIds, couldRead, isSure: memory.othersLike(sent).every((promotionId) => promotionId !== null) };
}
