import type { Answered, Seen } from './exchange';
import { describeAnswer, jsonOf } from './forms';
import type { Meeting } from './meeting';
import { isSuccess } from './nodesView';

/** A list answer, read as tolerantly as possible. */
export interface Listing {
	answer: Answered;
	entries: Entry[];
	/** Whether the entries stand where the document says. */
	isDocumented: boolean;
}

export interface Entry {
	promotionId: string;
	fields: Record<string, unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text says why there is none. */
export function listingOf(seen: Seen, meeting: Meeting): Listing | string {
	if (seen.kind === 'none') return `the service ${seen.why}`;
	const { status } = seen;
	if (status >= 300 && status < 400) return `the service redirected (HTTP ${status})`;
	const said = `the service answered with ${describeAnswer(seen, meeting.hide)}`;
	if (status === 401 || status === 403) return `${said}: check RCS_API_KEY and RCS_ACCOUNT_ID`;
	if (!isSuccess(seen)) return said;
	const value = jsonOf(seen);
	const documented = isObject(value) ? value.promotions : undefined;
	const list = Array.isArray(documented) ? documented : firstListIn(value);
	if (list === undefined) return `${said}, which holds no list`;
	const entries = list.filter(isObject).map((fields) => ({ promotionId: idOf(fields), fields }));
	return {
		answer: seen,
		entries: entries.filter(({ promotionId }) => promotionId !== ''),
		isDocumented: list === documented,
	};
}

function firstListIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return isObject(value) ? Object.values(value).find((one) => Array.isArray(one)) : undefined;
}

function idOf(fields: Record<string, unknown>): string {
	const id = fields.promotionId ?? fields.promotion_id ?? fields.id;
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}

const UNITS = [
	['s', 1000, 'seconds'],
	['ms', 1, 'milliseconds'],
	['us', 0.001, 'microseconds'],
	['ns', 0.000_001, 'nanoseconds'],
] as const;
export type Unit = (typeof UNITS)[number][0];
const PLAUSIBLE = [Date.UTC(2005, 0), Date.UTC(2100, 0)] as const;

/** The unit in which a number is a time of this century; undefined if there is none. */
export function unitOf(value: unknown): { unit: Unit; name: string; ms: number } | undefined {
	if (typeof value !== 'number') return undefined;
	for (const [unit, factor, name] of UNITS) {
		const ms = value * factor;
		if (ms >= PLAUSIBLE[0] && ms < PLAUSIBLE[1]) return { unit, name, ms };
	}
	return undefined;
}

/** For sorting; undefined if it is no time. */
export function timeOf({ fields }: Entry): number | undefined {
	const { createdDate } = fields;
	if (typeof createdDate === 'string') return Date.parse(createdDate) || unitOf(Number(createdDate))?.ms;
	return unitOf(createdDate)?.ms;
}
