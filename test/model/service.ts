/** A service of plain values: what its campaigns really are at each moment, and what it answers. No request leaves the process. */
import type { IDataObject } from 'n8n-workflow';
import {
	counters,
	NOTHING_SENT,
	statisticsGaps,
	type Answer,
	type Campaign,
	type Condition,
	type Counted,
	type Counter,
	type Counting,
	type ListTrouble,
	type Shown,
	type StatisticsTrouble,
} from './answers';
import type { Given } from './process';

const SILENCE_MS = 70_000;

export class Service {
	readonly campaigns = new Map<string, Campaign>();
	readonly answers: Answer[] = [];
	counting: Counting = 'cumulative';
	listTrouble?: ListTrouble;
	statisticsTrouble?: { kind: StatisticsTrouble; of: 'all' | readonly string[] };
	retryAfterSeconds?: number;
	/** Only so many are listed, the newest. */
	window = Infinity;
	/** How long an answer takes. */
	answerMs = 0;
	/** Every second answer comes from a copy that is so old. */
	lagMs = 0;
	/** Beside what is set above, what a single request meets by chance. */
	chance?: () => 'error' | 'time-out' | undefined;
	private requests = 0;

	constructor(private readonly now: () => number) {}

	add(
		id: string,
		given: Partial<Condition> & { createdAt?: number; endTime?: number; channel?: string } = {},
	): Campaign {
		const { createdAt = this.now(), endTime = 0, channel = 'rcs', ...condition } = given;
		const usual = { name: `Sale ${id}`, status: 'Running', isListed: true, isDeleted: false, reached: NOTHING_SENT };
		const campaign = { id, createdAt, endTime, channel, conditions: [{ ...usual, ...condition, from: this.now() }] };
		this.campaigns.set(id, campaign);
		return campaign;
	}

	become(id: string, change: Partial<Condition> & { endTime?: number }): void {
		const campaign = this.campaigns.get(id);
		const last = campaign?.conditions.at(-1);
		if (!campaign || !last) return;
		const { endTime = campaign.endTime, ...condition } = change;
		campaign.endTime = endTime;
		campaign.conditions.push({ ...last, ...condition, from: this.now() });
	}

	/** What it really was then, if it was there. */
	condition(id: string, at = this.now()): Condition | undefined {
		return this.campaigns.get(id)?.conditions.findLast(({ from }) => from <= at);
	}

	answer(url: string, poll: number): Given {
		const id = /\/([^/?]+)\/stats\?/.exec(url)?.[1];
		const askedAt = this.now();
		this.requests += 1;
		const asOf = askedAt - (this.requests % 2 === 0 ? this.lagMs : 0);
		const mishap = this.chance?.();
		const { given, answer } =
			id === undefined ? this.list(asOf, mishap) : this.statistics(decodeURIComponent(id), asOf, mishap);
		const afterMs = given.afterMs || this.answerMs;
		const kept: Answer = {
			poll,
			askedAt,
			at: askedAt + afterMs,
			...(id !== undefined && { id: decodeURIComponent(id) }),
			...answer,
		};
		this.answers.push(kept);
		const giveUp = (after: number) =>
			Object.assign(kept, { result: 'failed', at: askedAt + after, shown: undefined, sent: undefined });
		return { ...given, afterMs, giveUp };
	}

	private list(asOf: number, mishap?: ListTrouble) {
		const trouble = mishap ?? this.listTrouble;
		switch (trouble) {
			case undefined:
				return this.goodList(this.listed(asOf));
			case 'empty':
			case 'null':
				return this.goodList(new Map(), trouble === 'null' ? '{"promotions":null}' : undefined);
			case 'foreign': {
				const createdAt = asOf - 30 * 24 * 3_600_000;
				const others = Array.from(
					{ length: 12 },
					(_, index) => [`other-${index}`, { name: 'Of others', status: 'Completed', createdAt, endTime: 0 }] as const,
				);
				return this.goodList(new Map(others));
			}
			case 'no list':
				return failed({ status: 200, body: '{"data":[]}' });
			case 'no IDs':
				return failed({ status: 200, body: '{"promotions":[{"name":"a"},{"name":"b"}]}' });
			default:
				return this.trouble(trouble);
		}
	}

	private goodList(shown: ReadonlyMap<string, Shown>, text?: string) {
		return {
			given: { afterMs: 0, status: 200, body: text ?? this.listBody(shown) },
			answer: { result: 'good' as const, shown },
		};
	}

	/** The newest first. */
	listed(asOf: number): Map<string, Shown> {
		const all: Array<[string, Shown]> = [];
		for (const { id, createdAt, endTime, channel, conditions } of this.campaigns.values()) {
			const condition = conditions.findLast(({ from }) => from <= asOf);
			if (!condition?.isListed || channel !== 'rcs') continue;
			all.push([id, { name: condition.name, status: condition.status, createdAt, endTime }]);
		}
		all.sort(([, a], [, b]) => b.createdAt - a.createdAt);
		return new Map(this.window < all.length ? all.slice(0, this.window) : all);
	}

