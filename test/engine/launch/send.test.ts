/** What a launch sends. */
import { createHash } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { setups } from '../support/setup';
import { binaryModes } from '../../harness/binaryStore';
import { contacts, csv, launched, launchFile, launchItems, launchList, quickLaunches, SPEED } from './support';

const { withService, underEveryPersonality } = setups();
quickLaunches();
const quick = { speed: SPEED };
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

const media = { mediaUrl: 'https://example.com/spring.jpg' };
const cards = [{ card_index: 0, components: [{ type: 'HEADER', format: 'IMAGE', media }] }];
const documentedBody = {
	...{ name: 'Spring Sale', promotionType: 'IMMEDIATE', promotionBase: 'TEMPLATE', promotionTemplateType: 'TEMPLATE' },
	template: { name: 'spring_sale', id: 't-1', language: 'en', components: [{ type: 'CAROUSEL', cards }] },
	channelType: 'rcs',
};

describe('what goes over the wire', () => {
	underEveryPersonality(
		'a CSV file goes out byte for byte with the documented body',
		async (setup) => {
			const row = launched(await launchFile(setup));
			const [launch, ...others] = setup.simulator.launches();
			expect(others).toEqual([]);
			expect(launch).toMatchObject({
				...{ form: 'multipart', targetListName: 'Spring Sale', body: documentedBody, partOrder: ['file', 'body'] },
				...{ bodyContentType: 'application/json', contentLength: launch?.receivedBytes },
				file: { fileName: 'contacts.csv', contentType: 'text/csv', sha256: sha256(csv(3)) },
			});
			expect(launch?.headers['transfer-encoding']).toBeUndefined();
			expect(row).toMatchObject({
				...{ launched: true, promotionId: launch?.promotionId, promotionName: 'Spring Sale' },
				recipients: { rows: 3, ready: 3, handedOver: 3, duplicatesRemoved: 0, invalid: 0 },
				fieldsUsed: { name: 'name', phone: 'phone' },
				accountId: setup.simulator.accountId,
			});
			// If the service answers in plain text, the list has to show the launch.
			const found = [expect.stringContaining('The list shows the promotion')];
			expect(row.warnings).toEqual(row.outcome === 'reconciled' ? found : []);
			expect(row).toHaveProperty('response');
		},
		quick,
	);

	withService('items become one file with the chosen fields only', async (setup) => {
		const items = contacts(3).map(({ json }) => ({ json: { ...json, secret: 'stays here' } }));
		const result = await launchItems(setup, {}, { items });
		expect(launched(result).recipients).toMatchObject({ rows: 3, ready: 3, handedOver: 3 });
		expect(setup.simulator.launches()[0]?.file?.contents).toMatchObject({
			...{ encoding: 'utf-8', byteOrderMark: false, delimiter: ',', lineEnding: '\r\n' },
			...{ rows: 3, columns: ['name', 'phone'] },
		});
		expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	underEveryPersonality(
		'an uploaded list goes out as JSON',
		async (setup) => {
			const targetListName = 'Março & Abril 50% + "more"';
			const row = launched(await launchList(setup, { targetListName }));
			const [launch] = setup.simulator.launches();
			expect(launch).toMatchObject({ form: 'json', targetListName, body: documentedBody });
			expect(row.promotionId).toBe(launch?.promotionId);
			// Nobody knows how many they are.
			expect(new Set(Object.values(row.recipients as object))).toEqual(new Set([null]));
			// A blank is one in every reading of the query.
			expect(setup.simulator.requests({ endpoint: 'launch' })[0]?.url).toContain('%20Abril');
		},
		quick,
	);
});

withService.each([
	{ what: 'longer', change: async (path: string) => await appendFile(path, 'Eve,+15559999999\r\n') },
	{ what: 'gone', change: async (path: string) => await rm(path) },
])('a file goes out as it was checked when it is $what by then', async (setup, { change }) => {
	const file = await setup.engine.fileItem(csv(3));
	setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' } });
	const running = launchFile(setup, {}, { items: [file] });
	await setup.simulator.waitForRequest({ endpoint: 'list', after: 0 });
	await change(Container.get(BinaryDataService).getPath(file.binary?.data?.id ?? ''));
	setup.simulator.releaseHeld();
	launched(await running);
	expect(setup.simulator.launches().map((launch) => launch.file?.sha256)).toEqual([sha256(csv(3))]);
});

describe.each(binaryModes)('a file in mode %s', (binaryMode) => {
	setups({ binaryMode }).withService(
		'goes out whole, however large and whatever it is called',
		async (setup) => {
			const content = csv(20_000);
			const binary = await setup.engine.binary(content, { mimeType: 'application/octet-stream' });
			const items = [{ json: {}, binary: { data: { ...binary, fileName: undefined } } }];
			launched(await launchFile(setup, { options: { maximumRecipients: 100_000 } }, { items }));
			const [{ file } = {}] = setup.simulator.launches();
			expect(file).toMatchObject({ sha256: sha256(content), contentType: 'text/csv' });
			expect(file?.fileName).not.toBe('');
		},
		quick,
	);
});
