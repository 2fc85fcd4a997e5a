import { brotliCompressSync, gzipSync } from 'node:zlib';
import { textAnswer, textBody, type Answer } from './answer';
import { keyOf, type Exchange } from './exchange';
import type { Compression, Fault, FaultMoment } from './faults';

/** 'done' means that nothing more is to be sent; undefined that the request goes on as usual. */
type Strike = Answer | 'done' | undefined;

export function momentOfFault(fault: Fault): FaultMoment {
	return ('moment' in fault && fault.moment) || 'beforeAccepting';
}

/** Answers in the service's place. */
export async function strike(exchange: Exchange, fault: Fault): Promise<Strike> {
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
			return echoAnswer(fault.status, fault.shape ?? 'json', keyOf(request) ?? '');
		default:
			return undefined;
	}
}

function statusAnswer(
	{ simulation, record }: Exchange,
	status: number,
	given: { headers?: Record<string, string>; body?: string; contentType?: string },
): Answer {
	const own = simulation.personality.refusalBody(
		{ kind: 'invalid', reason: `Asked to answer with status ${status}.` },
		String(record.sequence),
	);
	const contentType = given.body === undefined ? own.contentType : (given.contentType ?? null);
	const answer = textAnswer(status, contentType, given.body ?? own.text);
	return { ...answer, headers: { ...answer.headers, ...given.headers } };
}

function retryAfterHeader(retryAfter: Extract<Fault, { kind: 'rateLimit' }>['retryAfter']): Record<string, string> {
	if (retryAfter === 'none') return {};
	if ('seconds' in retryAfter) return { 'retry-after': String(retryAfter.seconds) };
	return { 'retry-after': new Date(Date.now() + retryAfter.dateInSeconds * 1000).toUTCString() };
}

function echoAnswer(status: number, shape: 'json' | 'nested' | 'text' | 'html', key: string): Answer {
	const sentence = `The key ${key} is not welcome here.`;
	switch (shape) {
		case 'json':
			return textAnswer(status, 'application/json', JSON.stringify({ message: sentence, apiKey: key }));
		case 'nested':
			return textAnswer(
				status,
				'application/json',
				JSON.stringify({ errors: [[{ headers: { 'x-api-key': key } }], [sentence]] }),
			);
		case 'text':
			return textAnswer(status, 'text/plain', sentence);
		case 'html':
			return textAnswer(status, 'text/html', htmlPage('Refused', sentence));
	}
}

const htmlPage = (title: string, text: string) =>
	`<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n<p>${text}</p>\n</body></html>\n`;

/** Lays the modifying misbehaviours over the true answer. */
export function modify(answer: Answer, exchange: Exchange): Answer {
	let modified = answer;
	for (const fault of exchange.faults) {
		if (fault.kind === 'invalidJson') {
			const text = wholeBody(modified).toString('utf8');
			modified = { ...modified, body: textBody(`${text.slice(0, Math.ceil(text.length * 0.7))}{{`) };
		}
		if (fault.kind === 'repeatKey' && exchange.route.endpoint !== 'report') {
			const text = wholeBody(modified).toString('utf8');
			modified = { ...modified, body: textBody(withKey(text, keyOf(exchange.request) ?? '')) };
		}
		if (fault.kind === 'contentType') {
			modified = { ...modified, headers: { ...modified.headers, 'content-type': fault.contentType } };
		}
		if (fault.kind === 'compress') modified = compressed(modified, fault.encoding ?? 'gzip', fault.keepFraction ?? 1);
		if (fault.kind === 'trickle') modified = { ...modified, trickle: { bytes: fault.bytes, everyMs: fault.everyMs } };
		if (fault.kind === 'truncate') {
			const whole = modified.body.byteLength;
			const wanted = fault.keepBytes ?? Math.floor(whole * (fault.keepFraction ?? 0.5));
			modified = {
				...modified,
				truncation: { how: fault.how, keepBytes: Math.max(0, Math.min(wanted, whole - 1)) },
			};
		}
	}
	return modified;
}

const wholeBody = ({ body }: Answer) => Buffer.concat([...body.chunks()]);

const compressors = { gzip: gzipSync, br: brotliCompressSync };

function compressed(answer: Answer, encoding: Compression, keepFraction: number): Answer {
	const whole = compressors[encoding](wholeBody(answer));
	const kept = whole.subarray(0, Math.ceil(whole.length * keepFraction));
	return {
		...answer,
		headers: { ...answer.headers, 'content-encoding': encoding },
		body: { byteLength: kept.length, chunks: () => [kept] },
	};
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
