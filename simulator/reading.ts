import { refuse, textAnswer, type Answer } from './answer';
import type { Accept, Exchange } from './exchange';
import type { StoredPromotion } from './storedPromotion';

/** The three endpoints that only read: list, statistics and report. */

export function prepareList(exchange: Exchange): Accept {
	const { personality, promotions } = exchange.simulation;
	return () => {
		const withoutArray = exchange.faults.find((fault) => fault.kind === 'noPromotionsArray');
		const shown = exchange.faults.some(({ kind }) => kind === 'emptyList') ? [] : promotions.listed();
		const text = withoutArray ? (withoutArray.body ?? '{"count":0}') : `{"promotions":[${shown.join(',')}]}`;
		return textAnswer(personality.successStatus.list, personality.jsonContentType, text);
	};
}

export function prepareStats(exchange: Exchange): Accept {
	const { personality, promotions, settings } = exchange.simulation;
	const promotion = wantedPromotion(exchange);
	if (settings.statsBeforeStart === 'refused' && promotions.countersNotReady(promotion)) {
		refuse('unknownPromotion', 'There are no statistics before the promotion has started.');
	}
	return () => {
		const text = JSON.stringify({
			...promotions.counters(promotion),
			statsReport: promotions.statsReport(promotion),
		});
		return textAnswer(personality.successStatus.stats, personality.jsonContentType, text);
	};
}

export function prepareReport(exchange: Exchange): Accept {
	const { personality, promotions } = exchange.simulation;
	const promotion = wantedPromotion(exchange);
	const notReady = promotions.reportNotReady(promotion);
	if (notReady && personality.reportInPreparation === 'refused') {
		refuse('unknownPromotion', 'There is no report before the promotion has started.');
	}
	return (): Answer => {
		const status = personality.successStatus.report;
		if (notReady && personality.reportInPreparation === 'empty') {
			return textAnswer(status, personality.csvContentType, '');
		}
		const report = promotions.report(promotion);
		return {
			status,
			headers: personality.csvContentType === null ? {} : { 'content-type': personality.csvContentType },
			body: report,
			transport: report.options.transport,
		};
	};
}

export function wantedPromotion({ simulation, route }: Exchange): StoredPromotion {
	const promotion = simulation.promotions.find(route.promotionId ?? '');
	if (!promotion) refuse('unknownPromotion', 'There is no such promotion in this account.', 'promotionId');
	return promotion;
}
