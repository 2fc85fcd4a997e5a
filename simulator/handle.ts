import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, RefusedRequest, refuse, send, serviceIsDown, type Answer } from './answer';
import { prepareList, preparePatch, prepareReport, prepareStats } from './endpoints';
import { headersWithoutKey, keyOf, receive, type Accept, type Exchange } from './exchange';
import { isModifying, type FaultMoment } from './faults';
import { prepareLaunch } from './launching';
import type { RequestRecord } from './ledger';
import { modify, momentOfFault, answerFault } from './faultAnswers';
import { checkQuery, findRoute, type Route, type RouteResult } from './routes';
import type { Simulation } from './simulation';
import type { EndpointName } from './types';

const prepareByEndpoint: Record<EndpointName, (exchange: Exchange) => Accept | Promise<Accept>> = {
	launch: prepareLaunch,
	list: prepareList,
	report: prepareReport,
	stats: prepareStats,
	patch: preparePatch,
};

/** One request from its headers to the last byte of its answer. */
export async function handle(
	simulation: Simulation,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const found = findRoute(request.method ?? '', request.url ?? '', simulation.basePath);
	const record = openRecord(simulation, request, response, found);
	try {
		const answer = await serve({ simulation, request, response, record, faults: [] }, found);
		if (answer !== 'done') await deliver(simulation, response, record, answer);
	} catch (fault) {
		// The connection is gone, by the client's will or ours: there is nobody to answer.
		if (request.socket.destroyed) return;
		record.refusal = (fault as Error).message;
		// An upload that is refused is read to its end, so that the client gets to read the answer.
		const isOver = request.readableEnded || request.destroyed;
		for await (const _piece of isOver ? [] : receive({ request, record })) continue;
		await deliver(simulation, response, record, refusalAnswer(simulation, fault));
	}
}

async function serve(given: Omit<Exchange, 'route'>, route: RouteResult): Promise<Answer | 'done'> {
	if ('missing' in route) {
		if (route.missing === 'method') refuse('wrongMethod', 'This path does not know that method.');
		if (route.missing === 'encoding') refuse('invalid', 'The path is not percent-encoded correctly.');
		return refuse('unknownPath', 'There is nothing at this path.');
	}
	const { simulation } = given;
	const faults = simulation.faults.take(route.endpoint, route.promotionId);
	const exchange: Exchange = { ...given, route, faults };
	if (simulation.clock.now() < simulation.downUntil) return serviceIsDown();
	for (const fault of faults) {
		if (fault.kind !== 'latency') continue;
		await sleep(fault.milliseconds, undefined, { signal: simulation.stopping.signal }).catch(() => undefined);
	}
	const answering = faults.find((fault) => !isModifying(fault));
	const faultAt = async (moment: FaultMoment) =>
		answering && momentOfFault(answering) === moment ? await answerFault(exchange, answering) : undefined;

	const early = await faultAt('onArrival');
	if (early) return early;
	checkRequest(exchange);
	const accept = await prepareByEndpoint[route.endpoint](exchange);
	const before = await faultAt('beforeAccepting');
	if (before) return before;
	const answer = accept();
	return (await faultAt('afterAccepting')) ?? modify(answer, exchange);
}

/** The rules that hold for every endpoint. */
function checkRequest({ simulation, request, record, route }: Exchange): void {
	const { headers } = request;
	if (record.key === 'missing') refuse('missingKey', 'The header x-api-key is missing.', 'x-api-key');
	if (record.key === 'wrong') refuse('wrongKey', 'The API key is not valid for this account.', 'x-api-key');
	if (headers.authorization !== undefined) {
		refuse('invalid', 'The only scheme is x-api-key; the header Authorization is not used.', 'authorization');
	}
	if (route.accountId !== simulation.accountId) {
		refuse('wrongAccount', 'The account in the path is not one this key may use.', 'accountId');
	}
	checkQuery(route);
	const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
	if (route.method === 'GET' && hasBody) refuse('invalid', 'A request that only reads has no body.', 'body');
}

function openRecord(
	{ log, settings }: Simulation,
	request: IncomingMessage,
	response: ServerResponse,
	found: RouteResult,
): RequestRecord {
	const route: Route | undefined = 'missing' in found ? undefined : found;
	const key = keyOf(request);
	const record = log.open({
		method: request.method ?? '',
		url: request.url ?? '',
		endpoint: route?.endpoint ?? null,
		promotionId: route?.promotionId ?? null,
		headers: headersWithoutKey(request),
		key: !key ? 'missing' : key === settings.apiKey ? 'right' : 'wrong',
		stage: 'received',
		receivedBytes: 0,
		status: null,
		answeredBytes: 0,
		refusal: null,
		ledgerSequence: null,
	});
	const end = (stage: 'answered' | 'dropped') => {
		if (record.stage === 'answered') return;
		record.stage = stage;
		log.tell(record);
	};
	response.once('finish', () => end('answered'));
	response.once('close', () => end('dropped'));
	return record;
}

async function deliver(
	simulation: Simulation,
	response: ServerResponse,
	record: RequestRecord,
	answer: Answer,
): Promise<void> {
	if (response.destroyed || response.headersSent) return;
	record.status = answer.status;
	await send(response, answer, simulation.stopping.signal, (bytes) => {
		record.answeredBytes += bytes;
		simulation.log.tell(record);
	});
}

function refusalAnswer({ settings }: Simulation, fault: unknown): Answer {
	if (fault instanceof RefusedRequest) {
		return answerOf(settings.refused[fault.refusal.kind], settings.refusal(fault.refusal), settings);
	}
	const reason = `The simulator itself stumbled: ${(fault as Error).stack ?? String(fault)}`;
	return answerOf(500, settings.refusal({ kind: 'invalid', reason }), settings);
}
