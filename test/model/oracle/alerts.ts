/** An alert comes with the poll whose reading shows it, and no campaign waits for its reading while others are read twice. */
import { isCrossed, nameMatches, type Form, type Limit } from '../form';
import { DAY, HOUR, isOver, MINUTE, type Difference, type History } from '../history';
import { NOTHING_SENT, type Answer, type Counted } from '../answers';
import { reachedSeparately } from '../service';
import { isComplete, type Seen } from './known';
import { isOfLimit } from './told';

/** Whatever the service means by its counters. */
function isCrossedAnyway(limit: Limit, { sent, reached }: Answer): boolean {
	const shown = sent as Counted;
	const separately = reachedSeparately(shown);
	return [reached as Counted, shown, separately].every((figures) => isCrossed(limit, figures));
}

export function judgeAlerts(id: string, seen: Seen, isBaseline: boolean): Difference[] {
	const { now, before } = seen;
	const { poll } = now;
	const { limits, events } = poll.form;
	if (!events.includes('thresholdCrossed') || poll.isLate || !poll.shown || isBaseline) return [];
	// With a limit that was set after it, the next reading counts.
	const last = seen.reads.findLast(({ result }) => result !== 'failed');
	const read =
		last?.of === poll || (last?.of.form.limits === limits && last.of.form.events === events) ? last : undefined;
	if (!read || !isComplete(read) || seen.isFollowed !== 'yes') return [];
	const all = [...before, now].flatMap(({ items }) => items);
	return limits
		.filter((limit) => limit.direction === 'above' && isCrossedAnyway(limit, read))
		.filter((limit) => !all.some((item) => isOfLimit(item, limit)))
		.map(({ rate, percent }) => ({
			promise: 'told',
			turn: poll.turn,
			text: `${id}: ${rate} above ${percent} was read, and nobody was told`,
		}));
}

/** Of one campaign, over all polls. */
export function judgeReading(id: string, all: readonly Seen[], { service, polls }: History): Difference[] {
	const campaign = service.campaigns.get(id);
	if (!campaign) return [];
	if (!campaign.conditions.some(({ reached }) => reached && reached.failed > 0)) return [];
	const asked = new Set(polls.flatMap(({ reads }) => [...reads.keys()])).size;
	const found: Difference[] = [];
	let [others, rooms] = [0, 0];
	let waitsFrom = Infinity;
	for (const seen of all) {
		const { poll, read } = seen.now;
		const { events, limits } = poll.form;
		const truth = service.condition(id, poll.at);
		const limit = limits.find((one) => one.rate === 'failureRate' && one.direction === 'above');
		// Cheap before dear.
		const isOwed =
			events.includes('thresholdCrossed') &&
			limit &&
			truth?.reached &&
			isCrossed(limit, truth.reached) &&
			!isOver(seen.status) &&
			seen.isFollowed === 'yes' &&
			!seen.before.some(({ items }) => items.some((item) => isOfLimit(item, limit)));
		if (!isOwed || read) {
			waitsFrom = Infinity;
			[others, rooms] = [0, 0];
			continue;
		}
		if (waitsFrom === Infinity) {
			const last = seen.reads.at(-1);
			const rested = poll.at - Math.min(seen.movedAt, campaign.createdAt || Infinity);
			const nothing =
				last?.sent && Object.entries(last.sent).every(([counter, value]) => counter === 'attempted' || value === 0);
			// After a tenth of the time since it moved; of the time at its next reading, that is a ninth.
			waitsFrom = poll.at + (last ? Math.min(rested / 8, nothing ? HOUR : DAY) : 0);
		}
		if (poll.at < waitsFrom || !poll.shown || poll.isLate) continue;
		others += poll.reads.size;
		const isLimited = polls.some(
			(one) =>
				one.turn <= poll.turn &&
				poll.at - one.at < 62 * MINUTE &&
				[...one.reads.values()].some(({ result }) => result === 'failed'),
		);
		if (!isLimited && poll.reads.size < 50 && poll.endedAt - poll.at < 15_000) rooms += 1;
		if (rooms >= 3 || others > 2 * asked + 10) {
			found.push({ promise: 'starved', turn: poll.turn, text: `${id}: ${others} others were read, and it was not` });
			return found;
		}
	}
	return found;
}

/** In the end: final figures and standstills have come. */
export function judgeEnd(id: string, seen: Seen, { calmFrom }: History): Difference[] {
	const { now, before } = seen;
	const { poll } = now;
	const { options, events } = poll.form;
	const all = [...before, now];
	const came = (event: string, since = 0) =>
		all.some((one) => one.poll.at >= since && one.items.some((item) => item.event === event));
	const wasChosen = (event: string, since: number) =>
		all.every((one) => one.poll.at < since || one.poll.form.events.includes(event));
	const matches = (one: { poll: { form: Form } }) => nameMatches(one.poll.form, seen.name);
	const missing = (text: string) => [{ promise: 'told', turn: poll.turn, text: `${id}: ${text}` }];
	const { completedAt, movedAt } = seen;
	const reads = seen.reads.filter(({ of }) => of.at >= calmFrom);
	const isReadable = reads.every(isComplete);
	const wasFollowed =
		seen.first?.shown && !(isOver(seen.first.shown.status) && (seen.isOfBaseline || seen.wasNews !== 'yes'));
	if (
		completedAt !== undefined &&
		wasFollowed &&
		all.every((one) => (one.poll.at > completedAt && one.poll.at < calmFrom) || matches(one)) &&
		events.includes('finalFiguresReady') &&
		wasChosen('finalFiguresReady', completedAt)
	) {
		const watch = (options.watchAfterCompletionHours ?? 72) * HOUR;
		const isDue =
			poll.at - Math.max(completedAt, calmFrom) > watch + DAY &&
			poll.at - movedAt > DAY + (options.finalAfterMinutes ?? 60) * MINUTE;
		const wasRead = seen.goodReads().some(({ of }) => of.at >= completedAt);
		if (isDue && isReadable && wasRead && !came('finalFiguresReady')) return missing('final figures never came');
	}
	const hasMoved = !seen.isOfBaseline || movedAt > (seen.first?.poll.at ?? 0);
	const isActive =
		now.shown &&
		!isOver(seen.status) &&
		seen.status !== '' &&
		!/^stopped$/i.test(seen.status) &&
		seen.isFollowed === 'yes';
	if (
		!isActive ||
		!hasMoved ||
		(seen.wasNews !== 'yes' && movedAt === seen.first?.poll.at) ||
		!wasChosen('stalled', 0) ||
		!all.every(matches) ||
		!isReadable ||
		reads.length === 0
	)
		return [];
	const isDue = poll.at - Math.max(movedAt, calmFrom) > DAY + (options.stalledAfterMinutes ?? 120) * MINUTE;
	const last = seen.goodReads().at(-1)?.sent;
	const hasFigures = last !== undefined && JSON.stringify(last) !== JSON.stringify(NOTHING_SENT);
	const wasReadLater = reads.some(({ of }) => of.at - movedAt > (options.stalledAfterMinutes ?? 120) * MINUTE);
	return isDue && hasFigures && wasReadLater && !came('stalled', movedAt) ? missing('stalled never came') : [];
}
