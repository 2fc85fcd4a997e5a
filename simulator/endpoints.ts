import { answerOf, refuse, textAnswer, type Answer } from './answer';
import { contentTypeOf, headersWithoutKey, receiveJson, type Accept, type Exchange } from './exchange';
import type { StoredPromotion } from './shapes';

/** The endpoints for promotions that exist: list, statistics, report and status change. */

export function prepareList({ simulation: { settings, promotions }, faults }: Exchange): Accept {
	return () => {
		const withoutArray = faults.some(({ kind }) => kind === 'noPromotionsArray');
		const shown = faults.some(({ kind }) => kind === 'emptyList') ? [] : promotions.listed();
		return answerOf(settings.accepted.list, withoutArray ? { count: 0 } : { promotions: shown }, settings);
	};
}

export function prepareStats(exchange: Exchange): Accept {
	const { promotions, settings } = exchange.simulation;
	const promotion = wantedPromotion(exchange);
	if (settings.statsBeforeStart === 'refused' && promotions.countersNotReady(promotion)) {
		refuse('unknownPromotion', 'There are no statistics before the promotion has started.');
	}
	return () => {
		const counted = { ...promotions.counters(promotion), statsReport: promotions.statsReport(promotion) };
		return answerOf(settings.accepted.stats, counted, settings);
	};
}

export function prepareReport(exchange: Exchange): Accept {
	const { promotions, settings } = exchange.simulation;
	const promotion = wantedPromotion(exchange);
	const early = promotions.reportNotReady(promotion) ? settings.reportBeforeStart : undefined;
	if (early === 'refused') refuse('unknownPromotion', 'There is no report before the promotion has started.');
	return (): Answer => {
		const answer = textAnswer(settings.accepted.report, settings.csvType, '');
		if (early === 'empty') return answer;
		const report = promotions.report(promotion);
		return { ...answer, body: report, transport: report.options.transport };
	};
}

const phaseByStatus = { Stopped: 'stopped', Cancelled: 'cancelled' } as const;

export async function preparePatch(exchange: Exchange): Promise<Accept> {
	const { simulation, request, record } = exchange;
	const { settings, promotions } = simulation;
	if (contentTypeOf(request) !== 'application/json') {
		refuse('unsupportedType', 'A status change is sent as application/json.', 'content-type');
	}
	const { bodyText, body } = await receiveJson(exchange);
	for (const name of Object.keys(body)) {
		if (name !== 'type' && name !== 'status') refuse('invalid', `A status change has no field ${name}.`, name);
	}
	if (body.type !== 'status') refuse('invalid', 'The field type has to be status.', 'type');
	const status = body.status;
	if (status !== 'Stopped' && status !== 'Cancelled') {
		refuse('invalid', 'The field status has to be Stopped or Cancelled.', 'status');
	}
	const promotion = wantedPromotion(exchange);
	if (!promotions.mayBeHalted(promotion)) {
		refuse('notInPreparation', 'The status can be changed only during the preparation phase.', 'status');
	}
	return () => {
		promotions.put(promotion, phaseByStatus[status]);
		const { promotionId } = promotion;
		const headers = headersWithoutKey(request);
		simulation.accept(record, { kind: 'patch', promotionId, body, bodyText, headers });
		return answerOf(settings.accepted.patch, promotions.full(promotion), settings);
	};
}

function wantedPromotion({ simulation, route }: Exchange): StoredPromotion {
	return (
		simulation.promotions.find(route.promotionId ?? '') ??
		refuse('unknownPromotion', 'There is no such promotion in this account.', 'promotionId')
	);
}
