import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedRequest, refusalAnswer, refuse, send, type Answer } from './answer';
import { serviceIsDown } from './byName';
import { checkCommonRules } from './commonRules';
import { discardRest, headersWithoutKey, judgeKey, type Accept, type Exchange } from './exchange';
import { isModifying } from './faults';
import { prepareLaunch } from './launching';
import type { RequestRecord } from './ledger';
import { modify, momentOfFault, strike } from './misbehaviour';
import { preparePatch } from './patching';
import { prepareList, prepareReport, prepareStats } from './reading';
import { findRoute, type RouteResult } from './routes';
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
		const answer = 'route' in found ? await serve(simulation, request, response, record, found.route) : lost(found);
		if (answer !== 'done') await deliver(simulation, response, record, answer);
	} catch (fault) {
		// The connection is gone, by the client's will or ours: there is nobody to answer.
		if (request.socket.destroyed) return;
		const answer = await answerToRefusal(simulation, request, record, fault);
		await deliver(simulation, response, record, answer);
	}
}

function lost(found: Exclude<RouteResult, { route: unknown }>): never {
	if (found.missing === 'method') refuse('wrongMethod', 'This path does not know that method.');
	if (found.missing === 'encoding') refuse('invalid', 'The path is not percent-encoded correctly.');
	refuse('unknownPath', 'There is nothing at this path.');
}

async function serve(
	simulation: Simulation,
	request: IncomingMessage,
	response: ServerResponse,
	record: RequestRecord,
	route: Exchange['route'],
): Promise<Answer | 'done'> {
	const faults = simulation.faults.take(route.endpoint, route.promotionId);
	record.faults = faults.map((fault) => fault.kind);
	const exchange: Exchange = { simulation, request, response, record, route, faults };
	if (simulation.clock.now() < simulation.downUntil) return serviceIsDown();
	for (const fault of faults) {
		if (fault.kind === 'latency') await pause(simulation, fault.milliseconds);
	}
	const answering = faults.find((fault) => !isModifying(fault));
	const struckAt = async (moment: ReturnType<typeof momentOfFault>) =>
		answering && momentOfFault(answering) === moment ? await strike(exchange, answering) : undefined;

	const early = await struckAt('onArrival');
	if (early) return early;
	checkCommonRules(exchange);
	if (route.method === 'GET') refuseBody(request);
	const accept = await prepareByEndpoint[route.endpoint](exchange);
	const before = await struckAt('beforeAccepting');
	if (before) return before;
	const answer = accept();
	return (await struckAt('afterAccepting')) ?? modify(answer, exchange);
}

function refuseBody(request: IncomingMessage): void {
	const length = Number(request.headers['content-length'] ?? 0);
	if (length > 0 || request.headers['transfer-encoding'] !== undefined) {
		refuse('invalid', 'A request that only reads has no body.', 'body');
	}
}

async function pause(simulation: Simulation, milliseconds: number): Promise<void> {
	await sleep(milliseconds, undefined, { signal: simulation.stopping.signal }).catch(() => undefined);
}

function openRecord(
	simulation: Simulation,
	request: IncomingMessage,
	response: ServerResponse,
	found: RouteResult,
): RequestRecord {
	const startedAt = performance.now();
	const record = simulation.log.open({
		clockTime: simulation.clock.now(),
		method: request.method ?? '',
		url: request.url ?? '',
		endpoint: 'route' in found ? found.route.endpoint : null,
		promotionId: 'route' in found ? found.route.promotionId : null,
		headers: headersWithoutKey(request),
		key: judgeKey(request, simulation.settings.apiKey),
		stage: 'received',
		receivedBytes: 0,
		status: null,
		answeredBytes: 0,
		refusal: null,
		faults: [],
		ledgerSequence: null,
		durationMs: null,
	});
	const end = (stage: 'answered' | 'dropped') => {
		if (record.durationMs !== null) return;
		record.stage = stage;
		record.durationMs = performance.now() - startedAt;
		simulation.log.tell(record);
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

async function answerToRefusal(
	simulation: Simulation,
	request: IncomingMessage,
	record: RequestRecord,
	fault: unknown,
): Promise<Answer> {
	const refusal =
		fault instanceof RefusedRequest
			? fault.refusal
			: {
					kind: 'invalid' as const,
					reason: `The simulator itself stumbled: ${(fault as Error).stack ?? String(fault)}`,
				};
	record.refusal = refusal.reason;
	await discardRest({ request, record });
	const answer = refusalAnswer(simulation.personality, refusal, String(record.sequence));
	return fault instanceof RefusedRequest ? answer : { ...answer, status: 500 };
}
