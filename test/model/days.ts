/** Days of polls, one a minute, of accounts where much happens or nothing, and what they cost. */
import type { IDataObject } from 'n8n-workflow';
import { Clock } from './clock';
import { Database } from './host';
import { WorldProcess } from './trigger';
import { World, type Actual, type ListTrouble, type StatisticsTrouble } from './world';

export const DAY = 1440;

interface Account {
	minutes: number;
	events: string[];
	options?: IDataObject;
	/** At first. */
	start: Actual[];
	/** What happens in the minute before a poll. `world.actual` may grow. */
	happens?(world: World, minute: number): void;
	listTrouble?(minute: number): ListTrouble | undefined;
	statisticsTrouble?(minute: number): StatisticsTrouble | undefined;
}

export interface Days {
	polls: number;
	listCalls: number;
	statisticsCalls: number;
	/** Executions that failed, each of which a person is told of. */
	failures: string[];
	items: IDataObject[];
	/** At which poll each item was told. */
	toldAt: number[];
	largestStateBytes: number;
	slowestPollMs: number;
	meanPollMs: number;
}

export async function play({ minutes, events, options = {}, start, ...account }: Account): Promise<Days> {
	const clock = new Clock();
	try {
		const world = new World(start, clock.now);
		const database = new Database();
		const process = new WorldProcess(world, database, 'memory', { events, scope: 'all', options });
		await process.begin('activate').finish();
		const result = { listCalls: 0, statisticsCalls: 0, largestStateBytes: 0, slowestPollMs: 0 };
		const failures: string[] = [];
		const toldAt: number[] = [];
		const items: IDataObject[] = [];
		const began = performance.now();
		for (let minute = 1; minute <= minutes; minute++) {
			clock.now += 60_000;
			account.happens?.(world, minute);
			world.listTrouble = account.listTrouble?.(minute);
			world.statisticsTrouble = account.statisticsTrouble?.(minute);
			const at = performance.now();
			const outcome = await process.begin().finish();
			result.slowestPollMs = Math.max(result.slowestPollMs, performance.now() - at);
			result.listCalls += outcome.requests.list;
			result.statisticsCalls += outcome.requests.statistics;
			if (outcome.thrown) failures.push(outcome.thrown.message);
			for (const item of outcome.items) {
				items.push({ ...item, summaryText: undefined, summaryHtml: undefined });
				toldAt.push(minute);
			}
			if (outcome.items.length > 0) {
				result.largestStateBytes = Math.max(result.largestStateBytes, JSON.stringify(database.state).length);
			}
			// What was delivered is counted above; kept, it would take more room than all of the rest.
			database.executions.length = 0;
			// Nothing here waits, so the timers of answered requests would never end, and keep all they know in memory.
			await new Promise((turn) => setImmediate(turn));
		}
		const meanPollMs = (performance.now() - began) / minutes;
		return { polls: minutes, ...result, meanPollMs, failures, items, toldAt };
	} finally {
		clock.restore();
	}
}

export interface BusyDays extends Omit<Days, 'items' | 'toldAt'> {
	events: number;
	/** How many polls an event came later than the first that could see it. */
	longestDelay: number;
	missing: string[];
	twice: number;
}

/** So many are created a day, and each runs for some hours, in which its figures move every ten minutes. */
export async function playBusyDays({
	days,
	perDay,
	hours,
}: {
	days: number;
	perDay: number;
	hours: number;
}): Promise<BusyDays> {
	const runs = hours * 60;
	const every = DAY / perDay;
	const total = Math.floor((days * DAY) / every);
	const running = Math.floor(runs / every);
	// They were there before, the last of them just created.
	const start = Array.from({ length: running }, (_, index) => ({
		listed: true,
		status: 'Running' as const,
		figures: 0,
		ageMinutes: Math.floor((running - 1 - index) * every),
	}));
	const beginOf = (index: number) =>
		index < running ? -(start[index]?.ageMinutes ?? 0) : Math.ceil((index - running + 1) * every);
	const { items, toldAt, ...result } = await play({
		minutes: days * DAY,
		events: [
			'created',
			'statusChanged',
			'completed',
			'countersChanged',
			'finalFiguresReady',
			'stalled',
			'thresholdCrossed',
		],
		options: { summary: true },
		start,
		happens(world, minute) {
			for (let index = world.actual.length; index < running + total && beginOf(index) <= minute; index++) {
				world.actual.push({ listed: true, status: 'Running', figures: 0, ageMinutes: -beginOf(index) });
			}
			world.actual.forEach((one, index) => {
				const age = minute - beginOf(index);
				if (age > runs) return;
				if (age % 10 === 0) one.figures = Math.min(20, Math.floor(age / 30));
				if (age === runs) one.status = 'Completed';
			});
		},
	});
	const told = new Map<string, number>();
	const ids = new Set<unknown>();
	let twice = 0;
	items.forEach(({ promotionId, event, eventId, status }, index) => {
		const key = `${String(promotionId)} ${String(event)} ${event === 'countersChanged' ? index : String(status)}`;
		if (ids.has(eventId) || told.has(key)) twice += 1;
		ids.add(eventId);
		told.set(key, toldAt[index] ?? Infinity);
	});
	const missing: string[] = [];
	let longestDelay = 0;
	for (let index = 0; index < running + total; index++) {
		const due: Array<[string, number]> = [];
		const begin = beginOf(index);
		if (index >= running) due.push(['created Running', begin]);
		due.push(['statusChanged Completed', begin + runs], ['completed Completed', begin + runs]);
		for (const [event, at] of due) {
			if (at > days * DAY) continue;
			const when = told.get(`p${index} ${event}`);
			if (when === undefined) missing.push(`p${index} ${event}`);
			else longestDelay = Math.max(longestDelay, when - at);
		}
	}
	return { ...result, events: items.length, longestDelay, missing, twice };
}
