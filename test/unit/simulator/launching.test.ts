import { createHash } from 'node:crypto';
import { personalities, startSimulator, type Simulator } from '../../../simulator';
import { contacts, form, launch, launchBody, launchPath, overSocket, send, type FormGiven } from './wire';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

describe.each(personalities)('a launch under $name', (personality) => {
	let service: Simulator;
	beforeAll(async () => {
		service = await startSimulator({ personality: personality.name, basePath: '/prefix' });
	});
	afterAll(async () => await service.stop());

	it('is accepted as a form and written down with what was in it', async () => {
		const response = await launch(service);
		expect(response.status).toBe(personality.successStatus.launch);
		const record = service.launches().at(-1);
		expect(record).toMatchObject({
			form: 'multipart',
			targetListName: 'My list',
			body: launchBody(),
			bodyText: JSON.stringify(launchBody()),
			partOrder: ['file', 'body'],
			file: {
				fileName: 'contacts.csv',
				contentType: 'text/csv',
				bytes: Buffer.byteLength(contacts),
				sha256: sha256(contacts),
				contents: { columns: ['name', 'phone', 'language'], rows: 2, delimiter: ',', lineEnding: '\r\n' },
			},
			unresolvedReferences: [],
			contentLength: form().bytes.length,
			receivedBytes: form().bytes.length,
		});
		expect(JSON.stringify(record)).not.toContain(service.apiKey);
	});

	it('is accepted as JSON for an uploaded list', async () => {
		const known = service.launches().length;
		const response = await send(service, {
			method: 'POST',
			path: launchPath(service),
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(launchBody({ uploadedListId: 'list-1' })),
		});
		expect(response.status).toBe(personality.successStatus.launch);
		expect(service.launches()).toHaveLength(known + 1);
		expect(service.launches().at(-1)).toMatchObject({ form: 'json', file: null });
	});

	it('is listed after its delay, with the statistics and report of its own recipients', async () => {
		service.setClock(1_800_000_000_000);
		await launch(service, { body: launchBody({ name: `Late ${personality.name}` }) });
		const promotionId = service.launches().at(-1)?.promotionId ?? '';
		const isListed = async () =>
			(await (await send(service, { path: `/api/v2/promotion/${service.accountId}?channel=rcs` })).text()).includes(
				promotionId,
			);
		if (personality.listDelayMs > 0) {
			expect(await isListed()).toBe(false);
			service.advance(personality.listDelayMs - 1);
			expect(await isListed()).toBe(false);
			service.advance(1);
		}
		expect(await isListed()).toBe(true);
		service.advance(24 * 60 * 60 * 1000);
		expect(service.promotion(promotionId)).toMatchObject({ phase: 'completed', status: 'Completed' });
		const report = await send(service, {
			path: `/api/v2/promotion/${service.accountId}/statistics/${promotionId}/report?channel=rcs`,
		});
		const text = await report.text();
		expect(text).toMatch(personality.reportPhonesHavePlus ? /[",]\+4915100000001[",]/ : /[",]4915100000001[",]/);
		expect(text).toContain('Ben');
		expect(Buffer.byteLength(text)).toBe(service.reportFacts(promotionId).bytes);
		service.releaseClock();
	});
});

it('answers a launch in seven different ways', async () => {
	const answers = new Set<string>();
	for (const { name } of personalities) {
		const service = await startSimulator({ personality: name });
		const response = await launch(service);
		const id = service.launches()[0]?.promotionId ?? '';
		const text = await response.text();
		answers.add(`${response.status} ${response.headers.get('content-type')} ${text.replaceAll(id, 'ID').slice(0, 40)}`);
		await service.stop();
	}
	expect(answers.size).toBe(7);
});

