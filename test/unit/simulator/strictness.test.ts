/** The simulator takes what the service's document allows, and nothing else. What it does with it is seen in test/engine. */
import { connect } from 'node:net';
import { startSimulator, type Simulator } from '../../../simulator';
import {
	card,
	form,
	header,
	launch,
	launchPath,
	send,
	variable,
	withCards,
	withTemplate,
	type FormGiven,
} from './wire';

describe('the simulator', () => {
	let service: Simulator;
	beforeAll(async () => {
		service = await startSimulator();
	});
	afterAll(async () => {
		expect(service.ledger()).toHaveLength(0);
		await service.stop();
	});

	it.each<[string, FormGiven, RegExp]>([
		['a file without a name', { fileName: null }, /no file name/],
		['a file with an empty name', { fileName: '' }, /no file name/],
		['a file of another type', { fileType: 'application/octet-stream' }, /text\/csv/],
		['a file that names no type', { fileType: null }, /text\/csv/],
		['an empty file', { csv: '' }, /empty/],
		['a spreadsheet', { csv: 'PK\u0003\u0004rest' }, /not a CSV/],
		['no file', { parts: ['body'] }, /part file is missing/],
		['no body', { parts: ['file'] }, /part body is missing/],
		['two files', { parts: ['file', 'file', 'body'] }, /file is there more than once/],
		['two bodies', { parts: ['file', 'body', 'body'] }, /body is there more than once/],
		['a part too many', { parts: ['file', 'body', 'other'] }, /no part other/],
		['a body that is not JSON', { body: '{"name":' }, /not JSON/],
		['a body that is an array', { body: '[]' }, /JSON object/],
		['a body of another type', { bodyType: 'application/xml' }, /application\/json/],
		['a form without its last boundary', { end: '' }, /cannot be taken apart|does not end/],
		['bytes after the last boundary', { end: '--x-boundary-1--\r\nmore' }, /does not end/],
	])('refuses a launch with %s', async (_what, given, reason) => {
		expect((await launch(service, given)).ok).toBe(false);
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
	});

	it.each<[string, Record<string, unknown>, RegExp]>([
		['no name', { name: undefined }, /name has to be a text/],
		['an empty name', { name: ' ' }, /name has to be a text/],
		['another promotionType', { promotionType: 'SCHEDULED' }, /IMMEDIATE/],
		['another promotionBase', { promotionBase: 'FLOW' }, /promotionBase has to be TEMPLATE/],
		['no promotionTemplateType', { promotionTemplateType: undefined }, /has to be TEMPLATE/],
		['another channelType', { channelType: 'RCS' }, /channelType has to be rcs/],
		['an unknown field', { accountId: 'x' }, /accountId is not known/],
		['no template', { template: undefined }, /template has to be an object/],
		['a template without ID', withTemplate({ id: undefined }), /template.id/],
		['an unknown component', withTemplate({ components: [{ type: 'LIST', cards: [] }] }), /CAROUSEL/],
		['a carousel without cards', withCards(), /at least one card/],
		['cards counted from 1', withCards(card(1, header)), /card_index/],
		['cards in the wrong order', withCards(card(0, header), card(2, header)), /card_index/],
		['a card_index that is text', withCards(card('0', header)), /card_index/],
		['a card without components', withCards(card(0)), /at least one component/],
		['two headers on a card', withCards(card(0, header, header)), /at most once/],
		['an unknown card component', withCards(card(0, { type: 'BUTTONS' })), /BODY or HEADER/],
		['a video header', withCards(card(0, { ...header, format: 'VIDEO' })), /IMAGE/],
		['a relative mediaUrl', withCards(card(0, { ...header, media: { mediaUrl: '/a.png' } })), /absolute/],
		['more than a mediaUrl', withCards(card(0, { ...header, media: { ...header.media, a: 1 } })), /a is not known/],
		['an unknown reference', withCards(card(0, variable('${city}'))), /four column references/],
		['a reference inside text', withCards(card(0, variable('Hi ${name}'))), /four column references/],
		['a variable that is a number', withCards(card(0, variable(7))), /value of a variable is text/],
		['a variable of another type', withCards(card(0, { type: 'BODY', variables: [{ type: 'date' }] })), /to be text/],
		['an unknown messageType', { messageType: 'list' }, /messageType/],
		['an unknown mediaHeight', { mediaHeight: 'short' }, /mediaHeight/],
		['an unknown targetAudience', { targetAudience: 'everyone' }, /targetAudience/],
		['a scheduledTime without zone', { scheduledTime: '2027-01-01 10:00' }, /scheduledTime/],
		['suggestions that are no objects', { suggestions: ['call'] }, /suggestions/],
	])('refuses a launch whose body has %s', async (_what, body, reason) => {
		expect((await launch(service, { body })).status).toBe(400);
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
	});

	const path = '/api/v2/promotion/acme-42';
	const stats = `${path}/p1/stats?channel=rcs`;
	it.each<[string, number, RegExp, string, RequestInit]>([
		['a launch without list name', 400, /name of the target list/, launchPath, { method: 'POST' }],
		['a launch with an empty list name', 400, /name of the target list/, `${launchPath}name=`, { method: 'POST' }],
		['a launch with an unknown parameter', 400, /dryRun is not/, `${launchPath}name=a&dryRun=1`, { method: 'POST' }],
		['a launch with two list names', 400, /more than once/, `${launchPath}name=a&name=b`, { method: 'POST' }],
		['a launch over SMS', 400, /has to be rcs/, `${launchPath}name=a&channel=sms`, { method: 'POST' }],
		['a launch of another type', 415, /multipart/, `${launchPath}name=a`, { method: 'POST', body: 'a=b' }],
		['no channel', 400, /channel is missing/, path, {}],
		['a channel in capitals', 400, /has to be rcs/, `${path}?channel=RCS`, {}],
		['paging', 400, /page is not known/, `${path}?channel=rcs&page=2`, {}],
		['another account', 403, /account/, '/api/v2/promotion/other?channel=rcs', {}],
		['a trailing slash', 404, /nothing at this path/, `${path}/?channel=rcs`, {}],
		['another version', 404, /nothing at this path/, '/api/v1/promotion/acme-42?channel=rcs', {}],
		['DELETE', 405, /method/, `${path}/p1?channel=rcs`, { method: 'DELETE' }],
		['PUT to stop', 405, /method/, `${path}/p1?channel=rcs`, { method: 'PUT', body: '{}' }],
		['a path encoded wrongly', 400, /percent-encoded/, `${path}/%zz/stats?channel=rcs`, {}],
		['an unknown promotion', 404, /no such promotion/, stats, {}],
		['no key', 401, /key is missing/, stats, { headers: { 'x-api-key': '' } }],
		['a wrong key', 401, /key is not valid/, stats, { headers: { 'x-api-key': 'other' } }],
		['Authorization beside the key', 400, /only scheme/, stats, { headers: { authorization: 'Bearer x' } }],
	])('refuses %s', async (_what, status, reason, url, request) => {
		const response = await send(service, url, request);
		expect(response.status).toBe(status);
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
		expect(await response.text()).toMatch(reason);
	});

	it.each<[string, unknown, RegExp]>([
		['another type', { type: 'state', status: 'Stopped' }, /type has to be status/],
		['another status', { type: 'status', status: 'Running' }, /Stopped or Cancelled/],
		['a status in small letters', { type: 'status', status: 'stopped' }, /Stopped or Cancelled/],
		['a field too many', { type: 'status', status: 'Stopped', reason: 'x' }, /no field reason/],
		['an array', [], /JSON object/],
	])('refuses a status change with %s', async (_what, given, reason) => {
		const { promotionId } = service.addPromotion({ phase: 'preparation' });
		const request = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) };
		await send(service, `${path}/${promotionId}?channel=rcs`, { method: 'PATCH', ...request });
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
	});

	it('does not accept an upload that is shorter than it announced', async () => {
		const { contentType, bytes } = form();
		const dropped = service.waitForRequest({ endpoint: 'launch', stage: 'dropped' });
		const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
		const lines = [`POST ${launchPath}name=a HTTP/1.1`, 'host: a', `x-api-key: ${service.apiKey}`];
		lines.push(`content-type: ${contentType}`, `content-length: ${bytes.length + 10}`, '\r\n');
		socket.end(Buffer.concat([Buffer.from(lines.join('\r\n')), bytes]));
		expect((await dropped).receivedBytes).toBe(bytes.length);
		socket.destroy();
	});
});

