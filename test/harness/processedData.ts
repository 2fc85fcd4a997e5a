/**
 * A model of n8n's table `processed_data`, on which `checkProcessedAndRecord` and its kin work (the real one is in the n8n package).
 * It outlives executions and, handed to a second Engine, a restart. As in n8n a row is read and written back
 * with an await between, so that two executions at once can overwrite each other here too.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

const hash = (item: DeduplicationItemTypes) => createHash('md5').update(item.toString()).digest('base64');

function rowKey(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
}

export class ProcessedData implements IDataDeduplicator {
	private readonly rows = new Map<string, string[]>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const row = await this.read(scope, context, options);
		const known = new Set(row);
		const isKnown = (item: DeduplicationItemTypes) => known.has(hash(item));
		const added = items.filter((item) => !isKnown(item));
		const after = [...row, ...added.map(hash)];
		this.rows.set(rowKey(scope, context), options.maxEntries ? after.slice(-options.maxEntries) : after);
		return { new: added, processed: items.filter(isKnown) };
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<void> {
		const row = await this.read(scope, context, options);
		for (const item of items) {
			const index = row.indexOf(hash(item));
			if (index !== -1) row.splice(index, 1);
		}
		if (this.rows.has(rowKey(scope, context))) this.rows.set(rowKey(scope, context), row);
	}

	private async read(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ mode }: ICheckProcessedOptions,
	): Promise<string[]> {
		if (mode !== 'entries') throw new Error(`The model of processed_data knows mode "entries", not "${mode}"`);
		assert.ok(context.workflow.id);
		const row = [...(this.rows.get(rowKey(scope, context)) ?? [])];
		await nextTurn();
		return row;
	}

	async clearAllProcessedItems(scope: DeduplicationScope, context: ICheckProcessedContextData): Promise<void> {
		await nextTurn();
		this.rows.delete(rowKey(scope, context));
	}

	async getProcessedDataCount(scope: DeduplicationScope, context: ICheckProcessedContextData): Promise<number> {
		await nextTurn();
		return this.rows.get(rowKey(scope, context))?.length ?? 0;
	}
}

let current: ProcessedData | undefined;

/** n8n-core takes one deduplicator for the life of the process, so the one it gets hands over to the engine started last. */
export async function useProcessedData(latest: ProcessedData): Promise<void> {
	const first = current === undefined;
	current = latest;
	if (!first) return;
	const table = () => current as ProcessedData;
	await DataDeduplicationService.init({
		checkProcessedAndRecord: async (...parameters) => await table().checkProcessedAndRecord(...parameters),
		removeProcessed: async (...parameters) => await table().removeProcessed(...parameters),
		clearAllProcessedItems: async (scope, context) => await table().clearAllProcessedItems(scope, context),
		getProcessedDataCount: async (scope, context) => await table().getProcessedDataCount(scope, context),
	});
}
