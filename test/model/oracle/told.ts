/** What was told was so, in this order, once, and arrived. */
import type { IDataObject } from 'n8n-workflow';
import { eventNames, isCrossed, RATES, type Limit } from '../form';
import {
	isCompleted,
	isOver,
	isPaused,
	isRemembered,
	isSame,
	MINUTE,
	normal,
	HOUR,
	type Difference,
	type History,
	type Moment,
	type Poll,
} from '../history';
import { counters, type Counted } from '../answers';
import { isComplete, type Seen } from './known';

const ONCE = ['created', 'completed', 'finalFiguresReady'];
/** For so long an event is given again by a process that takes over. */
const AGAIN_WITHIN = 2 * MINUTE;

const limitOf = ({ threshold }: IDataObject): Limit => threshold as unknown as Limit;
export const isOfLimit = (item: IDataObject, { rate, direction, percent }: Limit): boolean =>
	item.event === 'thresholdCrossed' &&
	limitOf(item).rate === rate &&
	limitOf(item).direction === direction &&
	limitOf(item).percent === percent;

/** Of one campaign. */
export function judgeItems(id: string, seen: Seen, { service }: History): Difference[] {
	const { now, before } = seen;
	const { poll } = now;
	const fresh = now.items.filter(({ redelivered }) => !redelivered);
	const found: Difference[] = [];
	const differ = (promise: string, text: string) => found.push({ promise, turn: poll.turn, text: `${id}: ${text}` });
	let place = -1;
	for (const item of fresh) {
		const event = String(item.event);
		const rank = (eventNames as readonly string[]).indexOf(event);
		if (rank < place) differ('order', `${event} comes too late`);
		place = rank;
		if (service.campaigns.get(id)?.channel !== 'rcs' && service.campaigns.has(id))
			differ('false alarm', `${event} of another channel`);
		const earlier = before.flatMap(({ items }) => items).filter((one) => one.event === event);
		if (ONCE.includes(event) && earlier.length > 0) differ('twice', `${event} came before`);
		if (event === 'thresholdCrossed') judgeAlert(item, seen, differ);
		if (event === 'stalled') judgeStalled(seen, differ);
		if (event === 'finalFiguresReady') judgeFinal(item, seen, differ);
		judgeFigures(item, now, service.counting, differ);
	}
	return found;
}

type Differ = (promise: string, text: string) => void;

function judgeAlert(item: IDataObject, seen: Seen, differ: Differ): void {
	const { rate, direction, percent } = limitOf(item);
	const { form } = seen.now.poll;
	const limit = form.limits.find((one) => isOfLimit(item, one));
	if (!limit) {
		differ('false alarm', `an alert for a limit that is not set: ${rate} ${direction} ${percent}`);
		return;
	}
	const sameForm = seen.before.every(({ poll }) => poll.form.limits === form.limits);
	const wasTold = seen.before.some(({ items }) => items.some((one) => isOfLimit(one, limit)));
	if (wasTold && sameForm) differ('twice', `the alert ${rate} ${direction} ${percent} came before`);
	const last = seen.goodReads().at(-1);
	if (!last?.reached || !isCrossed(limit, last.reached))
		differ('false alarm', `${rate} ${direction} ${percent} was not so: ${JSON.stringify(last?.reached)}`);
	const { first } = seen;
	if (first?.shown && isOver(first.shown.status) && (seen.isOfBaseline || seen.wasNews === 'no'))
		differ('false alarm', `${rate} ${direction} ${percent} of one that was over before`);
	if (
		direction === 'below' &&
		!isOver(seen.status) &&
		seen.absentSince === undefined &&
		seen.now.poll.at - seen.movedAt < 13 * 24 * HOUR
	)
		differ('false alarm', `${rate} ${direction} ${percent} while it runs`);
}

