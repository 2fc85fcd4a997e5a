import { NodeApiError, type INode } from 'n8n-workflow';
import { asNodeError, Refusal } from '../service/refusal';
import { askedToWaitMs, isRateLimitError, isWebPage, toNodeApiError } from '../service/errors';
import { asSentence, grouped } from '../service/values';
import { PassingProblem, type Change } from './change';
import type { ListDiff } from './diff';
import { clipText } from './listing';
import type { PollCall } from './occasion';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './settings';

/** A read is a problem if each try of so long failed, and if there were so many. */
const FAILS_FOR_MS = 10 * MINUTE_MS;
const LEAST_TRIES = { list: 2, statistics: 3 };
/** Nothing is told more often. */
const TOLD_EVERY_MS = HOUR_MS;

/** A read of which each try failed. */
interface Failing {
	since: number;
	tries: number;
	error: unknown;
	/** Whether it is of the cause that does not mend itself, and of which it was when it was told. */
	needsPerson: boolean;
	toldAs?: boolean;
	name: string;
}

/** What is wrong now, or to be said once. */
interface Problem {
	message: string;
	advice: string;
	error?: unknown;
	/** Of the promotions that it is about. */
	names?: readonly string[];
	/** It is told again for each that fails now, or of the other cause, and after so long. If both are left out, it is said once. */
	failing?: readonly Failing[];
	againAfterMs?: number;
}

/** What one trigger could not see, and what of it was told: as failed executions, or in the items of events. */
export class Problems {
	private list?: Failing;
	private statistics = new Map<string, Failing>();
	/** Since when each check left some promotions unread, and how long the first of them has waited. */
	private unreadSince?: number;
	private longestWaitMs = 0;
	/** The names of promotions whose end cannot be seen, by their IDs. */
	private readonly unseen = new Map<string, string>();
	private readonly toSay = new Map<string, Problem>();
	/** When each was told last. */
	private readonly toldAt = new Map<string, number>();
	private lastToldAt = -Infinity;
	/** What was there at the poll before. */
	private keysBefore: ReadonlySet<string> = new Set();
	/** With this error, an outage began in this poll. */
	private unlogged?: unknown;

	/** The list could not be read, or the form or the credential before it, or the poll took too long. */
	addFailedCheck(error: unknown): void {
		if (!this.list) this.unlogged = error;
		this.list = failAgain(this.list, error, needsPerson(error, true));
	}

	/** @param dueAt what was to be read, and since when */
	addGoodCheck({ changes, listed }: ListDiff, dueAt: ReadonlyMap<string, number>): void {
		this.list = undefined;
		this.addStatistics(changes);
		const now = Date.now();
		const read = new Set(changes.filter(({ asked }) => asked).map(({ promotionId }) => promotionId));
		const unread = [...dueAt].filter(([promotionId]) => !read.has(promotionId));
		const since = (this.unreadSince = unread.length > 0 ? (this.unreadSince ?? now) : undefined) ?? now;
		this.longestWaitMs = unread.reduce((longest, [, at]) => Math.max(longest, now - Math.max(at, since)), 0);
		for (const promotionId of this.unseen.keys()) if (listed.has(promotionId)) this.unseen.delete(promotionId);
		for (const change of changes) if (change.isEndUnseen) this.unseen.set(change.promotionId, nameOf(change));
	}

	/** What was not read neither failed nor succeeded, and what is not followed any more is forgotten. */
	private addStatistics(changes: readonly Change[]): void {
		const before = this.statistics;
		this.statistics = new Map();
		for (const change of changes) {
			const { promotionId, asked, problem, record } = change;
			const earlier = before.get(promotionId);
			if (asked === 'failed') {
				const failing = failAgain(earlier, problem, needsPerson(problem, false), nameOf(change));
				this.statistics.set(promotionId, failing);
				if (before.size === 0) this.unlogged ??= problem;
			} else if (!asked && earlier && !record.isLeftOut) this.statistics.set(promotionId, earlier);
		}
	}

	/** What is said once is never said again by itself. */
	say(key: string, message: string, advice: string, names?: readonly string[]): void {
		if (!this.toldAt.has(key)) this.toSay.set(key, { message, advice, names });
	}

	/** It is over before there was room to say it. */
	dropUnsaid(key: string): void {
		this.toSay.delete(key);
	}

	/** Whether a limit was crossed is not known. One fact of the service is one problem for all promotions, until the limits are edited. */
	sayOpenLimit(rate: string, reason: string, change: Change, limits: string): void {
		const key = `limit ${rate} ${reason} ${limits}`;
		const names = [...(this.toSay.get(key)?.names ?? []), nameOf(change)];
		const message = `Whether the limit for ${rate} was crossed is not known for ${nameSome(names)}, because ${reason}`;
		this.say(key, message, 'Look at its statistics. This is said once, not for each promotion.', names);
	}

