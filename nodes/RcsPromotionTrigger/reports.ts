/** What a check could not see. It is reported by the next check without events. */
import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError, type NodeApiError } from 'n8n-workflow';
import { toNodeApiError } from '../service/errors';
import { grouped } from '../service/values';
import type { Comparison } from './diff';
import { isReadAgain } from './due';
import { clipped, type Listing } from './listing';
import type { Reading } from './record';
import type { TriggerSettings } from './settings';
import type { Turn } from './store';

/** Chosen promotions that are not listed: a person who activates the trigger is stopped, and the first check after an edit reports it. */
export function noteMissing(
	{ promotionIds = new Set() }: TriggerSettings,
	listing: Listing,
	{ outages, occasion }: Turn,
	context: IPollFunctions,
): void {
	const missing = [...promotionIds].filter((promotionId) => !listing.has(promotionId));
	const chosen = JSON.stringify([...promotionIds]);
	const isActivation = occasion === 'activation by a person';
	const isEdited = outages.chosen !== undefined && outages.chosen !== chosen;
	if (missing.length > 0 && (isActivation || isEdited)) {
		const shown = missing.slice(0, 5).map((promotionId) => `“${clipped(promotionId)}”`);
		if (missing.length > 5) shown.push(`and ${grouped(missing.length - 5)} more`);
		// When publishing, n8n shows the message alone.
		const message = `The list of promotions does not show ${shown.join(', ')}, chosen in 'Promotion Names or IDs'`;
		const description = 'It would never start the workflow. Correct the ID, or choose from the list.';
		const fault = new NodeOperationError(context.getNode(), message, { description });
		if (isActivation) throw fault;
		outages.choice.failed(fault, Date.now(), occasion);
	}
	outages.chosen = chosen;
}

/** A poll that reads no statistics neither fails nor clears their outage. */
export function noteStatistics(
	{ records, conditions }: Comparison,
	readings: ReadonlyMap<string, Reading>,
	fault: NodeApiError | undefined,
	{ outages: { statistics }, occasion }: Turn,
	context: IPollFunctions,
): void {
	const isAnswered = new Map(
		[...readings].map(([promotionId, { kind }]) => [promotionId, kind === 'counters' || kind === 'noneYet']),
	);
	// Those that are read again and again, as they answered last.
	for (const [promotionId, record] of records) {
		if (record.readAt === undefined || isAnswered.has(promotionId) || !isReadAgain(record, conditions)) continue;
		isAnswered.set(promotionId, !record.isUnread);
	}
	const unread = [...isAnswered.values()].filter((answered) => !answered).length;
	if (!fault) {
		if (readings.size > 0 && unread === 0) statistics.worked();
		return;
	}
	const { size } = isAnswered;
	const { message, description, httpCode, failure } = fault;
	const share =
		unread < size ? `The figures of ${grouped(unread)} of ${grouped(size)} promotions could not be read: ` : '';
	const words = { message: share + message, description: description ?? '', httpCode: httpCode ?? undefined, failure };
	const reported = toNodeApiError(context.getNode(), words, (text) => text);
	statistics.failed(reported, conditions.now, occasion, unread < size);
}

export function noteRoom({ outages, occasion }: Turn, context: IPollFunctions): void {
	const fault = new NodeOperationError(context.getNode(), 'There are more promotions than this trigger can follow', {
		description:
			"It follows the 5,000 newest promotions that have not ended. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
	});
	outages.room.failed(fault, Date.now(), occasion);
}