function judgeStalled(seen: Seen, differ: Differ): void {
	const { now, movedAt } = seen;
	const { stalledAfterMinutes = 120 } = now.poll.form.options;
	if (now.shown && (isOver(seen.status) || isPaused(now.shown.status)))
		differ('false alarm', `stalled while ${now.shown.status}`);
	if (now.poll.endedAt - movedAt < stalledAfterMinutes * MINUTE) differ('false alarm', 'stalled, although it moved');
	const last = seen.before.findLast(({ items }) =>
		items.some(({ event, redelivered }) => event === 'stalled' && !redelivered),
	);
	if (last && last.poll.at >= movedAt) differ('twice', 'stalled came before for this standstill');
}

function judgeFinal({ finalBecause }: IDataObject, seen: Seen, differ: Differ): void {
	const { now, movedAt, completedAt } = seen;
	const { finalAfterMinutes = 60, watchAfterCompletionHours = 72 } = now.poll.form.options;
	if (completedAt === undefined) {
		differ('false alarm', 'final figures of one that was not seen to complete');
		return;
	}
	if (now.shown && !isCompleted(now.shown.status) && normal(now.shown.status) !== '')
		differ('false alarm', `final figures while ${now.shown.status}`);
	const rested = now.poll.endedAt - Math.max(movedAt, completedAt);
	const reads = seen.goodReads().filter(({ of }) => of.at >= Math.max(movedAt, completedAt));
	if (finalBecause === 'quiet' && (rested < finalAfterMinutes * MINUTE || reads.length < 2))
		differ('false alarm', 'final figures too soon');
	if (finalBecause === 'watchEnd' && now.poll.endedAt - completedAt < watchAfterCompletionHours * HOUR)
		differ('false alarm', 'the watch is not over');
	if (finalBecause === 'gone' && !seen.reads.some(({ result }) => result === 'none'))
		differ('false alarm', 'its figures are not gone');
}

/** Counters and rates are those of this poll's answer, or called old; what they say is true or null. */
function judgeFigures(item: IDataObject, { read, poll }: Moment, counting: string, differ: Differ): void {
	const { statistics, statisticsStale, rates, countersAre, event } = item as {
		statistics?: Counted | null;
		statisticsStale?: boolean;
		rates?: Record<string, number | null> | null;
		countersAre?: string | null;
		event: string;
	};
	if (countersAre && countersAre !== counting) differ('was so', `${event} calls the counters ${countersAre}`);
	if (statistics && read?.sent && !statisticsStale && !isSame(statistics, read.sent))
		differ('was so', `${event} shows ${JSON.stringify(statistics)}, and the answer was ${JSON.stringify(read.sent)}`);
	if (statistics && read?.result !== 'good' && !statisticsStale && event !== 'created')
		differ('was so', `${event} shows old figures as if they were new`);
	if (!read?.reached || statisticsStale || !rates) return;
	for (const [rate, [part, base]] of Object.entries({
		...RATES,
		interactionRate: ['interacted', 'delivered'] as const,
	})) {
		const said = rates[rate];
		if (typeof said !== 'number') continue;
		const share = (100 * read.reached[part]) / read.reached[base];
		if (!(Math.abs(said - share) <= 0.011))
			differ('was so', `${event} says ${rate} ${said}, and it was ${share.toFixed(2)} (${poll.turn})`);
	}
}

