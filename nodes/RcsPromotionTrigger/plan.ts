import { isWatched, type Moment } from './changes';
import type { EventName } from './settings';
import { bindingOf, followsCounters, type TriggerSettings } from './settings';
import { shortHash } from './shortHash';
import type { Snapshot } from './snapshot';
import { Memory, usableState } from './state';
import { Steps } from './steps';

export interface Plan {
	/** Of promotions about which something is told at this poll; not limited by the form. */
	first: string[];
	/** Of those that are watched, as many as the form allows, the longest unread first. */
	rotation: string[];
}

export interface PlanContext {
	account: readonly string[];
	now: number;
	mark: string;
	/** When statistics of a promotion were last asked for, counted in calls of this process; 0 for never. */
	lastRead: (promotionId: string) => number;
}

const TOLD_WITH_STATISTICS: readonly EventName[] = ['statusChanged', 'completed', 'stopped', 'cancelled', 'settled'];
/** A limit that only a first poll with Include Existing Promotions comes near. */
const MOST_FIRST = 500;

/** Which statistics to read before the list answer is compared with what is known. */
export function planReads(stored: unknown, snapshot: Snapshot, settings: TriggerSettings, context: PlanContext): Plan {
	const state = usableState(stored, bindingOf(context.account, settings));
	const memory = state ? Memory.open(state, settings) : Memory.empty(settings, 0);
	const moment: Moment = { settings, now: context.now };
	const silent = state === undefined && !settings.emitExisting;
	const steps = new Steps(memory, moment, silent, state?.horizon ?? 0);
	const follows = followsCounters(settings);
	const first: string[] = [];
	const watched: string[] = [];
	for (const listed of snapshot.inScope.values()) {
		if (steps.isAsBefore(listed)) continue;
		const { known, events } = steps.of(listed, undefined);
		if (events.some(({ event }) => TOLD_WITH_STATISTICS.includes(event))) first.push(listed.promotionId);
		else if (follows && (isWatched(known, moment) || memory.full.has(listed.promotionId)))
			watched.push(listed.promotionId);
	}
	return { first: first.slice(0, MOST_FIRST), rotation: longestUnread(watched, settings, context) };
}

function longestUnread(promotionIds: string[], { maximumStatisticsCalls }: TriggerSettings, context: PlanContext) {
	const keyed = promotionIds.map((promotionId) => ({
		promotionId,
		lastRead: context.lastRead(promotionId),
		// Another order in each process, so that restarts in a row do not begin with the same ones every time.
		chance: shortHash(`${context.mark} ${promotionId}`),
	}));
	keyed.sort((a, b) => a.lastRead - b.lastRead || (a.chance < b.chance ? -1 : 1));
	return keyed.slice(0, maximumStatisticsCalls).map(({ promotionId }) => promotionId);
}
