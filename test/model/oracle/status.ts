/** Every change of a status that a good list showed is told in the poll that saw it, and nothing else is. */
import type { IDataObject } from 'n8n-workflow';
import { nameMatches } from '../form';
import { DAY, isCancelled, isCompleted, isOver, isPaused, MINUTE, normal, type Difference } from '../history';
import { isNews, type Past, type Seen } from './known';

const STATUS_EVENTS = ['created', 'statusChanged', 'completed', 'cancelled', 'stopped'];

interface Expected {
	must: string[];
	may: string[];
}

const NOTHING: Expected = { must: [], may: [] };
const ANYTHING: Expected = { must: [], may: STATUS_EVENTS };

export function judgeStatus(id: string, seen: Seen, past: Past): Difference[] {
	const { poll, items } = seen.now;
	if (!poll.shown || poll.isLate) return [];
	const { must, may } = expect(seen, past);
	const fresh = items.filter(({ redelivered }) => !redelivered);
	const came = fresh.map(({ event }) => String(event)).filter((event) => STATUS_EVENTS.includes(event));
	const differ = (promise: string, text: string) => ({ promise, turn: poll.turn, text: `${id}: ${text}` });
	const was = `${seen.statusBefore ?? 'not known'} -> ${seen.now.shown?.status ?? 'not listed'}`;
	const chosen = must.filter((event) => poll.form.events.includes(event));
	return [
		...chosen.filter((event) => !came.includes(event)).map((event) => differ('told', `${event} did not come, ${was}`)),
		...came
			.filter((event) => !chosen.includes(event) && !may.includes(event))
			.map((event) => differ('false alarm', `${event} came, ${was}`)),
		...fresh.flatMap((item) => saysIt(item, seen)).map((text) => differ('was so', text)),
	];
}

function expect(seen: Seen, past: Past): Expected {
	const { now } = seen;
	const { shown, poll } = now;
	const lastGood = past.lastGood(poll);
	const goneBefore = seen.before.some(({ items }) => items.some(({ observed }) => observed === 'gone'));
	// Judged with what left the list.
	if (!shown) return { must: [], may: ['cancelled', 'statusChanged'] };
	if (!lastGood) return NOTHING;
	if (!nameMatches(poll.form, seen.name)) return NOTHING;
	const { status } = shown;
	const isFirst = seen.first === now;
	const wasNameless = seen.before.some(
		(one) => one.shown && one.shown.name === '' && one.poll.form.nameContains !== '',
	);
	if (wasNameless || normal(status) === '') return ANYTHING;
	const became = [
		...(isCompleted(status) ? ['completed'] : []),
		...(isCancelled(status) ? ['cancelled'] : []),
		...(isPaused(status) ? ['stopped'] : []),
	];
	if (isFirst) {
		const news = isNews(now, lastGood);
		if (news === 'unclear') return ANYTHING;
		if (news === 'no') return isOver(status) ? NOTHING : { must: [], may: ['stopped', 'statusChanged'] };
		return { must: ['created', ...became], may: ['statusChanged'] };
	}
	const before = seen.statusBefore;
	// It had none until now.
	if (before === undefined) return ANYTHING;
	const wasOver = seen.before.some((one) => one.shown && isOver(one.shown.status));
	if (goneBefore) return { must: [], may: STATUS_EVENTS };
	if (wasOver || normal(before) === normal(status)) return NOTHING;
	return { must: ['statusChanged', ...became], may: [] };
}

/** What an item says of the status is what the list showed. */
function saysIt(item: IDataObject, seen: Seen): string[] {
	const { shown } = seen.now;
	if (!STATUS_EVENTS.includes(String(item.event)) || item.observed === 'gone' || !shown) return [];
	const isRight = normal(String(item.status)) === normal(shown.status);
	return isRight ? [] : [`${String(item.event)} says ${String(item.status)}, and the list ${shown.status}`];
}

/** What a chosen event must have told of one that left the list, and what was told of it. */
export function judgeLeft(id: string, seen: Seen, tellings: readonly number[]): Difference[] {
	const { now, absentSince } = seen;
	const { poll, items } = now;
	const differ = (promise: string, text: string) => [{ promise, turn: poll.turn, text: `${id}: ${text}` }];
	const since = absentSince?.poll.at ?? Infinity;
	const lists = seen.lists.filter(({ poll: { at } }) => at >= since).length;
	const isLong = poll.at - since >= 59 * MINUTE && lists >= 2;
	// Once for each leaving.
	const laterReads = seen.reads.filter(({ of }) => of.at >= since + 59 * MINUTE);
	const lastRead = laterReads.find(({ result, isNotFound }) => result === 'good' || isNotFound) ?? laterReads.at(-1);
	const figures = seen.goodReads().at(-1)?.sent;
	const nothingSent =
		figures !== undefined && Object.entries(figures).every(([counter, value]) => counter === 'attempted' || !value);
	const gone = items.filter(({ observed, redelivered }) => observed === 'gone' && !redelivered);
	const isCancelledSo = isLong && nothingSent && lastRead?.isNotFound === true;
	if (gone.some(({ event }) => event === 'cancelled' || event === 'statusChanged') && !isCancelledSo)
		return differ('false alarm', 'called Cancelled, although nothing shows it');
	if (!poll.shown || now.shown || poll.isLate || poll.activation !== undefined) return [];
	const { events } = poll.form;
	const isAwaited = ['completed', 'cancelled', 'statusChanged', 'finalFiguresReady'].some((event) =>
		events.includes(event),
	);
	const isOwed = !isOver(seen.status) && nameMatches(poll.form, seen.name) && seen.status !== '' && isAwaited;
	const hours = (poll.at - since) / (60 * MINUTE);
	if (!isOwed || hours < 3.1 || lists < 8) return [];
	// Where requests are limited, or fifty others were due, it was not reached.
	const later = seen.lists.filter(
		({ poll: { at, reads } }) =>
			at >= since + 61 * MINUTE && reads.size < 50 && ![...reads.values()].some(({ result }) => result === 'failed'),
	);
	const wasStill = seen.lists.every(
		(one) => one.poll.at < since || (one.poll.form === poll.form && one.poll.process === poll.process),
	);
	// Without its name, nobody knows whether another text would have let it in.
	const lastForm = seen.listed.at(-1)?.poll.form;
	if (poll.form.nameContains !== '' && lastForm?.nameContains !== poll.form.nameContains) return [];
	if (!wasStill || later.length < 4) return [];
	// Such things are said once a day.
	const wasSaidBefore = tellings.some((at) => at > since - DAY && at <= since);
	if (wasSaidBefore && hours < 29) return [];
	const told = seen.before.some((one) => one.items.some(({ observed }) => observed === 'gone'));
	if (told || gone.length > 0) return [];
	if (!lastRead) return differ('told', 'left the list, and its figures were not read');
	// Not known yet.
	if (lastRead.result !== 'good' && !lastRead.isNotFound) return [];
	const wasEverCancelled = lastRead.isNotFound === true && nothingSent;
	if (wasEverCancelled)
		return events.includes('cancelled') ? differ('told', 'was cancelled and is gone, and nobody was told') : [];
	const wasSaid = tellings.some((at) => at > since && at <= poll.endedAt);
	return wasSaid ? [] : differ('unsaid', 'left the list, so its end cannot be seen, and nobody was told');
}
