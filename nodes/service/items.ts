import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from './promotions';
import { ratesOf, type Statistics } from './statistics';
import type { Promotion } from './types';

/** n8n takes an item with a top-level "error" for a failed one, so the service's own field of this name is renamed. */
export function withoutErrorKey(json: IDataObject): IDataObject {
	if (!('error' in json)) return json;
	const { error, ...others } = json;
	return { ...others, serviceError: error };
}

export function promotionItem(accountId: string, promotion: Promotion, simplify: boolean): IDataObject {
	if (simplify) return { accountId, ...simplifiedPromotion(promotion) };
	return withoutErrorKey({ ...promotion, accountId });
}

export function statisticsItem(ids: IDataObject, statistics: Statistics, simplify: boolean): IDataObject {
	if (!simplify) return withoutErrorKey({ ...statistics.raw, ...ids });
	const retries = statistics.retries.map((retry) => ({ ...retry, ...ratesOf(retry) }));
	return { ...ids, ...statistics.counters, ...ratesOf(statistics.counters), retries };
}

/** One item for each attempt of the service to reach the recipients. */
export function retryItems(ids: IDataObject, statistics: Statistics): IDataObject[] {
	return statistics.retries.map((retry) => ({ ...ids, ...retry, ...ratesOf(retry) }));
}
