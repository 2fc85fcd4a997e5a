import type { Simulator } from '../../../simulator';

/** Requests written by hand, so that what the simulator does is seen without our client. */

export const header = { type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'https://img.example/a.png' } };
export const variable = (value: unknown) => ({ type: 'BODY', variables: [{ type: 'text', value }] });
export const card = (index: unknown, ...components: unknown[]) => ({ card_index: index, components });

export const launchBody = (changes: Record<string, unknown> = {}) => ({
	name: 'Spring',
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	channelType: 'rcs',
	...withCards(card(0, header, variable('${name}'))),
	...changes,
});

export const withTemplate = (changes: Record<string, unknown>) => ({
	template: { name: 'spring_offer', id: 'tpl-9', language: 'en', ...changes },
});
export const withCards = (...cards: unknown[]) => withTemplate({ components: [{ type: 'CAROUSEL', cards }] });

export interface FormGiven {
	csv?: string | Buffer;
	/** Fields that differ from the body above, or its text. */
	body?: Record<string, unknown> | string;
	fileName?: string | null;
	fileType?: string | null;
	bodyType?: string | null;
	parts?: Array<'file' | 'body' | 'other'>;
	end?: string;
}

const contacts = 'name,phone,language\r\nAna,+4915100000001,en\r\nBen,+4915100000002,de\r\n';
const boundary = 'x-boundary-1';

export function form(given: FormGiven = {}): { contentType: string; bytes: Buffer } {
	const { csv = contacts, body = {}, fileName = 'contacts.csv', end = `--${boundary}--\r\n` } = given;
	const { fileType = 'text/csv', bodyType = 'application/json', parts = ['file', 'body'] } = given;
	const bodyText = typeof body === 'string' ? body : JSON.stringify(launchBody(body));
	const pieces = parts.flatMap((part) => {
		const type = part === 'file' ? fileType : bodyType;
		const ofFile = part === 'file' && fileName !== null ? `; filename="${fileName}"` : '';
		const typeLine = type === null ? '' : `content-type: ${type}\r\n`;
		const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"${ofFile}\r\n${typeLine}\r\n`;
		return [head, part === 'file' ? csv : bodyText, '\r\n'];
	});
	const bytes = Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
	return { contentType: `multipart/form-data; boundary=${boundary}`, bytes };
}

export async function send(service: Simulator, path: string, request: RequestInit = {}): Promise<Response> {
	const headers = { 'x-api-key': service.apiKey, ...(request.headers as Record<string, string>) };
	return await fetch(service.baseUrl + path, { redirect: 'manual', ...request, headers });
}

export const launchPath = '/api/v2/promotion/acme-42/template/launch?';

export async function launch(service: Simulator, given: FormGiven = {}, query = 'name=My%20list'): Promise<Response> {
	const { contentType, bytes } = form(given);
	const body = bytes as RequestInit['body'];
	return await send(service, launchPath + query, { method: 'POST', headers: { 'content-type': contentType }, body });
}