/** Counters Changed adds up: it comes when enough has changed since it last came, and says so from there. */
export function judgeChanges(id: string, seen: Seen): Difference[] {
	const { now, before } = seen;
	const { read, poll, items } = now;
	const { minimumChange = 1, counters: chosen = [] } = poll.form.options;
	const [first] = before;
	const wasAlike = [...before, now].every(
		(one) => one.poll.form.events.includes('countersChanged') && one.poll.form.nameContains === '',
	);
	const firstGood = seen.reads.findIndex(({ result }) => result === 'good');
	const wasClear = seen.reads.every(
		(one, index) => one.result === 'failed' || (one.result === 'none' ? index < firstGood : isComplete(one)),
	);
	if (!wasAlike || !first || !wasClear || !read?.sent || poll.isLate || seen.isFollowed !== 'yes') return [];
	const told = before.findLast((one) =>
		one.items.some(({ event, statisticsStale }) => event === 'countersChanged' && !statisticsStale),
	);
	const start = seen.isOfBaseline || seen.wasNews === 'no' ? seen.goodReads()[0]?.sent : undefined;
	if (seen.wasNews === 'unclear') return [];
	const base = told?.items.find(({ event }) => event === 'countersChanged')?.statistics ?? start;
	const from = (counter: (typeof counters)[number]) =>
		Number((base as Record<string, number> | undefined)?.[counter] ?? 0);
	const watched = counters.filter((counter) => chosen.length === 0 || chosen.includes(counter));
	const most = Math.max(...watched.map((counter) => Math.abs((read.sent?.[counter] ?? 0) - from(counter))));
	const came = items.find(({ event, redelivered }) => event === 'countersChanged' && !redelivered);
	const differ = (promise: string, text: string) => [{ promise, turn: poll.turn, text: `${id}: ${text}` }];
	if (most >= minimumChange && !came) return differ('told', `countersChanged did not come, ${most} changed`);
	if (most < minimumChange && came) return differ('false alarm', `countersChanged came, only ${most} changed`);
	const wrong = Object.entries((came?.changes ?? {}) as Record<string, { from: number }>).find(
		([counter, change]) => change.from !== from(counter as keyof Counted),
	);
	return wrong
		? differ(
				'was so',
				`countersChanged says that ${wrong[0]} was ${wrong[1].from}, and ${from(wrong[0] as keyof Counted)} was told`,
			)
		: [];
}

/** Every event has an ID of its own, arrives, and comes again only where its execution may be lost. */
export function judgeDelivery({ polls, database }: History): Difference[] {
	const found: Difference[] = [];
	const differ = (poll: Poll, promise: string, item: IDataObject, text: string) =>
		found.push({ promise, turn: poll.turn, text: `${String(item.promotionId)}: ${String(item.event)} ${text}` });
	const emitted = new Map<string, Poll[]>();
	const arrived = new Map<string, Poll>();
	for (const poll of polls) {
		if (poll.thrown !== undefined && poll.items.length > 0)
			found.push({ promise: 'lost', turn: poll.turn, text: 'A poll with events failed' });
		for (const item of poll.items) {
			const eventId = String(item.eventId);
			const earlier = emitted.get(eventId) ?? [];
			if (!/^[0-9a-f]{32}$/.test(eventId)) differ(poll, 'identity', item, `has the ID ${eventId}`);
			if (!item.redelivered && earlier.some((one) => isRemembered(one, poll) && one !== poll))
				differ(poll, 'twice', item, 'has the ID of an earlier one');
			const last = earlier.findLast((one) => isRemembered(one, poll)) ?? earlier[0];
			if (item.redelivered && !last) differ(poll, 'was so', item, 'is called a repetition');
			if (
				item.redelivered &&
				last &&
				(last.process === poll.process || poll.takenUpAt - last.endedAt > AGAIN_WITHIN + 1000)
			)
				differ(poll, 'twice', item, 'comes again without need');
			emitted.set(eventId, [...earlier, poll]);
		}
	}
	const byTurn = new Map(polls.map((poll) => [poll.turn, poll]));
	for (const { turn, items } of database.executions) {
		const poll = byTurn.get(turn);
		if (!poll) continue;
		for (const item of items) {
			const eventId = String(item.eventId);
			if (arrived.has(eventId) && !item.redelivered) differ(poll, 'twice', item, 'arrived before');
			arrived.set(eventId, poll);
		}
	}
	for (const poll of polls) {
		if (poll.ending !== 'between' || poll.isLate) continue;
		const next = polls.find((one) => one.process > poll.process && one.shown && !one.isLate);
		const isStored = next && isRemembered(poll, next);
		if (
			!isStored ||
			next.takenUpAt - poll.endedAt > AGAIN_WITHIN - 1000 ||
			next.ending === 'before' ||
			next.ending === 'discarded' ||
			next.ending === 'unwritten'
		)
			continue;
		for (const item of poll.items)
			if (!arrived.has(String(item.eventId))) differ(poll, 'lost', item, 'was lost when the process died');
	}
	return found;
}
