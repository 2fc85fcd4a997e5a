/** Compares what was delivered with what had to be. */
import type { IDataObject } from 'n8n-workflow';
import type { Execution } from './host';
import { keyOf } from './keys';
import { modelledEvents } from './form';

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
export function compare(executions: readonly Execution[], expected: ReadonlyMap<string, readonly number[]>): void {
	for (const { items } of executions) expectOrder(items.filter(({ redelivered }) => redelivered === undefined));
	const delivered = new Map<string, Delivery[]>();
	for (const delivery of firstDeliveries(executions)) {
		const key = keyOf(delivery.item);
		delivered.set(key, [...(delivered.get(key) ?? []), delivery]);
	}
	for (const key of new Set([...delivered.keys(), ...expected.keys()])) {
		const wanted = expected.get(key) ?? [];
		const got = (delivered.get(key) ?? []).sort((a, b) => a.turn - b.turn);
		if (wanted.length !== got.length) {
			throw new Error(`${key}: happened ${wanted.length} times, told under ${got.length} ids`);
		}
		got.forEach(({ turn, late }, index) => {
			const happened = wanted[index] as number;
			if (late ? turn >= happened : turn === happened) return;
			throw new Error(`${key}: happened at poll ${happened}, told at poll ${turn}`);
		});
	}
}

function firstDeliveries(executions: readonly Execution[]): Delivery[] {
	const byId = new Map<unknown, Delivery>();
	for (const { turn, items } of executions) {
		for (const { redelivered, ...item } of items) {
			const earlier = byId.get(item.eventId);
			if (!earlier) byId.set(item.eventId, { turn, item, late: redelivered === true });
			else if (JSON.stringify(earlier.item) !== JSON.stringify(item)) {
				throw new Error(`One id for two events: ${JSON.stringify(earlier.item)} and ${JSON.stringify(item)}`);
			}
		}
	}
	return [...byId.values()];
}

function expectOrder(items: readonly IDataObject[]): void {
	const last = new Map<unknown, number>();
	for (const { promotionId, event } of items) {
		const place = modelledEvents.indexOf(String(event));
		if (place < (last.get(promotionId) ?? 0)) throw new Error(`${String(promotionId)} ${String(event)} comes too late`);
		last.set(promotionId, place);
	}
}
