/** What a launch sends, and what must be the same for all of its contacts. */
import { createHash } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { setups } from '../support/setup';
import { binaryModes } from '../../harness/binaryStore';
import { Engine } from '../../harness/engine';
import { startSimulator } from '../../../simulator';
import { Setup } from '../support/setup';
import { contacts, csv, launched, launchFile, launchItems, launchList, quickLaunches, SPEED } from './support';

const { withService, underEveryPersonality } = setups();
quickLaunches();
/** If the service answers in plain text, the list has to show the launch. */
const LAUNCHED: unknown = expect.stringMatching(/^(launched|reconciled)$/);
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
		async (setup) => {
			const row = launched(await launchFile(setup));
			const [launch, ...others] = setup.simulator.launches();
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
				outcome: LAUNCHED,
				launched: true,
				accountId: setup.simulator.accountId,
				promotionId: launch?.promotionId,
				promotionName: 'Spring Sale',
				recipients: { rows: 3, ready: 3, handedOver: 3, duplicatesRemoved: 0, invalid: 0 },
				fieldsUsed: { name: 'name', phone: 'phone' },
				warnings: row.outcome === 'launched' ? [] : [expect.stringContaining('The list shows the promotion')],
			});
			expect(row).toHaveProperty('response');
		},
		{ speed: SPEED },
	);

	underEveryPersonality(
		'items become one file with the chosen fields only',
		async (setup) => {
			const items = contacts(3).map(({ json }) => ({ json: { ...json, secret: 'stays here' } }));
			const result = await launchItems(setup, {}, { items });
			const row = launched(result);
			const [launch] = setup.simulator.launches();
			expect(launch?.file?.contents).toMatchObject({
				encoding: 'utf-8',
				byteOrderMark: false,
				delimiter: ',',
				lineEnding: '\r\n',
				rows: 3,
			});
			expect(launch?.file?.contents?.columns.slice().sort()).toEqual(['name', 'phone']);
			expect(row).toMatchObject({
				outcome: LAUNCHED,
				recipients: { rows: 3, ready: 3, handedOver: 3 },
				promotionId: launch?.promotionId,
			});
			expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		},
		{ speed: SPEED },
	);

	underEveryPersonality(
		'an uploaded list goes out as JSON',
		async (setup) => {
			const row = launched(await launchList(setup, { targetListName: 'Março & Abril 50% + "more"' }));
			const [launch] = setup.simulator.launches();
			expect(launch).toMatchObject({
				form: 'json',
				targetListName: 'Março & Abril 50% + "more"',
				body: documentedBody,
			});
			const counts = row.recipients as Record<string, unknown>;
			expect(row).toMatchObject({ outcome: LAUNCHED, promotionId: launch?.promotionId });
			// Nobody knows how many they are.
			expect(new Set(Object.values(counts))).toEqual(new Set([null]));
		},
		{ speed: SPEED },
	);

	withService('a blank in the name of the list is one in every reading of the query', async (setup) => {
		launched(await launchList(setup, { targetListName: 'Customers March' }));
		expect(setup.simulator.requests({ endpoint: 'launch' })[0]?.url).toContain('?name=Customers%20March');
	});
});

describe('a file that changes between its check and its sending', () => {
	withService.each([
		{ what: 'longer', change: async (path: string) => await appendFile(path, 'Eve,+15559999999\r\n') },
		{ what: 'gone', change: async (path: string) => await rm(path) },
	])('goes out as it was checked when it is $what', async (setup, { change }) => {
		const file = await setup.engine.fileItem(csv(3));
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' } });
		const running = launchFile(setup, {}, { items: [file] });
		await setup.simulator.waitForRequest({ endpoint: 'list', after: 0 });
		await change(Container.get(BinaryDataService).getPath(file.binary?.data?.id ?? ''));
		setup.simulator.releaseHeld();
		launched(await running);
		expect(setup.simulator.launches().map((launch) => launch.file?.sha256)).toEqual([sha256(csv(3))]);
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
		const setup = new Setup(engine, simulator);
		const content = csv(20_000);
		const binary = await engine.binary(content, { mimeType: 'application/octet-stream' });
		const items = [{ json: {}, binary: { data: { ...binary, fileName: undefined } } }];
		launched(await launchFile(setup, { options: { maximumRecipients: 100_000 } }, { items }));
		expect(simulator.launches()[0]?.file).toMatchObject({
			bytes: Buffer.byteLength(content),
			sha256: sha256(content),
			contentType: 'text/csv',
		});
		expect(simulator.launches()[0]?.file?.fileName).not.toBe('');
		await simulator.stop();
	});
});