	/** Says what is due: the items say it, or the poll fails. @param failure what ended the poll early @param warn writes to n8n's log */
	report(
		failure: unknown,
		hasItems: boolean,
		{ occasion, node }: PollCall,
		warn: (text: string) => void,
	): { error?: Error; checkProblem?: string } {
		// An activation must fail visibly: only a successful one stores the starting state.
		if (failure !== undefined && occasion === 'activation by a person') {
			return { error: toPollError(failure, describeProblem(failure, node), node) };
		}
		const now = Date.now();
		const current = this.findCurrent(now, node);
		const maySay = (key: string) =>
			hasItems || occasion === 'schedule' || (occasion === 'maybe registration by n8n' && this.keysBefore.has(key));
		// Absolute, because a clock may be set back.
		const isTooSoon = Math.abs(now - this.lastToldAt) < TOLD_EVERY_MS;
		const due = [...current].filter(([key, problem]) => !isTooSoon && maySay(key) && this.isDue(key, problem, now));
		this.keysBefore = new Set(current.keys());
		const { unlogged } = this;
		this.unlogged = undefined;
		if (due.length === 0) {
			if (unlogged !== undefined) warn(asSentence(describeProblem(unlogged, node).message));
			return {};
		}
		this.lastToldAt = now;
		for (const [key, { failing = [] }] of due) {
			this.toldAt.set(key, now);
			for (const one of failing) one.toldAs = one.needsPerson;
			this.toSay.delete(key);
			if (key === 'unseen') this.unseen.clear();
		}
		const all = due.map(([, problem]) => problem);
		const sentences = all.map(({ message }) => asSentence(message)).join(' ');
		warn(sentences);
		if (hasItems) return { checkProblem: sentences };
		const advice = [...new Set(all.map((problem) => problem.advice))].join(' ');
		// A single message has no period at its end, as all of n8n's.
		const [{ message, error } = { message: '' }, ...others] = all;
		return { error: toPollError(error, { message: others.length > 0 ? sentences : message, advice }, node) };
	}

	private isDue(key: string, { failing = [], againAfterMs = Infinity }: Problem, now: number): boolean {
		const toldAt = this.toldAt.get(key);
		const isToldAgain = failing.some((one) => one.toldAs !== one.needsPerson);
		return toldAt === undefined || isToldAgain || Math.abs(now - toldAt) >= againAfterMs;
	}

	private findCurrent(now: number, node: INode): Map<string, Problem> {
		const current = new Map<string, Problem>();
		if (this.list && isProblem(this.list, LEAST_TRIES.list, now)) {
			const { error } = this.list;
			current.set('list', { ...describeProblem(error, node), error, failing: [this.list], againAfterMs: HOUR_MS });
		}
		const failing = [...this.statistics.values()].filter((one) => isProblem(one, LEAST_TRIES.statistics, now));
		const last = failing.at(-1);
		if (last) {
			const { message, advice } = describeProblem(last.error, node);
			current.set('statistics', {
				message: `The figures of ${nameSome(failing.map(({ name }) => name))} could not be read: ${message}`,
				...{ advice, error: last.error, failing, againAfterMs: DAY_MS },
			});
		}
		// What comes back after it was over is new.
		if (this.longestWaitMs <= DAY_MS) this.toldAt.delete('turn');
		else {
			current.set('turn', {
				message: 'It takes more than a day to read the figures of all promotions once, so events may come that late',
				advice: "Check more often, or watch fewer promotions with 'Name Contains'.",
				againAfterMs: DAY_MS,
			});
		}
		if (this.unseen.size > 0) current.set('unseen', describeUnseen([...this.unseen.values()]));
		return new Map([...current, ...this.toSay]);
	}
}

function describeUnseen(names: readonly string[]): Problem {
	const [exist, are, were, they] =
		names.length === 1 ? ['exists', 'is', 'it was', 'it ends'] : ['exist', 'are', 'they were', 'they end'];
	return {
		message: `${nameSome(names)} no longer ${exist}, or ${are} no longer listed; unless ${were} cancelled, how ${they} cannot be seen`,
		advice: 'Look it up at your provider. If the list shows only the newest promotions, ask for a longer one.',
		againAfterMs: DAY_MS,
	};
}

function failAgain(before: Failing | undefined, error: unknown, isForPerson: boolean, name = ''): Failing {
	const now = Date.now();
	// If the clock was set back, it counts from now.
	const since = Math.min(before?.since ?? now, now);
	return { ...before, since, tries: (before?.tries ?? 0) + 1, error, needsPerson: isForPerson, name };
}

const isProblem = ({ since, tries, error }: Failing, leastTries: number, now: number) =>
	isAtOnce(error) || (tries >= leastTries && now - since >= FAILS_FOR_MS);

const nameOf = ({ promotionId, record: { name } }: Change) => name || promotionId;

/** Three at most, with the number of all. */
function nameSome(names: readonly string[]): string {
	const shown = names.slice(0, 3).map((name) => `“${clipText(name)}”`);
	if (names.length > 3) return `${grouped(names.length)} promotions (${shown.join(', ')}, …)`;
	const last = shown.pop() ?? '';
	return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Whether it is told without waiting whether it passes. */
const isAtOnce = (error: unknown): boolean =>
	error instanceof NodeApiError ? ['401', '403'].includes(error.httpCode ?? '') : !(error instanceof PassingProblem);

/** Whether it does not mend itself. */
const needsPerson = (error: unknown, isOfList: boolean): boolean =>
	isAtOnce(error) || (isOfList && error instanceof NodeApiError && (error.httpCode === '404' || isWebPage(error)));

/** What happened, and what to do next. */
function describeProblem(error: unknown, node: INode): { message: string; advice: string } {
	const { message, description } = asNodeError(error, node);
	return { message, advice: description ?? '' };
}

/** The error to throw from a poll, so that n8n keeps polling. n8n's errors cannot be copied, so this makes another one. */
function toPollError(error: unknown, { message, advice }: { message: string; advice: string }, node: INode) {
	// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
	const shown = message.replace(/authorization/gi, 'authentication');
	if (!(error instanceof NodeApiError)) return asNodeError(new Refusal(shown, advice), node);
	// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so each is marked as temporary.
	const waitMs = Math.min(askedToWaitMs(error), HOUR_MS);
	const cause = isRateLimitError(error) ? 'rate-limited' : 'temporarily-unavailable';
	const failure = { cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) } as const;
	const details = { message: shown, description: advice, httpCode: error.httpCode ?? undefined, failure };
	// The key is already hidden in the texts.
	return toNodeApiError(node, details, (text) => text);
}
