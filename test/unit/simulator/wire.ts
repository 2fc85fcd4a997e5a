import { connect } from 'node:net';
import type { Simulator } from '../../../simulator';

/** Requests written by hand, so that what the simulator does is seen on the wire and not through a clever client. */

export const launchBody = (changes: Record<string, unknown> = {}) => ({
	name: 'Spring',
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	channelType: 'rcs',
	template: {
		name: 'spring_offer',
		id: 'tpl-9',
		language: 'en',
		components: [
			{
				type: 'CAROUSEL',
				cards: [
					{
						card_index: 0,
						components: [
							{ type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'https://img.example/a.png' } },
							{ type: 'BODY', variables: [{ type: 'text', value: '${name}' }] },
						],
					},
				],
			},
		],
	},
	...changes,
});

export const contacts = 'name,phone,language\r\nAna,+4915100000001,en\r\nBen,+4915100000002,de\r\n';

export interface FormGiven {
	csv?: string | Buffer;
	body?: unknown;
	/** Sent instead of the JSON of `body`. */
	bodyText?: string;
	fileName?: string | null;
	fileType?: string | null;
	bodyType?: string | null;
	parts?: Array<'file' | 'body' | 'other'>;
	boundary?: string;
	end?: string;
}

export function form(given: FormGiven = {}): { contentType: string; bytes: Buffer } {
	const boundary = given.boundary ?? 'x-boundary-1';
	const fileName = given.fileName === undefined ? 'contacts.csv' : given.fileName;
	const pieces: Buffer[] = [];
	for (const part of given.parts ?? ['file', 'body']) {
		const type = part === 'file' ? given.fileType : given.bodyType;
		const shownType = type === undefined ? (part === 'file' ? 'text/csv' : 'application/json') : type;
		const disposition =
			`form-data; name="${part}"` + (part === 'file' && fileName !== null ? `; filename="${fileName}"` : '');
		pieces.push(
			Buffer.from(
				`--${boundary}\r\ncontent-disposition: ${disposition}\r\n` +
					(shownType === null ? '' : `content-type: ${shownType}\r\n`) +
					'\r\n',
			),
			part === 'file'
				? Buffer.from(given.csv ?? contacts)
				: Buffer.from(given.bodyText ?? JSON.stringify(given.body ?? launchBody())),
			Buffer.from('\r\n'),
		);
	}
	pieces.push(Buffer.from(given.end ?? `--${boundary}--\r\n`));
	return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) };
}

export const launchPath = (service: Simulator, query = 'name=My%20list') =>
	`/api/v2/promotion/${service.accountId}/template/launch?${query}`;

export interface Request {
	method?: string;
	/** After the base URL's path. */
	path: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

export async function send(service: Simulator, { method = 'GET', path, headers, body }: Request): Promise<Response> {
	return await fetch(service.baseUrl + path, {
		method,
		headers: { 'x-api-key': service.apiKey, ...headers },
		body: body as RequestInit['body'],
		redirect: 'manual',
	});
}

export async function launch(service: Simulator, given: FormGiven = {}, query?: string): Promise<Response> {
	const { contentType, bytes } = form(given);
	return await send(service, {
		method: 'POST',
		path: launchPath(service, query),
		headers: { 'content-type': contentType },
		body: bytes,
	});
}

export interface WireAnswer {
	head: string;
	status: number | null;
	/** Everything after the head, exactly as it came: with chunk sizes, if it came in chunks. */
	body: Buffer;
	/** How the connection ended. */
	ending: 'closed' | 'reset' | 'stillOpen';
}

/** One request over a bare socket; answers when the connection ends, or with what there is after `waitMs`. */
export async function overSocket(service: Simulator, request: Request, waitMs = 3000): Promise<WireAnswer> {
	const { hostname, port, pathname } = new URL(service.baseUrl);
	const body = Buffer.from(request.body ?? '');
	const headers: Record<string, string> = {
		host: `${hostname}:${port}`,
		'x-api-key': service.apiKey,
		connection: 'close',
		...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
		...request.headers,
	};
	const head =
		`${request.method ?? 'GET'} ${pathname === '/' ? '' : pathname}${request.path} HTTP/1.1\r\n` +
		Object.entries(headers)
			.map(([name, value]) => `${name}: ${value}\r\n`)
			.join('') +
		'\r\n';
	return await new Promise<WireAnswer>((resolve) => {
		const received: Buffer[] = [];
		let ended = false;
		const finish = (ending: WireAnswer['ending']) => {
			if (ended) return;
			ended = true;
			clearTimeout(timer);
			socket.destroy();
			const all = Buffer.concat(received);
			const headEnd = all.indexOf('\r\n\r\n');
			const answerHead = headEnd < 0 ? '' : all.subarray(0, headEnd).toString('latin1');
			resolve({
				head: answerHead,
				status: answerHead ? Number(answerHead.split(' ')[1]) : null,
				body: headEnd < 0 ? Buffer.alloc(0) : all.subarray(headEnd + 4),
				ending,
			});
		};
		const timer = setTimeout(() => finish('stillOpen'), waitMs);
		const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
			socket.write(head);
			if (body.length > 0) socket.write(body);
		});
		socket.on('data', (piece) => received.push(piece));
		socket.on('end', () => finish('closed'));
		socket.on('error', () => finish('reset'));
		socket.on('close', () => finish('closed'));
	});
}