describe('strictness', () => {
	let service: Simulator;
	beforeAll(async () => {
		service = await startSimulator();
	});
	afterAll(async () => {
		expect(service.launches()).toHaveLength(0);
		await service.stop();
	});

	const withCards = (...cards: unknown[]) =>
		launchBody({
			template: { name: 't', id: '1', language: 'en', components: [{ type: 'CAROUSEL', cards }] },
		});
	const header = { type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'https://img.example/a.png' } };
	const variable = (value: unknown) => ({ type: 'BODY', variables: [{ type: 'text', value }] });
	const card = (index: unknown, ...components: unknown[]) => ({ card_index: index, components });

	it.each<[string, FormGiven, RegExp]>([
		['a file without a name', { fileName: null }, /no file name/],
		['a file with an empty name', { fileName: '' }, /no file name/],
		['a file of another type', { fileType: 'application/octet-stream' }, /text\/csv/],
		['a file that names no type', { fileType: null }, /text\/csv/],
		['an empty file', { csv: '' }, /empty/],
		['a spreadsheet', { csv: Buffer.from('PK\u0003\u0004rest') }, /not a CSV/],
		['no file', { parts: ['body'] }, /part file is missing/],
		['no body', { parts: ['file'] }, /part body is missing/],
		['two files', { parts: ['file', 'file', 'body'] }, /file is there more than once/],
		['two bodies', { parts: ['file', 'body', 'body'] }, /body is there more than once/],
		['a part too many', { parts: ['file', 'body', 'other'] }, /no part other/],
		['a body that is not JSON', { bodyText: '{"name":' }, /not JSON/],
		['a body that is an array', { bodyText: '[]' }, /JSON object/],
		['a body of another type', { bodyType: 'application/xml' }, /application\/json/],
		['a form without its last boundary', { end: '' }, /cannot be taken apart|does not end/],
		['bytes after the last boundary', { end: '--x-boundary-1--\r\nmore' }, /does not end/],
		['no name', { body: launchBody({ name: undefined }) }, /name has to be a text/],
		['an empty name', { body: launchBody({ name: ' ' }) }, /name has to be a text/],
		['another promotionType', { body: launchBody({ promotionType: 'SCHEDULED' }) }, /IMMEDIATE/],
		['another promotionBase', { body: launchBody({ promotionBase: 'FLOW' }) }, /promotionBase has to be TEMPLATE/],
		['no promotionTemplateType', { body: launchBody({ promotionTemplateType: undefined }) }, /has to be TEMPLATE/],
		['another channelType', { body: launchBody({ channelType: 'RCS' }) }, /channelType has to be rcs/],
		['an unknown field', { body: launchBody({ accountId: 'x' }) }, /accountId is not known/],
		['no template', { body: launchBody({ template: undefined }) }, /template has to be an object/],
		['a template without id', { body: launchBody({ template: { name: 't', language: 'en' } }) }, /template.id/],
		[
			'an unknown component',
			{
				body: launchBody({
					template: { name: 't', id: '1', language: 'en', components: [{ type: 'LIST', cards: [] }] },
				}),
			},
			/CAROUSEL/,
		],
		['a carousel without cards', { body: withCards() }, /at least one card/],
		['cards counted from 1', { body: withCards(card(1, header)) }, /card_index/],
		['cards in the wrong order', { body: withCards(card(0, header), card(2, header)) }, /card_index/],
		['a card_index that is text', { body: withCards(card('0', header)) }, /card_index/],
		['a card without components', { body: withCards(card(0)) }, /at least one component/],
		['two headers on a card', { body: withCards(card(0, header, header)) }, /at most once/],
		['an unknown card component', { body: withCards(card(0, { type: 'BUTTONS' })) }, /BODY or HEADER/],
		['a video header', { body: withCards(card(0, { ...header, format: 'VIDEO' })) }, /IMAGE/],
		['a relative mediaUrl', { body: withCards(card(0, { ...header, media: { mediaUrl: '/a.png' } })) }, /absolute/],
		[
			'a fileName in the media',
			{ body: withCards(card(0, { ...header, media: { mediaUrl: 'https://a.example/b', fileName: 'b' } })) },
			/fileName is not known/,
		],
		['an unknown reference', { body: withCards(card(0, variable('${city}'))) }, /four column references/],
		['a reference inside text', { body: withCards(card(0, variable('Hi ${name}'))) }, /four column references/],
		['a variable that is a number', { body: withCards(card(0, variable(7))) }, /value of a variable is text/],
		[
			'a variable of another type',
			{ body: withCards(card(0, { type: 'BODY', variables: [{ type: 'date', value: 'x' }] })) },
			/type has to be text/,
		],
		['an unknown messageType', { body: launchBody({ messageType: 'list' }) }, /messageType/],
		['an unknown mediaHeight', { body: launchBody({ mediaHeight: 'short' }) }, /mediaHeight/],
		['an unknown targetAudience', { body: launchBody({ targetAudience: 'everyone' }) }, /targetAudience/],
		['a scheduledTime without zone', { body: launchBody({ scheduledTime: '2027-01-01 10:00' }) }, /scheduledTime/],
		['suggestions that are no objects', { body: launchBody({ suggestions: ['call'] }) }, /suggestions/],
	])('refuses %s', async (_what, given, reason) => {
		const response = await launch(service, given);
		expect(response.status).toBeGreaterThanOrEqual(400);
		expect(response.status).toBeLessThan(500);
		expect(service.requests().at(-1)).toMatchObject({ ledgerSequence: null, status: response.status });
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
	});

	it.each<[string, string, RegExp]>([
		['no list name', '', /name of the target list/],
		['an empty list name', 'name=', /name of the target list/],
		['an unknown parameter', 'name=a&dryRun=1', /dryRun is not known/],
		['a list name given twice', 'name=a&name=b', /more than once/],
		['another channel', 'name=a&channel=sms', /has to be rcs/],
	])('refuses a query with %s', async (_what, query, reason) => {
		const response = await launch(service, {}, query);
		expect(response.status).toBe(400);
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
	});

	it.each<[string, Parameters<typeof send>[1], number, RegExp]>([
		['no channel', { path: '/api/v2/promotion/acme-42' }, 400, /channel is missing/],
		['a channel in capitals', { path: '/api/v2/promotion/acme-42?channel=RCS' }, 400, /has to be rcs/],
		['paging', { path: '/api/v2/promotion/acme-42?channel=rcs&page=2' }, 400, /page is not known/],
		['another account', { path: '/api/v2/promotion/other?channel=rcs' }, 403, /account/],
		['a trailing slash', { path: '/api/v2/promotion/acme-42/?channel=rcs' }, 404, /nothing at this path/],
		['another version', { path: '/api/v1/promotion/acme-42?channel=rcs' }, 404, /nothing at this path/],
		['DELETE', { method: 'DELETE', path: '/api/v2/promotion/acme-42/p1?channel=rcs' }, 405, /method/],
		['PUT to stop', { method: 'PUT', path: '/api/v2/promotion/acme-42/p1?channel=rcs', body: '{}' }, 405, /method/],
		['a path encoded wrongly', { path: '/api/v2/promotion/acme-42/%zz/stats?channel=rcs' }, 400, /percent-encoded/],
		['an unknown promotion', { path: '/api/v2/promotion/acme-42/p1/stats?channel=rcs' }, 404, /no such promotion/],
		[
			'Authorization beside the key',
			{ path: '/api/v2/promotion/acme-42?channel=rcs', headers: { authorization: 'Bearer x' } },
			400,
			/only scheme/,
		],
		[
			'a launch of another type',
			{ method: 'POST', path: '/api/v2/promotion/acme-42/template/launch?name=a', body: 'a=b' },
			415,
			/multipart/,
		],
	])('refuses %s', async (_what, request, status, reason) => {
		const response = await send(service, request);
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
	])('refuses a status change with %s', async (_what, body, reason) => {
		const { promotionId } = service.addPromotion({ phase: 'preparation' });
		await send(service, {
			method: 'PATCH',
			path: `/api/v2/promotion/acme-42/${promotionId}?channel=rcs`,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(service.requests().at(-1)?.refusal).toMatch(reason);
		expect(service.promotion(promotionId).phase).toBe('preparation');
	});

	it('does not accept an upload that is shorter than it announced', async () => {
		const { contentType, bytes } = form();
		const dropped = service.waitForRequest({ endpoint: 'launch', stage: 'dropped' });
		await overSocket(
			service,
			{
				method: 'POST',
				path: launchPath(service),
				headers: { 'content-type': contentType, 'content-length': String(bytes.length + 10) },
				body: bytes,
			},
			200,
		);
		expect((await dropped).receivedBytes).toBe(bytes.length);
	});
});

it('finds a promotion by any id, percent-encoded', async () => {
	const service = await startSimulator();
	for (const promotionId of ['a/b', 'c d', 'ü?x=1#y', '..', '100%', 'stats']) {
		service.addPromotion({ promotionId, phase: 'completed' });
		// A bare socket, since fetch would resolve an id of two dots as a path.
		const answer = await overSocket(service, {
			path: `/api/v2/promotion/acme-42/${encodeURIComponent(promotionId)}/stats?channel=rcs`,
		});
		expect(answer.status).toBe(200);
		expect(service.requests().at(-1)?.promotionId).toBe(promotionId);
	}
	await service.stop();
});

it('takes what the document allows: no components, one card with a header only, descriptive properties', async () => {
	const service = await startSimulator();
	const bodies = [
		launchBody({ template: { name: 't', id: '1', language: 'en' } }),
		launchBody({
			template: {
				name: 't',
				id: '1',
				language: 'en',
				components: [
					{
						type: 'CAROUSEL',
						cards: [
							{
								card_index: 0,
								components: [{ type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'http://a.example/b' } }],
							},
							{
								card_index: 1,
								components: [
									{
										type: 'BODY',
										variables: [
											{ type: 'text', value: '${phone}' },
											{ type: 'text', value: '${phone}' },
											{ type: 'text', value: 'plain' },
											{ type: 'text', value: '${businesssubscriberid}' },
										],
									},
								],
							},
						],
					},
				],
			},
		}),
		launchBody({ messageType: 'carousel', mediaHeight: 'TALL', targetAudience: 'all', suggestions: [{}] }),
	];
	for (const body of bodies) expect((await launch(service, { body })).status).toBe(200);
	expect(service.launches().map((record) => record.body)).toEqual(JSON.parse(JSON.stringify(bodies)));
	expect(service.launches()[1]?.unresolvedReferences).toEqual(['businesssubscriberid']);
	await service.stop();
});

