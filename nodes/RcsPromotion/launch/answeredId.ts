import { isSuccess, readBody } from '../../service/answers';
import { isUsableId } from '../../service/endpoints';
import type { Outcome } from '../../service/types';
import { isObject } from '../../service/values';

const DEEPEST = 6;

/**
 * The promotion ID out of an answer whose form is not documented. Only the name that the document uses for it counts: a bare `id`
 * may be that of the template, of the request or of anything else.
 */
export function answeredPromotionId(outcome: Outcome): string | undefined {
	if (outcome.kind !== 'answer' || !isSuccess(outcome)) return undefined;
	return idIn(readBody(outcome).value, 0);
}

function idIn(value: unknown, depth: number): string | undefined {
	if (depth > DEEPEST) return undefined;
	if (Array.isArray(value)) return value.length === 1 ? idIn(value[0], depth + 1) : undefined;
	if (!isObject(value)) return undefined;
	for (const [key, entry] of Object.entries(value)) {
		if (key.toLowerCase().replace(/[_-]/g, '') !== 'promotionid') continue;
		const id = asId(entry);
		if (id !== undefined) return id;
	}
	for (const entry of Object.values(value)) {
		const id = idIn(entry, depth + 1);
		if (id !== undefined) return id;
	}
	return undefined;
}

function asId(value: unknown): string | undefined {
	// A longer number was already rounded when the answer was read, and would name another promotion or none.
	const id = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
	return isUsableId(id) && !/^(0|-\d+|null|undefined|none|nan)$/i.test(id) ? id : undefined;
}
