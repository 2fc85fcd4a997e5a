/** Checks of the trigger one after the other, with a clock and a service that are plain values. Nothing in it knows how the trigger works. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/RcsPromotionTrigger/events';
import { readSettings } from '../../../nodes/RcsPromotionTrigger/form';
import { runPoll } from '../../../nodes/RcsPromotionTrigger/poll';
import type { TriggerSettings } from '../../../nodes/RcsPromotionTrigger/settings';
import { Store } from '../../../nodes/RcsPromotionTrigger/store';
import { timeouts } from '../../../nodes/service/timeouts';
import { Database, Process, type Ending, type Mode, type Poll, type Registration } from '../../model/host';
import { pollContext, streamOf } from '../../model/process';
import { START } from '../../model/time';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export { START };

export const allEvents = Object.keys(EVENTS);

/** The settings of a form in which these values stand. */
export function settingsOf(values: Record<string, unknown>): TriggerSettings {
	return readSettings({
		getNodeParameter: (name: string, usual: unknown) => (name in values ? values[name] : usual),
		getTimezone: () => 'UTC',
		getNode: () => ({ name: 'Trigger' }),
	} as unknown as IPollFunctions);
}

/** Tests move it by hand. */
let now = START;
/** Call this once in a test file that plays timelines. */
export function playsTimelines(): void {
	// A failed read is tried once more without a pause.
	const { firstRetryMs } = timeouts;
	const real = Date.now;
	beforeEach(() => {
		now = START;
		Date.now = () => now;
		Object.assign(timeouts, { firstRetryMs: 0 });
	});
	afterEach(() => {
		Date.now = real;
		Object.assign(timeouts, { firstRetryMs });
	});
}

/** As the service has them. */
export type Listed = IDataObject & { promotionId: string };
export const promotion = (promotionId: string, status: unknown, more: IDataObject = {}): Listed => {
	return { promotionId, name: `Name of ${promotionId}`, status: status as string, createdDate: START, ...more };
};

const NAMES = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'];
/** All that are not given are 0. */
export const counters = (given: Record<string, unknown> = {}): Record<string, unknown> =>
	Object.fromEntries(NAMES.map((name) => [name, name in given ? given[name] : 0]));

/** Counters, a status other than 200, or the text of an answer. */
type Statistics = Record<string, unknown> | number | string;

interface Answer {
	status: number;
	body: string;
	headers?: Record<string, string>;
}

/** What the service shows. */
interface Service {
	list: Listed[];
	/** If set, the list is not answered with what it holds. */
	listAnswer?: Answer;
	statistics: Map<string, Statistics>;
}

/** For each poll by itself, because polls may overlap. */
const waiting = new AsyncLocalStorage<Promise<void>>();

/** n8n polls the trigger in it, and what its service shows. */
export class Timeline extends Process {
	/** How long each request for statistics takes. */
	answerMs = 0;
	/** Whether the first try of each read fails. */
	hiccups = false;
	private readonly tried = new Set<string>();
	/** The service lets so many of them through in a check. */
	allowed = Infinity;
	/** How long it asks to wait where it refuses statistics, in seconds. */
	retryAfter?: number;
	/** The requests for statistics of the last check, in order. */
	asked: string[] = [];
	listRequests = 0;
	thrown?: Error & { description?: string };
	/** The messages of all checks that failed. */
	readonly failures: string[] = [];
	readonly log: string[] = [];
	accountId = 'acme';
	counters = 'detect';
	/** Older versions of n8n do not say how long they wait. */
	namesBudget = true;
	private readonly store = new Store();

	constructor(
		public parameters: Record<string, unknown> = { events: allEvents },
		readonly keeps: Mode = 'memory',
		database = new Database(),
		private readonly service: Service = { list: [], statistics: new Map() },
	) {
		super(database, keeps);
	}

	get list(): Listed[] {
		return this.service.list;
	}

	set list(list: Listed[]) {
		this.service.list = list;
	}

	get listAnswer(): Answer | undefined {
		return this.service.listAnswer;
	}

	set listAnswer(answer: Answer | undefined) {
		this.service.listAnswer = answer;
	}

	get statistics(): Service['statistics'] {
		return this.service.statistics;
	}

	set statistics(statistics: Service['statistics']) {
		this.service.statistics = statistics;
	}

	get time(): number {
		return now;
	}

	set time(time: number) {
		now = time;
	}

	/** The list is answered with what it shows when it is asked for, and not before `finish` is called. */
	override begin(activation?: string, node?: string) {
		let answer = () => {};
		const answered = new Promise<void>((resolve) => (answer = resolve));
		const { finish } = waiting.run(answered, () => super.begin(activation, node));
		return {
			finish: async (ending?: Ending) => {
				answer();
				return await finish(ending);
			},
		};
	}