it.each<[string, Buffer, Partial<Record<string, unknown>>]>([
	['a BOM', Buffer.from('\uFEFFname,phone\nA,1\n'), { byteOrderMark: true, columns: ['name', 'phone'], rows: 1 }],
	['UTF-16', Buffer.from('\uFEFFname;phone\r\nÄ;1\r\n', 'utf16le'), { encoding: 'utf-16le', delimiter: ';', rows: 1 }],
	[
		'Latin-1',
		Buffer.from('name,phone\nJos\xe9,1\n', 'latin1'),
		{ encoding: 'windows-1252', firstRows: [['José', '1']] },
	],
	[
		'line breaks in quotes',
		Buffer.from('name,phone\n"A\n""B""",1\n'),
		{ firstRows: [['A\n"B"', '1']], quoteFaults: 0 },
	],
	['a quote never closed', Buffer.from('name,phone\nB,2\n"A,1\n'), { quoteFaults: 1 }],
	['rows of another width', Buffer.from('name,phone\nA,1,2\nB\nC,3'), { rows: 3, irregularRows: 2 }],
	['a header only', Buffer.from('name,phone'), { rows: 0, columns: ['name', 'phone'] }],
])('reads contacts with %s', async (_what, csv, expected) => {
	const service = await startSimulator();
	expect((await launch(service, { csv })).status).toBe(200);
	expect(service.launches()[0]?.file).toMatchObject({ bytes: csv.length, sha256: sha256(csv), contents: expected });
	await service.stop();
});

