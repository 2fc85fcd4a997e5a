import type { Seen } from '../exchange';
import { jsonOf } from '../forms';
import { listingOf } from '../listing';
import type { Meeting } from '../meeting';
import { documentedCounters, nodesReadCounters } from '../nodesView';

/** Undefined if it was not sent. */
export function attemptedIn(seen: Seen): number | undefined {
	if (seen.kind === 'none' || !nodesReadCounters(seen)?.includes('attempted')) return undefined;
	return Number((jsonOf(seen) as { attempted: unknown }).attempted);
}

const countersOf = (seen: Seen): string | undefined =>
	seen.kind === 'answer' && nodesReadCounters(seen)
		? JSON.stringify(documentedCounters.map((counter) => (jsonOf(seen) as Record<string, unknown>)[counter] ?? null))
		: undefined;

/** Whether counters, retries or the status still move once it is over. */
export async function learnAfterEnd(meeting: Meeting, promotionId: string, atEnd: Seen): Promise<void> {
	const { asker, options } = meeting;
	const first = countersOf(atEnd);
	const statusNow = async () => {
		const listing = listingOf(await meeting.readList(), meeting);
		const entry =
			typeof listing === 'string' ? undefined : listing.entries.find((one) => one.promotionId === promotionId);
		return entry?.fields.status;
	};
	const status = await statusNow();
	if (first === undefined || status === undefined) {
		meeting.notKnown('afterCompleted', 'its statistics or its status could not be read');
		return;
	}
	meeting.say(`Watching its figures for another ${Math.ceil(options.afterEndMs / 1000)} s …`);
	const startedAt = Date.now();
	// What could not be read is not known to have stood still.
	let readAt: number | undefined;
	let [counters, changed] = ['same', 'same'];
	while (!asker.hasEnded && Date.now() - startedAt < options.afterEndMs) {
		await asker.pause(options.everyMs);
		const now = countersOf(await meeting.readStatistics(promotionId));
		const later = await statusNow();
		if (now === undefined || later === undefined) continue;
		readAt = Date.now();
		if (now !== first) counters = 'moved';
		if (later !== status) changed = 'changed';
	}
	if (readAt === undefined) {
		meeting.notKnown('afterCompleted', 'nothing could be read after its end');
		return;
	}
	const seconds = Math.round((readAt - startedAt) / 1000);
	meeting.learn('afterCompleted', {
		value: { counters, status: changed },
		seen: `Watched for ${seconds} s: counters ${counters === 'same' ? 'stood still' : 'still moved'}, the status ${changed === 'same' ? 'stayed' : 'changed again, as with retries'}.`,
		nodes:
			'What is seen Completed stays so for the trigger; Final Figures Ready waits until counters stand still for an hour.',
	});
}
