/** Compares what was delivered with what had to be. */
import type { IDataObject } from 'n8n-workflow';
import { modelledEvents } from './form';
import type { Execution } from './host';
import type { Expected } from './oracle';
import { change, changesText, shown } from './story';
import type { Counted } from './world';

const REPEATED_WITHIN_MS = 15 * 60_000;

interface Delivery {
	/** At which poll. */
	turn: number;
	item: IDataObject;
	/** It came first in a repetition: what carried it before was lost. */
	late: boolean;
}

/**
 * Each event as often as it happened, and at the poll at which it happened: never before, and later only as the repetition
 * of what a dying process lost.
 */
export function compare(executions: readonly Execution[], expected: readonly Expected[], clockWentBack: boolean): void {
	for (const { items } of executions) expectOrder(items.filter(({ redelivered }) => redelivered === undefined));
	const wanted = groupedBy(expected, ({ id, event, what }) => `${id} ${event} ${what}`);
	const delivered = groupedBy(firstDeliveries(executions), ({ item }) => keyOf(item));
	for (const key of new Set([...delivered.keys(), ...wanted.keys()])) {
		const [due = [], got = []] = [wanted.get(key), delivered.get(key)];
		if (due.length !== got.length) {
			throw new Error(`${key}: happened ${due.length} times, told under ${got.length} ids`);
		}
		got.sort((a, b) => a.turn - b.turn);
		got.forEach(({ turn, late, item }, index) => {
			const one = due[index] as Expected;
			if (late ? turn < one.turn : turn !== one.turn)
				throw new Error(`${key}: happened at poll ${one.turn}, told at poll ${turn}`);
			const counted = item.statistics as unknown as Counted | null;
			const figures = item.statisticsStale ? (item.statisticsError ? 'stale, and why' : 'stale') : 'current';
			const [told, due_] = [`${shown(counted)}, ${figures}`, `${one.shows}, ${one.figures}`];
			if (!late && told !== due_) throw new Error(`${key}: shows ${told}, and not ${due_}`);
			if (!late) expectRates(item, counted);
		});
	}
	expectRepeats(executions, expected, clockWentBack);
}

/** A rate of a counter that was never sent is none. */
function expectRates({ rates }: IDataObject, counted: Counted | null): void {
	const { attempted = null, failed = null } = counted ?? {};
	const rate = attempted === null || failed === null || attempted === 0 ? null : (100 * failed) / attempted;
	const told = (rates as IDataObject | null)?.failureRate ?? null;
	if (told !== rate) throw new Error(`A failure rate of ${String(told)} of ${shown(counted)}`);
}

/** Once more by each process that takes it up within 15 minutes of the first time, and never twice by the same. */
function expectRepeats(executions: readonly Execution[], expected: readonly Expected[], clockWentBack: boolean): void {
	const firstAt = new Map<string, number>();
	for (const { id, event, what, at } of expected) {
		const key = `${id} ${event} ${what}`;
		firstAt.set(key, Math.max(at, firstAt.get(key) ?? 0));
	}
	const repeated = new Set<string>();
	for (const { items, process, takenUpAt } of executions) {
		for (const item of items.filter(({ redelivered }) => redelivered)) {
			const repeat = `${process} ${String(item.eventId)}`;
			if (!clockWentBack && repeated.has(repeat)) throw new Error(`${keyOf(item)}: repeated twice by one process`);
			repeated.add(repeat);
			const off = takenUpAt - (firstAt.get(keyOf(item)) ?? Infinity);
			if (!clockWentBack && off > REPEATED_WITHIN_MS)
				throw new Error(`${keyOf(item)}: repeated ${off / 60_000} minutes later`);
		}
	}
}

function firstDeliveries(executions: readonly Execution[]): Delivery[] {
	const byId = new Map<unknown, Delivery>();
	for (const { turn, items } of executions) {
		for (const { redelivered, ...item } of items) {
			const earlier = byId.get(item.eventId);
			if (!earlier) byId.set(item.eventId, { turn, item, late: redelivered === true });
			else if (keyOf(earlier.item) !== keyOf(item)) {
				throw new Error(`One id for two events: ${keyOf(earlier.item)} and ${keyOf(item)}`);
			}
		}
	}
	return [...byId.values()];
}

function keyOf(item: IDataObject): string {
	const { event, promotionId, previousStatus, status, finalBecause, stalledSince } = item;
	const threshold = item.threshold as { direction: string; percent: number } | undefined;
	const what: Record<string, () => string> = {
		finalFiguresReady: () => String(finalBecause),
		stalled: () => String(stalledSince),
		thresholdCrossed: () => `${threshold?.direction} ${threshold?.percent}`,
		countersChanged() {
			const changes = item.changes as Record<string, { from: number; to: number }>;
			const side = (name: 'from' | 'to') =>
				Object.fromEntries(Object.entries(changes).map(([counter, one]) => [counter, one[name]]));
			return changesText(side('from'), side('to'));
		},
	};
	const text = what[String(event)]?.() ?? change(previousStatus as string | null, String(status));
	return `${String(promotionId)} ${String(event)} ${text}`;
}

function groupedBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
	return groups;
}

function expectOrder(items: readonly IDataObject[]): void {
	const last = new Map<unknown, number>();
	for (const { promotionId, event } of items) {
		const place = modelledEvents.indexOf(String(event));
		if (place < (last.get(promotionId) ?? 0)) throw new Error(`${String(promotionId)} ${String(event)} comes too late`);
		last.set(promotionId, place);
	}
}