describe('a launch that goes wrong by a name', () => {
	let service: Simulator;
	const named = (name: string) => launchBody({ name });
	const list = async () => await send(service, { path: `/api/v2/promotion/${service.accountId}?channel=rcs` });
	beforeAll(async () => {
		service = await startSimulator({
			settings: {
				unapprovedTemplates: ['no_such_template'],
				templateTexts: { winter_sale: 9 },
				byName: { failing: { failedPerThousand: 500 }, late: { listedAfterMs: 20_000 }, outage: { downMs: 60_000 } },
			},
		});
		service.setClock(1_800_000_000_000);
	});
	afterAll(async () => await service.stop());

	it('is refused for a template that does not exist, or another number of texts, and nothing is launched', async () => {
		const refused = async (template: object) => {
			const body = launchBody();
			const answer = await launch(service, { body: { ...body, template: { ...body.template, ...template } } });
			return [answer.status, await answer.text()];
		};
		expect(await refused({ name: 'no_such_template' })).toEqual([422, expect.stringContaining('does not exist')]);
		expect(await refused({ name: 'winter_sale' })).toEqual([400, expect.stringContaining('takes 9 texts, not ')]);
		expect(service.launches()).toEqual([]);
	});

	it('fails for half of its people, is listed later, and leaves other campaigns alone', async () => {
		await launch(service, { body: named('Spring failing') });
		await launch(service, { body: named('Spring late') });
		const [failing, late] = service.launches().map(({ promotionId }) => promotionId);
		expect(await (await list()).text()).not.toContain(late);
		service.advance(1_000_000);
		expect(await (await list()).text()).toContain(late);
		expect(service.promotion(failing!).counters).toMatchObject({ attempted: 2, failed: 1 });
		expect(service.promotion(late!).counters).toMatchObject({ attempted: 2, failed: 0 });
	});

	it('meets a service that is down for a minute, and launches nothing', async () => {
		const before = service.launches().length;
		expect((await launch(service, { body: named('Spring outage') })).status).toBe(503);
		expect((await list()).status).toBe(503);
		service.advance(60_000);
		expect((await list()).status).toBe(200);
		expect(service.launches()).toHaveLength(before);
	});
});
