import { COUNTERS, type Counters } from '../service/statistics';
import { promotionState } from '../service/status';
import { shortened, type Known, type Ordinals } from './record';
import { EVENTS, type EventName } from './settings';

/** Plain JSON, a fraction of the size that named fields would have; n8n writes all of them at every event. */
export type EncodedRecord = Array<string | number>;

/** Also the most that a record with an id of 36 characters takes. */
const LARGEST_RECORD_BYTES = 260;
export const LONGEST_NAME_BYTES = 60;

const FRESH = 1;
const LIVELY = 2;
const STALLED = 4;
const SETTLED = 8;
const LEFT = 16;
const QUIET_READS = 32;
const SAME_EMITTED = '=';
const BETWEEN = '.';
const AS_WRITTEN = '~';
const NONE = '';

export function encodeRecord(known: Known, thresholdKeys: readonly string[]): EncodedRecord {
	const flags =
		(known.fresh ? FRESH : 0) +
		(known.lively ? LIVELY : 0) +
		(known.stalled ? STALLED : 0) +
		(known.settled ? SETTLED : 0) +
		(known.left ? LEFT : 0) +
		known.quietReads * QUIET_READS;
	const counters = encodeCounters(known.counters);
	const emitted = encodeCounters(known.emitted);
	const record: EncodedRecord = [
		known.promotionId,
		shortened(known.name, LONGEST_NAME_BYTES),
		known.status ?? NONE,
		flags,
		counters,
		emitted !== NONE && emitted === counters ? SAME_EMITTED : emitted,
		encodeTime(known.createdAt),
		encodeTime(known.movedAt),
		encodeTime(known.completedAt),
		encodeOrdinals(known.ordinals),
		thresholdKeys.map((key) => (known.crossed.has(key) ? '1' : '0')).join(''),
		known.absence,
	];
	const excess = Buffer.byteLength(JSON.stringify(record)) - LARGEST_RECORD_BYTES;
	if (excess > 0) record[1] = shortened(known.name, Math.max(0, Buffer.byteLength(String(record[1])) - excess));
	return record;
}

export function decodeRecord(record: EncodedRecord, thresholdKeys: readonly string[]): Known {
	const flags = Number(record[3]);
	const text = (index: number) => String(record[index] ?? NONE);
	const counters = decodeCounters(text(4));
	const status = text(2);
	return {
		promotionId: text(0),
		name: text(1),
		status,
		state: promotionState(status),
		createdAt: decodeTime(text(6)),
		counters,
		emitted: text(5) === SAME_EMITTED ? counters : decodeCounters(text(5)),
		fresh: (flags & FRESH) !== 0,
		lively: (flags & LIVELY) !== 0,
		stalled: (flags & STALLED) !== 0,
		settled: (flags & SETTLED) !== 0,
		quietReads: Math.floor(flags / QUIET_READS),
		movedAt: decodeTime(text(7)) ?? 0,
		completedAt: decodeTime(text(8)),
		ordinals: decodeOrdinals(text(9)),
		crossed: new Set(thresholdKeys.filter((_, index) => text(10)[index] === '1')),
		absence: Number(record[11]),
		left: (flags & LEFT) !== 0,
	};
}

export function encodeCounters(counters: Counters | null): string {
	return counters === null ? NONE : COUNTERS.map((counter) => encodeNumber(counters[counter])).join(BETWEEN);
}

export function decodeCounters(text: string): Counters | null {
	if (text === NONE) return null;
	const values = text.split(BETWEEN).map(decodeNumber);
	return Object.fromEntries(COUNTERS.map((counter, index) => [counter, values[index] ?? 0])) as Counters;
}

/** Base 36 gives back safe integers only; whatever else a service may count is kept as it would be written down. */
const encodeNumber = (value: number): string =>
	Number.isSafeInteger(value) ? value.toString(36) : AS_WRITTEN + String(value).replace('.', ',');

const decodeNumber = (text: string): number =>
	text.startsWith(AS_WRITTEN) ? Number(text.slice(1).replace(',', '.')) : parseInt(text, 36);

const encodeTime = (time: number | null): string => (time === null ? NONE : Math.ceil(time).toString(36));
const decodeTime = (text: string): number | null => (text === NONE ? null : parseInt(text, 36));

/** One letter for each event; saved in states, so an event keeps its letter. */
const LETTERS = 'csdxyntpqr';

export const letterOf = (event: EventName): string => LETTERS.charAt(EVENTS.indexOf(event));
export const eventOf = (letter: string): EventName | undefined => EVENTS[LETTERS.indexOf(letter)];

function encodeOrdinals({ base, counts }: Ordinals): string {
	const parts = EVENTS.flatMap((event) => {
		const count = counts[event] ?? 0;
		return count > base ? [`${letterOf(event)}${count}`] : [];
	});
	return (base > 0 ? String(base) : '') + parts.join('');
}

function decodeOrdinals(text: string): Ordinals {
	const counts: Ordinals['counts'] = {};
	for (const [, letter, count] of text.matchAll(/([a-z])(\d+)/g)) {
		const event = eventOf(letter as string);
		if (event) counts[event] = Number(count);
	}
	return { base: Number(/^\d*/.exec(text)?.[0] ?? 0), counts };
}
