import type { Life } from './life';
import { timestamp } from './personalities';
import type { Contact } from './reportRows';
import type { Settings } from './settings';
import type { Counters, JsonObject, NewPromotion, RetryCounters } from './types';

/** What only a launch says. */
export interface Launched {
	startsAt?: number;
	/** From this moment the list shows it. */
	listedAt?: number;
	promotionType?: string;
	targetListName?: string;
	template?: JsonObject;
	contacts?: readonly Contact[];
}

/** What was not given stays undefined where it follows from the clock. */
export interface StoredPromotion extends Required<Launched> {
	promotionId: string;
	name: string;
	order: number;
	createdAt: number;
	life: Life;
	recipients: number;
	status?: string;
	counters?: Counters;
	statsReport?: RetryCounters[];
	report: NonNullable<NewPromotion['report']>;
	overrides: JsonObject;
}

/** The two shapes in which the document returns a promotion. */

interface ShapeContext {
	settings: Settings;
	accountId: string;
	status: string;
	endedAt: number | null;
}

export function summaryShape(promotion: StoredPromotion, context: ShapeContext): JsonObject {
	const { settings, accountId, status, endedAt } = context;
	return {
		promotionId: promotion.promotionId,
		businessId: `business-${accountId}`,
		accountId,
		name: promotion.name,
		channelType: 'rcs',
		status,
		createdBy: settings.createdBy,
		promotionType: promotion.promotionType,
		targetSource: 'CSV',
		targetType: 'CONTACT_LIST',
		flowId: settings.flow?.id ?? null,
		flowName: settings.flow?.name ?? null,
		promotionBase: null,
		attributionWindow: 0,
		promotionEndTime: endedAt === null ? 0 : timestamp(settings, endedAt),
		createdDate: timestamp(settings, promotion.createdAt),
		...promotion.overrides,
	};
}

export const inOtherChannel = (summary: JsonObject): JsonObject => ({
	...summary,
	promotionId: `whatsapp-${String(summary.promotionId)}`,
	channelType: 'whatsapp',
	status: 'Running',
});

export function fullShape(promotion: StoredPromotion, context: ShapeContext): JsonObject {
	const { settings, accountId, status, endedAt } = context;
	const created = timestamp(settings, promotion.createdAt);
	return {
		promotionId: promotion.promotionId,
		businessId: `business-${accountId}`,
		accountId,
		name: promotion.name,
		targetListId: `list-${promotion.order}`,
		targetListName: promotion.targetListName,
		phoneNumberId: 'agent-1',
		template: { category: 'MARKETING', components: [], ...promotion.template },
		createdDate: created,
		startTime: created,
		mostRecentStartTime: status === 'Cancelled' ? 0 : created,
		status,
		createdBy: settings.createdBy ?? 'user-1',
		promotionType: promotion.promotionType,
		scheduleTime: promotion.promotionType === 'IMMEDIATE' ? '0' : String(timestamp(settings, promotion.startsAt)),
		targetSource: 'CSV',
		tagSearchCriteria: 'ANY',
		retryPromotion: settings.tries.count > 1,
		maxRetries: Math.max(0, settings.tries.count - 1),
		retriesLeft: 0,
		channelType: 'rcs',
		batchSize: 0,
		batchTimer: 0,
		subscriberLimitPerGroup: 0,
		attributionWindow: 0,
		utilityTemplateIndex: 0,
		staggered: false,
		callCampaign: false,
		stopOnCategoryUpdate: false,
		promotionBase: 'TEMPLATE',
		promotionEndTime: endedAt === null ? 0 : timestamp(settings, endedAt),
		...promotion.overrides,
	};
}
