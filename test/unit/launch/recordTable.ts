/** n8n's table of what a node has seen, as the record of launches uses it. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LaunchRecord } from '../../../nodes/RcsPromotion/launch/launchRecord';

let places = 0;

/**
 * What n8n's table does, without n8n: a call reads the whole row, and writes it back in a later turn. Where it found none it adds one,
 * which the database refuses when another process was quicker.
 */
export function table() {
	/** From some call on nothing can be recorded any more, but still removed. */
	const store = { exists: false, rows: [] as string[], mostAsked: 0, failsAfter: Infinity };
	const helpers = {
		async checkProcessedAndRecord(items: unknown[], _scope: string, { maxEntries = Infinity }) {
			store.mostAsked = Math.max(store.mostAsked, items.length);
			if (store.failsAfter-- <= 0) throw new Error('database is locked');
			const { exists } = store;
			const rows = [...store.rows];
			await nextTurn();
			if (!exists && store.exists) throw new Error('duplicate key value violates unique constraint');
			store.exists = true;
			const known = new Set(rows);
			const added = items.map(String).filter((text) => !known.has(text));
			store.rows = [...rows, ...added];
			store.rows.splice(0, Math.max(0, store.rows.length - maxEntries));
			return { new: added, processed: [] };
		},
		async removeProcessed(items: unknown[]) {
			store.mostAsked = Math.max(store.mostAsked, items.length);
			const rows = [...store.rows];
			await nextTurn();
			store.rows = rows.filter((row) => !items.includes(row));
		},
	};
	const place = `node ${(places += 1)}`;
	/** A launch to these people, which stand for a list. */
	const launchOf = (id: string, people: readonly string[]) => {
		const context = { helpers, getWorkflow: () => ({ id }), getNode: () => ({ id: 'node' }) };
		const record = new LaunchRecord(context as never, people);
		return {
			reserve: async (now: number, asks = true) => await record.countAndRecord(now, asks, true),
			look: async (now: number) => await record.countAndRecord(now, true, false),
			confirm: async () => await record.recordAgain(),
			withdraw: async () => await record.withdraw(),
		};
	};
	return {
		store,
		marks: () => [...store.rows].sort(),
		to: (...people: string[]) => launchOf(place, people),
		/** As another n8n process has it, which cannot wait for this one. */
		elsewhere: (...people: string[]) => launchOf(`${place} elsewhere`, people),
		/** Other launches, as so many marks. */
		fill: (count: number) => store.rows.push(...Array.from({ length: count }, (_, index) => `filler ${index}`)),
		/** As n8n stores it: the MD5 of each mark in Base64. */
		bytes: () => JSON.stringify(store.rows.map((mark) => createHash('md5').update(mark).digest('base64'))).length,
	};
}
