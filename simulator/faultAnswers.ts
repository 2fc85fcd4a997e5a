import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answerOf, htmlPage, textAnswer, textBody, type Answer } from './answer';
import { keyOf, type Exchange } from './exchange';
import type { Fault, FaultMoment } from './faults';

/** 'done' means that nothing more is to be sent; undefined that the request goes on as usual. */
type FaultAnswer = Answer | 'done' | undefined;

export function momentOfFault(fault: Fault): FaultMoment {
	return ('moment' in fault && fault.moment) || 'beforeAccepting';
}

/** Answers in the service's place. */
export async function answerFault(exchange: Exchange, fault: Fault): Promise<FaultAnswer> {
	const { simulation, request, response } = exchange;
	switch (fault.kind) {
		case 'hold':
			await new Promise<void>((resolve) => {
				simulation.held.add(resolve);
				simulation.stopping.signal.addEventListener('abort', () => resolve(), { once: true });
			});
			return undefined;
		case 'reset':
		case 'resetDuringUpload':
			request.socket.resetAndDestroy();
			return 'done';
		case 'silence':
			await new Promise<void>((resolve) => {
				if (response.destroyed) resolve();
				else response.once('close', () => resolve());
			});
			return 'done';
		case 'status':
			return statusAnswer(exchange, fault.status, fault);
		case 'rateLimit':
			return statusAnswer(exchange, 429, { headers: retryAfterHeader(fault.retryAfter) });
		case 'html':
			return textAnswer(fault.status ?? 200, 'text/html; charset=utf-8', htmlPage('Welcome', 'Please sign in.'));
		case 'redirect': {
			const location = fault.location ?? simulation.foreignHost.origin + (request.url ?? '/');
			return { ...textAnswer(fault.status ?? 307, 'text/plain', ''), headers: { location } };
		}
		case 'echoKey':
			return echoAnswer(fault.status, fault.shape ?? 'json', keyOf(request));
		default:
			return undefined;
	}
}

function statusAnswer(
	{ simulation: { settings } }: Exchange,
	status: number,
	{ headers, body, contentType }: { headers?: Record<string, string>; body?: string; contentType?: string },
): Answer {
	const refusal = settings.refusal({ kind: 'invalid', reason: `Asked to answer with status ${status}.` });
	const answer =
		body === undefined ? answerOf(status, refusal, settings) : textAnswer(status, contentType ?? null, body);
	return { ...answer, headers: { ...answer.headers, ...headers } };
}

function retryAfterHeader(retryAfter: Extract<Fault, { kind: 'rateLimit' }>['retryAfter']): Record<string, string> {
	if (retryAfter === 'none') return {};
	if ('seconds' in retryAfter) return { 'retry-after': String(retryAfter.seconds) };
	return { 'retry-after': new Date(Date.now() + retryAfter.dateInSeconds * 1000).toUTCString() };
}

function echoAnswer(status: number, shape: 'json' | 'nested' | 'text' | 'html', key: string): Answer {
	const sentence = `The key ${key} is not welcome here.`;
	const json = (content: object) => textAnswer(status, 'application/json', JSON.stringify(content));
	if (shape === 'json') return json({ message: sentence, apiKey: key });
	if (shape === 'nested') return json({ errors: [[{ headers: { 'x-api-key': key } }], [sentence]] });
	if (shape === 'text') return textAnswer(status, 'text/plain', sentence);
	return textAnswer(status, 'text/html', htmlPage('Refused', sentence));
}

/** Lays the modifying faults over the true answer. */
export function modify(answer: Answer, exchange: Exchange): Answer {
	return exchange.faults.reduce((modified, fault) => ({ ...modified, ...change(modified, fault, exchange) }), answer);
}

function change(answer: Answer, fault: Fault, { request, route }: Exchange): Partial<Answer> {
	const whole = () => Buffer.concat([...answer.body.chunks()]);
	const text = () => whole().toString('utf8');
	switch (fault.kind) {
		case 'invalidJson':
			return { body: textBody(`${text().slice(0, Math.ceil(text().length * 0.7))}{{`) };
		case 'repeatKey':
			return route.endpoint === 'report' ? {} : { body: textBody(withKey(text(), keyOf(request))) };
		case 'contentType':
			return { headers: { ...answer.headers, 'content-type': fault.contentType } };
		case 'compress': {
			const { encoding = 'gzip' } = fault;
			const packed = encoding === 'br' ? brotliCompressSync(whole()) : gzipSync(whole());
			const headers = { ...answer.headers, 'content-encoding': encoding };
			return { headers, body: { byteLength: packed.length, chunks: () => [packed] } };
		}
		case 'trickle':
			return { trickle: fault };
		case 'truncate': {
			const { byteLength } = answer.body;
			const wanted = fault.keepBytes ?? Math.floor(byteLength * (fault.keepFraction ?? 0.5));
			return { truncation: { how: fault.how, keepBytes: Math.max(0, Math.min(wanted, byteLength - 1)) } };
		}
		default:
			return {};
	}
}

/** Fields of people that simplified output keeps. */
const peoplesFields = ['createdBy', 'flowName'];

function withKey(text: string, key: string): string {
	if (text === '') return text;
	try {
		return JSON.stringify(JSON.parse(text), (_name, value: unknown) => {
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
			const marked: Record<string, unknown> = { ...value, repeated: `x-api-key: ${key}` };
			for (const field of peoplesFields) if (field in marked) marked[field] = key;
			return marked;
		});
	} catch {
		return `${text} (x-api-key: ${key})`;
	}
}