	/** One check after so many minutes; what it emits. @param activation if n8n registers the trigger, why */
	async poll(minutes = 1, activation?: string): Promise<IDataObject[]> {
		now += minutes * MINUTE;
		this.asked = [];
		const isFirst = this.database.turns === 0;
		const { items, thrown } = await this.begin(activation ?? (isFirst ? 'activate' : undefined)).finish();
		this.thrown = thrown;
		if (thrown) this.failures.push(thrown.message);
		return items;
	}

	/** The same in short. */
	async events(minutes = 1, activation?: string): Promise<string[]> {
		const items = await this.poll(minutes, activation);
		return items.map(({ event, promotionId }) => `${String(promotionId)} ${String(event)}`);
	}

	/** Checks once a minute, or as often as said; all that they emit. */
	async during(minutes: number, every = 1): Promise<string[]> {
		const all: string[] = [];
		for (let passed = 0; passed < minutes; passed += every) all.push(...(await this.events(every)));
		return all;
	}

	change(promotionId: string, status: string): void {
		this.list = this.list.map((one) => (one.promotionId === promotionId ? { ...one, status } : one));
	}

	remove(...promotionIds: string[]): void {
		this.list = this.list.filter(({ promotionId }) => !promotionIds.includes(promotionId));
	}

	/** Another process goes on with what n8n stored, beside the same service. */
	next(): Timeline {
		return new Timeline(this.parameters, this.keeps, this.database, this.service);
	}

	protected register(registration: Registration): Poll {
		const context = this.contextOf(registration);
		return async () => await runPoll(context, this.store);
	}

	protected contextOf(registration: Registration): IPollFunctions {
		return pollContext(registration, {
			parameters: () => this.parameters,
			credential: () => {
				const { accountId, counters: stated } = this;
				return { baseUrl: 'https://rcs.example.com', accountId, apiKey: 'key-of-test', counters: stated };
			},
			warn: (text) => this.log.push(text),
			request: async ({ url }) => {
				const { status, headers = {}, body } = await this.answer(url);
				return { statusCode: status, headers, body: streamOf(body) };
			},
			namesBudget: this.namesBudget,
		});
	}

	private async answer(url: string): Promise<Answer> {
		const isHiccup = this.hiccups && !this.tried.delete(url);
		if (isHiccup) {
			this.tried.add(url);
			return { status: 503, body: '' };
		}
		const promotionId = /\/([^/]+)\/stats\?/.exec(url)?.[1];
		if (promotionId === undefined) {
			this.listRequests += 1;
			const answer = this.listAnswer ?? { status: 200, body: JSON.stringify({ promotions: this.list }) };
			await waiting.getStore();
			return answer;
		}
		const isAllowed = this.asked.push(promotionId) <= this.allowed;
		// Those that begin together end together.
		const endsAt = now + this.answerMs;
		await new Promise((resolve) => setImmediate(resolve));
		now = Math.max(now, endsAt);
		const found = isAllowed ? (this.statistics.get(promotionId) ?? 500) : 429;
		const headers = this.retryAfter === undefined ? undefined : { 'retry-after': String(this.retryAfter) };
		if (typeof found === 'number') return { status: found, body: '', headers };
		return { status: 200, body: typeof found === 'string' ? found : JSON.stringify(found) };
	}
}

/** Those that were there, called p1, p2 and so on. @param answer to each request for statistics */
export async function running(
	statuses: unknown[],
	events: string[],
	answer: Statistics = 500,
	more: Record<string, unknown> = {},
): Promise<Timeline> {
	const timeline = new Timeline({ events, ...more });
	timeline.list = statuses.map((status, index) => promotion(`p${index + 1}`, status));
	timeline.statistics = new Map(timeline.list.map(({ promotionId }) => [promotionId, answer]));
	expect(await timeline.events()).toEqual([]);
	return timeline;
}

/** One promotion that was there, with these events chosen. */
export const watching = async (
	events: string[],
	{ thresholds, filters, ...options }: IDataObject = {},
	status = 'Running',
): Promise<Timeline> => await running([status], events, counters(), { options, thresholds, filters });

/** The figures it has at the next check; the events of that. */
export async function show(timeline: Timeline, given: Record<string, unknown>, minutes = 1): Promise<string[]> {
	timeline.statistics.set('p1', counters(given));
	return (await timeline.events(minutes)).map((event) => event.replace('p1 ', ''));
}
