import { createHash } from 'node:crypto';
import { appendFile, rm, truncate } from 'node:fs/promises';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { worlds } from '../support/world';
import { binaryModes } from '../../harness/binaryStore';
import { Engine } from '../../harness/engine';
import { startSimulator } from '../../../simulator';
import { World } from '../support/world';
import { contacts, csv, launched, launchFile, launchItems, launchList, phone, quickLaunches, SPEED } from './support';

const { inOneWorld, underEveryPersonality } = worlds();
quickLaunches();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const documentedBody = {
	name: 'Spring Sale',
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	template: {
		name: 'spring_sale',
		id: 't-1',
		language: 'en',
		components: [
			{
				type: 'CAROUSEL',
				cards: [
					{
						card_index: 0,
						components: [{ type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'https://example.com/spring.jpg' } }],
					},
				],
			},
		],
	},
	channelType: 'rcs',
};

describe('what goes over the wire', () => {
	underEveryPersonality(
		'a CSV file goes out byte for byte with the documented body',
		async (world) => {
			const row = launched(await launchFile(world));
			const [launch, ...others] = world.simulator.launches();
			expect(others).toEqual([]);
			expect(launch).toMatchObject({ form: 'multipart', targetListName: 'Spring Sale', body: documentedBody });
			expect(launch?.partOrder).toEqual(['file', 'body']);
			expect(launch?.file).toMatchObject({
				fileName: 'contacts.csv',
				contentType: 'text/csv',
				sha256: sha256(csv(3)),
			});
			expect(launch?.bodyContentType).toBe('application/json');
			expect(launch?.contentLength).toBe(launch?.receivedBytes);
			expect(launch?.headers['transfer-encoding']).toBeUndefined();
			expect(row).toMatchObject({
				outcome: 'launched',
				launched: true,
				accountId: world.simulator.accountId,
				promotionId: launch?.promotionId,
				promotionName: 'Spring Sale',
				targetListName: 'Spring Sale',
				recipients: { rows: 3, ready: 3, sent: 3, duplicatesRemoved: 0, invalid: 0 },
				columnsUsed: { name: 'name', phone: 'phone' },
				warnings: [],
			});
			expect(['response', 'list']).toContain(row.promotionIdSource);
			expect(row).not.toHaveProperty('duplicateSuspected');
			expect(row).toHaveProperty('response');
		},
		{ speed: SPEED },
	);

	underEveryPersonality(
		'items become one file with the mapped columns only',
		async (world) => {
			const items = contacts(3).map(({ json }) => ({ json: { ...json, secret: 'stays here' } }));
			const result = await launchItems(world, {}, { items });
			const row = launched(result);
			const [launch] = world.simulator.launches();
			expect(launch?.file?.contents).toMatchObject({
				encoding: 'utf-8',
				byteOrderMark: false,
				delimiter: ',',
				lineEnding: '\r\n',
				rows: 3,
			});
			expect(launch?.file?.contents?.columns.slice().sort()).toEqual(['name', 'phone']);
			expect(row).toMatchObject({
				outcome: 'launched',
				recipients: { rows: 3, ready: 3, sent: 3 },
				promotionId: launch?.promotionId,
			});
			expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		},
		{ speed: SPEED },
	);

	underEveryPersonality(
		'an uploaded list goes out as JSON',
		async (world) => {
			const row = launched(await launchList(world, { targetListName: 'Março & Abril 50% + "more"' }));
			const [launch] = world.simulator.launches();
			expect(launch).toMatchObject({
				form: 'json',
				targetListName: 'Março & Abril 50% + "more"',
				body: documentedBody,
			});
			expect(row).toMatchObject({ outcome: 'launched', recipients: null, promotionId: launch?.promotionId });
		},
		{ speed: SPEED },
	);

	inOneWorld('a blank in the name of the list is one in every reading of the query', async (world) => {
		launched(await launchList(world, { targetListName: 'Customers March' }));
		expect(world.simulator.requests({ endpoint: 'launch' })[0]?.url).toContain('?name=Customers%20March');
	});
});

/** As mails and web services give it: in lines. */
const inLines = (base64: string, letters: number, lineBreak: string) =>
	(base64.match(new RegExp(`.{1,${letters}}`, 'g')) ?? []).join(lineBreak) + lineBreak;

describe('a file that an item holds in memory', () => {
	inOneWorld.each([
		{ what: 'in one piece', spelled: (base64: string) => base64 },
		// None of these has a multiple of four letters in each of the pieces of which the file is decoded.
		{ what: 'in the lines of a mail', spelled: (base64: string) => inLines(base64, 76, '\n') },
		{ what: 'in lines of an odd length', spelled: (base64: string) => inLines(base64, 75, '\r\n') },
		{ what: 'in lines that are indented', spelled: (base64: string) => inLines(base64, 59, '\n \t') },
	])('goes out byte for byte when its base64 comes $what', async (world, { spelled }) => {
		// Each of the three lengths that base64 fills up in another way, far beyond one piece of what is decoded at a time.
		for (const [round, more] of ['', 'x', 'xx'].entries()) {
			const content = `${csv(6000)}Last${more},${phone(9_000_000)}\r\n`;
			const data = { data: spelled(Buffer.from(content).toString('base64')), mimeType: 'text/csv', fileName: 'a.csv' };
			const given = { promotionName: `Sale ${round}`, options: { ifSentBefore: 'launch', maximumRecipients: 0 } };
			launched(await launchFile(world, given, { items: [{ json: {}, binary: { data } }] }));
			expect(world.simulator.launches()[round]?.file).toMatchObject({
				bytes: Buffer.byteLength(content),
				sha256: sha256(content),
			});
		}
	});
});

describe('a file that changes between its check and its sending', () => {
	inOneWorld.each([
		{ what: 'shorter', change: async (path: string) => await truncate(path, 30) },
		{ what: 'longer', change: async (path: string) => await appendFile(path, 'Eve,+15559999999\r\n') },
		{ what: 'gone', change: async (path: string) => await rm(path) },
	])('reaches nobody when it is $what', async (world, { change }) => {
		const file = await world.engine.fileItem(csv(3));
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'hold' } });
		const running = launchFile(world, {}, { items: [file] });
		await world.simulator.waitForRequest({ endpoint: 'list', after: 0 });
		await change(Container.get(BinaryDataService).getPath(file.binary?.data?.id ?? ''));
		world.simulator.releaseHeld();
		const { error } = await running;
		expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 3 contacts: ');
		expect(world.simulator.launches()).toEqual([]);
	});
});

describe.each(binaryModes)('a file in mode %s', (binaryMode) => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.start({ binaryMode });
	});
	afterAll(async () => await engine.stop());

	it('goes out whole, however large and whatever it is called', async () => {
		const simulator = await startSimulator({ speed: SPEED });
		const world = new World(engine, simulator);
		const content = csv(60_000);
		const binary = await engine.binary(content, { mimeType: 'application/octet-stream' });
		const items = [{ json: {}, binary: { data: { ...binary, fileName: undefined } } }];
		launched(await launchFile(world, { options: { maximumRecipients: 0 } }, { items }));
		expect(simulator.launches()[0]?.file).toMatchObject({
			bytes: Buffer.byteLength(content),
			sha256: sha256(content),
			contentType: 'text/csv',
		});
		expect(simulator.launches()[0]?.file?.fileName).not.toBe('');
		await simulator.stop();
	});
});
