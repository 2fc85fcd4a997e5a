import { refuse, textAnswer } from './answer';
import { headersWithoutKey, receive, type Accept, type Exchange } from './exchange';
import { wantedPromotion } from './reading';
import type { JsonObject } from './types';

/** The status change: stop or cancel. */

const longestBody = 64 * 1024;

const phaseByStatus = { Stopped: 'stopped', Cancelled: 'cancelled' } as const;

export async function preparePatch(exchange: Exchange): Promise<Accept> {
	const { simulation, request, record } = exchange;
	const { personality, promotions, ledger, log, clock } = simulation;
	const contentType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (contentType !== 'application/json') {
		refuse('unsupportedType', 'A status change is sent as application/json.', 'content-type');
	}
	const pieces: Buffer[] = [];
	for await (const piece of receive(exchange)) {
		pieces.push(piece);
		if (record.receivedBytes > longestBody) refuse('invalid', 'The body of a status change is far too long.');
	}
	const bodyText = Buffer.concat(pieces).toString('utf8');
	const body = parseObject(bodyText);
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
		promotions.halt(promotion, phaseByStatus[status]);
		const written = ledger.append({
			kind: 'patch',
			requestSequence: record.sequence,
			clockTime: clock.now(),
			promotionId: promotion.promotionId,
			body,
			bodyText,
			headers: headersWithoutKey(request),
		});
		record.ledgerSequence = written.sequence;
		record.stage = 'accepted';
		log.tell(record);
		const full = JSON.stringify(promotions.full(promotion));
		return textAnswer(personality.successStatus.patch, personality.jsonContentType, full);
	};
}

export function parseObject(text: string): JsonObject {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		refuse('invalid', 'The body is not JSON.', 'body');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		refuse('invalid', 'The body has to be a JSON object.', 'body');
	}
	return value as JsonObject;
}
