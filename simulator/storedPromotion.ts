import { livedBefore, type Life } from './life';
import type { ReportSubject } from './reportRows';
import { noCounters } from './statistics';
import type { Counters, JsonObject, LifeDurations, NewPromotion, ReportOptions, RetryCounters } from './types';

export interface StoredPromotion {
	promotionId: string;
	name: string;
	order: number;
	createdAt: number;
	startsAt: number;
	promotionType: string;
	/** From this moment the list shows it. */
	listedAt: number;
	origin: 'launch' | 'control';
	life: Life;
	recipients: number;
	targetListId: string;
	targetListName: string;
	template: JsonObject;
	overrides: JsonObject;
	contacts: ReportSubject['contacts'];
	fixedStatus: string | undefined;
	fixedCounters: Counters | undefined;
	fixedStatsReport: RetryCounters[] | undefined;
	reportOptions: Partial<ReportOptions>;
	/** The summary as last rendered; a list of thousands is joined from these. */
	rendered: { status: string; completedAt: number | null; text: string } | undefined;
}

const defaultTemplate: JsonObject = { name: 'spring_offer', id: 'tpl-1', language: 'en', components: [] };

export interface Origin {
	promotionId: string;
	order: number;
	now: number;
	origin: StoredPromotion['origin'];
	durations: LifeDurations;
	contacts: ReportSubject['contacts'];
}

export function createStored(given: NewPromotion, from: Origin): StoredPromotion {
	const { order, contacts, origin, promotionId } = from;
	const createdAt = given.createdAt ?? from.now;
	const startsAt = given.startsAt ?? createdAt;
	const automatic = given.automatic ?? false;
	const phase = given.phase ?? (automatic ? 'preparation' : 'running');
	const durations = { ...from.durations, ...given.durations };
	// One that is put into a later phase begins it now; any other has lived since it started.
	const beginsNow = automatic && phase !== 'preparation';
	return {
		promotionId,
		name: given.name ?? `Promotion ${order}`,
		order,
		createdAt,
		startsAt,
		promotionType: given.promotionType ?? 'IMMEDIATE',
		listedAt: given.listedAt ?? createdAt,
		origin,
		life: {
			automatic,
			phase,
			livedMs: beginsNow ? livedBefore(phase, durations) : 0,
			since: beginsNow ? from.now : startsAt,
			durations,
		},
		recipients: given.recipients ?? given.report?.rows ?? 1000,
		targetListId: `list-${order}`,
		targetListName: given.targetListName ?? `List ${order}`,
		template: storedTemplate(given.template ?? defaultTemplate),
		overrides: given.overrides ?? {},
		contacts,
		fixedStatus: given.status,
		fixedCounters: given.counters ? { ...noCounters, ...given.counters } : undefined,
		fixedStatsReport: given.statsReport,
		reportOptions: given.report ?? {},
		rendered: undefined,
	};
}

/** The template as the full shape shows it: the launched one with a category, and a file name beside each media URL. */
export function storedTemplate(launched: JsonObject): JsonObject {
	return { category: 'MARKETING', components: [], ...(withFileNames(launched) as JsonObject) };
}

function withFileNames(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withFileNames);
	if (typeof value !== 'object' || value === null) return value;
	const copy: Record<string, unknown> = {};
	for (const [key, inner] of Object.entries(value)) copy[key] = withFileNames(inner);
	if (typeof copy.mediaUrl === 'string') copy.fileName = copy.mediaUrl.split(/[?#]/)[0]?.split('/').pop() ?? '';
	return copy;
}