	private listBody(shown: ReadonlyMap<string, Shown>): string {
		const promotions = [...shown].map(([promotionId, { name, status, createdAt, endTime }]) => ({
			promotionId,
			name: name || null,
			channelType: 'rcs',
			status: status || null,
			promotionEndTime: endTime,
			createdDate: createdAt,
		}));
		for (const { id, createdAt, channel } of this.campaigns.values()) {
			if (channel === 'rcs') continue;
			promotions.push({
				promotionId: id,
				name: 'Elsewhere',
				channelType: channel,
				status: 'Completed',
				promotionEndTime: 0,
				createdDate: createdAt,
			});
		}
		return JSON.stringify({ promotions });
	}

	private statistics(id: string, asOf: number, mishap?: StatisticsTrouble) {
		const { kind, of } = this.statisticsTrouble ?? {};
		const trouble = mishap ?? (of === 'all' || of?.includes(id) ? kind : undefined);
		const condition = this.condition(id, asOf);
		const isThere = condition !== undefined && !condition.isDeleted;
		if (trouble && !(statisticsGaps as readonly string[]).includes(trouble)) return this.trouble(trouble);
		if (!isThere || trouble === 'not found') return none(404, '{}');
		if (trouble === 'empty list') return none(200, '[]');
		if (trouble === 'null') return none(200, 'null');
		const { reached } = condition;
		if (trouble === 'empty object' || !reached) return none(200, '{}');
		const shown: Record<string, unknown> = this.counted(reached);
		const lacking = /^lacks (.*)/.exec(trouble ?? '')?.[1];
		if (lacking !== undefined) delete shown[lacking];
		if (trouble === 'nonsense') shown.delivered = -1;
		const sent = Object.fromEntries(
			counters.map((counter) => [counter, Number(shown[counter] ?? -1) < 0 ? null : Number(shown[counter])]),
		) as Record<Counter, number | null>;
		const body = JSON.stringify({ ...shown, statsReport: [] });
		return {
			given: { afterMs: 0, status: 200, body },
			answer: { result: 'good' as const, sent, reached, isNonsense: trouble === 'nonsense' },
		};
	}

	private counted(reached: Counted): Counted {
		if (this.counting === 'cumulative') return { ...reached };
		const { sent, delivered, read } = reached;
		return { ...reached, sent: sent - delivered, delivered: delivered - read };
	}

	private trouble(kind: string) {
		const headers: IDataObject =
			this.retryAfterSeconds === undefined ? {} : { 'retry-after': String(this.retryAfterSeconds) };
		const retryAfterMs = /^limited/.test(kind) ? 1000 * (this.retryAfterSeconds ?? 0) : undefined;
		const given: Record<string, Partial<Given>> = {
			error: { status: 500 },
			down: { status: 502 },
			'time-out': { afterMs: SILENCE_MS, code: 'ETIMEDOUT' },
			reset: { code: 'ECONNRESET' },
			refused: { status: 401 },
			forbidden: { status: 403 },
			'not found': { status: 404 },
			'web page': { status: 200, body: '<!doctype html><html><body>Sign in</body></html>' },
			limited: { status: 429, headers },
			// Without the header, it would be any 503.
			'limited by 503': { status: 503, headers: { 'retry-after': String(this.retryAfterSeconds ?? 30) } },
		};
		return failed({ status: 500, ...given[kind] }, kind === 'refused' || kind === 'forbidden', retryAfterMs);
	}
}

const failed = (given: Partial<Given> & { status: number }, isRefusal = false, retryAfterMs?: number) => ({
	given: { afterMs: 0, body: '{}', ...given },
	answer: { result: 'failed' as const, isRefusal, ...(retryAfterMs !== undefined && { retryAfterMs }) },
});

const none = (status: number, body: string) => ({
	given: { afterMs: 0, status, body },
	answer: { result: 'none' as const, isNotFound: status === 404 },
});

/** So many were attempted; of them so many failed, and of the rest all were delivered and half of them read. */
export function figures(attempted: number, failedOf = 0, change: Partial<Counted> = {}): Counted {
	const sent = attempted - failedOf;
	const read = Math.floor(sent / 2);
	return { attempted, failed: failedOf, sent, delivered: sent, read, interacted: 0, optout: 0, ...change };
}

/** How many reached each stage, if each message counts once, under its latest state. */
export const reachedSeparately = (shown: Counted): Counted => {
	const delivered = shown.delivered + shown.read;
	return { ...shown, delivered, sent: shown.sent + delivered };
};
