import type { Personality } from './personalities';
import type { StoredPromotion } from './storedPromotion';
import type { JsonObject } from './types';

/** The two shapes in which the document returns a promotion. */

export interface ShapeContext {
	personality: Personality;
	accountId: string;
	status: string;
	completedAt: number | null;
}

const stampOrZero = (personality: Personality, time: number | null) =>
	time === null ? 0 : personality.timestamp(time);

export function summaryShape(promotion: StoredPromotion, context: ShapeContext): JsonObject {
	const { personality, accountId, status, completedAt } = context;
	return {
		promotionId: promotion.promotionId,
		businessId: `business-${accountId}`,
		accountId,
		name: promotion.name,
		channelType: 'rcs',
		status,
		createdBy: personality.createdBy,
		promotionType: 'IMMEDIATE',
		targetSource: 'CSV',
		targetType: 'CONTACT_LIST',
		flowId: personality.flow?.id ?? null,
		flowName: personality.flow?.name ?? null,
		promotionBase: null,
		attributionWindow: 0,
		promotionEndTime: stampOrZero(personality, completedAt),
		createdDate: personality.timestamp(promotion.createdAt),
		...promotion.overrides,
	};
}

export function fullShape(promotion: StoredPromotion, context: ShapeContext): JsonObject {
	const { personality, accountId, status, completedAt } = context;
	const created = personality.timestamp(promotion.createdAt);
	return {
		promotionId: promotion.promotionId,
		businessId: `business-${accountId}`,
		accountId,
		name: promotion.name,
		targetListId: promotion.targetListId,
		targetListName: promotion.targetListName,
		phoneNumberId: 'agent-1',
		template: promotion.template,
		createdDate: created,
		startTime: created,
		mostRecentStartTime: status === 'Cancelled' ? 0 : created,
		status,
		createdBy: personality.createdBy ?? 'user-1',
		promotionType: 'IMMEDIATE',
		scheduleTime: '0',
		targetSource: 'CSV',
		tagSearchCriteria: 'ANY',
		retryPromotion: personality.retryEntries.count > 1,
		maxRetries: Math.max(0, personality.retryEntries.count - 1),
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
		promotionEndTime: stampOrZero(personality, completedAt),
		...promotion.overrides,
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