it.each<[string, Buffer, object]>([
	['a BOM', Buffer.from('\uFEFFname,phone\nA,1\n'), { byteOrderMark: true, columns: ['name', 'phone'], rows: 1 }],
	['UTF-16', Buffer.from('\uFEFFname;phone\r\nÄ;1\r\n', 'utf16le'), { encoding: 'utf-16le', delimiter: ';', rows: 1 }],
	['Latin-1', Buffer.from('name\nJos\xe9\n', 'latin1'), { encoding: 'windows-1252', firstRows: [['José']] }],
	['line breaks in quotes', Buffer.from('name\n"A\n""B"""\n'), { firstRows: [['A\n"B"']], quoteFaults: 0 }],
	['a quote never closed', Buffer.from('name,phone\nB,2\n"A,1\n'), { quoteFaults: 1 }],
	['rows of another width', Buffer.from('name,phone\nA,1,2\nB\nC,3'), { rows: 3, irregularRows: 2 }],
	['a header only', Buffer.from('name,phone'), { rows: 0, columns: ['name', 'phone'] }],
])('reads contacts with %s', async (_what, csv, expected) => {
	const service = await startSimulator();
	expect((await launch(service, { csv })).status).toBe(200);
	expect(service.launches()[0]?.file).toMatchObject({ bytes: csv.length, contents: expected });
	await service.stop();
});

it('writes down references to columns that the file does not have', async () => {
	const service = await startSimulator();
	await launch(service, {
		body: withCards(card(0, variable('${phone}')), card(1, variable('${businesssubscriberid}'))),
	});
	expect(service.launches()[0]?.unresolvedReferences).toEqual(['businesssubscriberid']);
	await service.stop();
});

it('keeps a ledger from which nothing can be taken', async () => {
	const service = await startSimulator();
	await launch(service);
	const [record] = service.launches();
	service.remove(record?.promotionId ?? '');
	service.ledger().pop();
	expect(() => Object.assign(record ?? {}, { targetListName: 'other' })).toThrow(TypeError);
	expect(() => Object.assign(record?.body ?? {}, { name: 'other' })).toThrow(TypeError);
	expect(service.launches()).toEqual([record]);
	await service.stop();
});

it('has another host to redirect to, which remembers the key that a careless client shows it', async () => {
	const service = await startSimulator();
	service.addFault({ fault: { kind: 'redirect' } });
	const location = (await send(service, '/api/v2/promotion/acme-42?channel=rcs')).headers.get('location') ?? '';
	expect(new URL(location).hostname).not.toBe(new URL(service.baseUrl).hostname);
	expect(service.foreignRequests()).toEqual([]);
	await fetch(location, { headers: { 'x-api-key': service.apiKey } });
	expect(service.foreignRequests()[0]?.headers['x-api-key']).toBe(service.apiKey);
	await service.stop();
});
