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
		promotionType: promotion.promotionType,
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
		promotionType: promotion.promotionType,
		scheduleTime: promotion.promotionType === 'IMMEDIATE' ? '0' : String(personality.timestamp(promotion.startsAt)),
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
