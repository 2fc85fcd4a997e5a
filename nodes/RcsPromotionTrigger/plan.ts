import type { Turns } from '../service/turns';
import { isAwaitingRest, isWatched, type Conditions, type Step } from './changes';
import { Comparison } from './comparison';
import { hashOf, type Listing } from './listing';
import type { Read, Reads } from './reads';
import type { Known } from './record';
import type { EventName, TriggerSettings } from './settings';
import { Memory, usableState } from './state';

interface Plan {
	/** Of promotions about which something is told at this poll; not limited by the form. */
	first: string[];
	/** Of those that are watched, as many as the form allows, the longest unread first. */
	rotation: string[];
}

interface PlanContext {
	account: readonly string[];
	now: number;
	processId: string;
	reads: Pick<Reads, 'last'>;
}

const WITH_STATISTICS: readonly EventName[] = ['statusChanged', 'completed', 'stopped', 'cancelled', 'settled'];

/** Whether something is told that people want the figures of. */
export const needsStatistics = ({ events }: Step): boolean =>
	events.some(({ event }) => WITH_STATISTICS.includes(event));

/** About what a poll can emit; further ones wait for the next poll, so that none goes without its statistics. */
const MOST_FIRST = 300;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Which statistics to read. The list is compared twice: here to see what needs them, and with them to see what happened. */
export function* planReads(
	stored: unknown,
	listing: Listing,
	settings: TriggerSettings,
	context: PlanContext,
): Turns<Plan> {
	const state = usableState(stored, context.account);
	const memory = state ? yield* Memory.open(state) : Memory.empty(stored);
	const conditions: Conditions = { settings, now: context.now };
	const comparison = new Comparison(memory, conditions, state);
	const first: string[] = [];
	const due: string[] = [];
	for (const listed of listing.all()) {
		yield;
		if (!listed.inScope || comparison.isAsBefore(listed)) continue;
		const step = comparison.stepFor(listed, undefined);
		const { promotionId } = listed;
		if (needsStatistics(step)) {
			if (first.length < MOST_FIRST) first.push(promotionId);
		} else if (settings.followsCounters && (isWatched(step.known, conditions) || memory.records.has(promotionId))) {
			if (isReadDue(step.known, listed.status, context.reads.last(promotionId), conditions)) due.push(promotionId);
		}
	}
	return { first, rotation: longestUnread(due, settings, context) };
}

/** What does not move is read ever more seldom: again after a tenth of the time for which it has rested. */
function isReadDue(known: Known, status: string, read: Read | undefined, conditions: Conditions): boolean {
	const { settings, now } = conditions;
	const { state, movedAt, createdAt, hasMoved, stalled, counters } = known;
	// Also after a clock was set back.
	if (!read?.answered || read.status !== status || counters === null || read.at > now) return true;
	const isOld = createdAt !== null && createdAt < now - 7 * DAY_MS;
	const restedMs = read.at - Math.max(movedAt, read.statusSince);
	const interval = Math.min(restedMs / 10, (isOld ? 360 : 60) * MINUTE_MS);
	if (now - read.at >= interval) return true;
	const rest = now - movedAt;
	if (isAwaitingRest(known, conditions)) return rest >= settings.settledAfterMs;
	const mayStall = settings.events.has('stalled') && state === 'active' && hasMoved && !stalled;
	return mayStall && rest >= settings.stalledAfterMs;
}

function longestUnread(promotionIds: string[], { maximumStatisticsCalls }: TriggerSettings, context: PlanContext) {
	const keyed = promotionIds.map((promotionId) => ({
		promotionId,
		lastRead: context.reads.last(promotionId)?.order ?? 0,
		// Another order in each process, so that restarts in a row do not begin with the same ones every time.
		chance: hashOf(`${context.processId} ${promotionId}`),
	}));
	keyed.sort((a, b) => a.lastRead - b.lastRead || (a.chance < b.chance ? -1 : 1));
	return keyed.slice(0, maximumStatisticsCalls).map(({ promotionId }) => promotionId);
}
