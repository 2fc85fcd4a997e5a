/** n8n's table of what a node has seen, as the record of launches uses it. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LaunchRecord } from '../../../nodes/RcsPromotion/launch/launchRecord';

export let places = 0;

/** A launch to these people, which stand for a list. */
export const launchOf = (helpers: object, place: string, people: readonly string[]) => {
	const context = { helpers, getWorkflow: () => ({ id: place }), getNode: () => ({ id: 'node' }) };
	const record = new LaunchRecord(context as never, people);
	return {
		reserve: async (now: number, refusesRepeats = true) => await record.countAndRecord(now, refusesRepeats, true),
		look: async (now: number) => await record.countAndRecord(now, true, false),
		confirm: async () => await record.recordAgain(),
		withdraw: async () => await record.withdraw(),
	};
};

/** As n8n stores it: the MD5 of each mark in Base64. */
export const sizeOf = (marks: readonly string[]): number =>
	JSON.stringify({ mode: 'entries', data: marks.map((mark) => createHash('md5').update(mark).digest('base64')) })
		.length;

/**
 * What n8n's table does, without n8n: a call reads the whole row, and writes it back in a later turn. Where it found none it adds one,
 * which the database refuses when another process was quicker.
 */
export function table() {
	/** What was written counts in bytes, each time the whole row. */
	const store = { exists: false, rows: [] as string[], mostAsked: 0, failsAfter: Infinity, writes: 0, bytesWritten: 0 };
	const write = (rows: string[]) => {
		store.rows = rows;
		store.writes++;
		store.bytesWritten += sizeOf(rows);
	};
	/** From some call on nothing can be recorded any more, but still removed. */
	const mayFail = () => {
		store.failsAfter--;
		if (store.failsAfter < 0) throw new Error('database is locked');
	};
	const helpers = {
		async checkProcessedAndRecord(items: unknown[], _scope: string, { maxEntries }: { maxEntries?: number }) {
			store.mostAsked = Math.max(store.mostAsked, items.length);
			mayFail();
			const { exists } = store;
			const rows = [...store.rows];
			await nextTurn();
			if (!exists && store.exists) throw new Error('duplicate key value violates unique constraint');
			store.exists = true;
			const texts = items.map(String);
			const known = new Set(rows);
			const added = texts.filter((text) => !known.has(text));
			rows.push(...added);
			if (maxEntries !== undefined) rows.splice(0, Math.max(0, rows.length - maxEntries));
			write(rows);
			return { new: added, processed: texts.filter((text) => known.has(text)) };
		},
		async removeProcessed(items: unknown[]) {
			store.mostAsked = Math.max(store.mostAsked, items.length);
			const rows = [...store.rows];
			await nextTurn();
			for (const item of items) {
				const index = rows.indexOf(String(item));
				if (index >= 0) rows.splice(index, 1);
			}
			write(rows);
		},
	};
	const marks = () => [...store.rows].sort();
	const place = `node ${(places += 1)}`;
	const to = (...people: string[]) => launchOf(helpers, place, people);
	/** As another n8n process has it, which cannot wait for this one. */
	const elsewhere = (...people: string[]) => launchOf(helpers, `${place} elsewhere`, people);
	return { store, marks, to, elsewhere };
}
