/** Where n8n keeps the files of an item, and what names them in 'Input Binary Field'. */
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { START } from '../../harness/helperNodes';
import { worlds, type World } from '../support/world';

const CSV = 'name,phone\nAnn,+4915112345601\n';
/** Workflows with this setting keep files in the item's JSON, unless n8n keeps them in memory. Hosts before 2.20 do not know it. */
const combined = { binaryMode: 'combined' as const };

async function check(world: World, binaryPropertyName: unknown, settings = {}, item?: INodeExecutionData) {
	const parameters = {
		resource: 'contactList',
		operation: 'check',
		recipients: 'csvFile',
		binaryPropertyName,
		phoneField: 'phone',
	};
	const result = await world.engine.run({
		nodes: [
			{ name: 'Start', type: START },
			{ parameters: parameters as INodeParameters, credentials: world.credentials },
		],
		settings,
		items: [item ?? (await world.engine.fileItem(CSV))],
	});
	return result.error ?? result.json[0];
}

describe.each(binaryModes)('with files in %s', (binaryMode) => {
	const { inOneWorld } = worlds({ binaryMode });

	inOneWorld.each([{}, combined])('finds the file by the name of its field: %j', async (world, settings) => {
		expect(await check(world, 'data', settings)).toMatchObject({ wouldLaunch: true });
	});

	inOneWorld.each([{}, combined])('tells the fields that exist: %j', async (world, settings) => {
		expect(await check(world, 'attachment', settings)).toMatchObject({
			message: "No file found in 'attachment'",
			description: "The files are in: data. Enter one of these names in 'Input Binary Field'.",
		});
	});

	inOneWorld('where there is no file, says how contacts from a CRM are sent', async (world) => {
		expect(await check(world, 'data', {}, { json: {} })).toMatchObject({
			message: "No file found in 'data'",
			description: expect.stringMatching(/set 'Recipients' to 'Input Items'/) as string,
		});
	});

	inOneWorld.each([{}, combined])('takes a file that was dragged into the field: %j', async (world, settings) => {
		const answer = await check(world, '={{ $json._files?.data ?? $binary.data }}', settings);
		// An expression does not get at what is in memory.
		if (binaryMode !== 'memory') expect(answer).toMatchObject({ wouldLaunch: true });
		else {
			expect(answer).toMatchObject({
				message: "'Input Binary Field' is not a file",
				description: "Switch it to 'Fixed' and enter the name of the field with the file, such as data.",
			});
		}
	});
});

describe('a file in the JSON of an item', () => {
	const { inOneWorld } = worlds();
	const inJson = async (world: World) => {
		const file: IBinaryData = await world.engine.binary(CSV, { fileName: 'contacts.csv', mimeType: 'text/csv' });
		return { json: { _files: { data: { ...file } }, file: { ...file } } } as unknown as INodeExecutionData;
	};

	inOneWorld('is taken when it is dragged into the field, and not by its name', async (world) => {
		expect(await check(world, '={{ $json.file }}', {}, await inJson(world))).toMatchObject({ wouldLaunch: true });
		for (const name of ['file', 'data', '_files.data']) {
			const answer = await check(world, name, {}, await inJson(world));
			expect(answer).toMatchObject({ message: `No file found in '${name}'` });
			expect(JSON.stringify(answer)).not.toContain('The files are in');
		}
	});
});

describe('a file in memory', () => {
	const { inOneWorld } = worlds({ binaryMode: 'memory' });

	inOneWorld('is read whole where its base64 is in lines, as in an email', async (world) => {
		const rows = Array.from({ length: 3_000 }, (_, index) => `Ann ${index},+49151${10_000_000 + index}\n`).join('');
		const lines = Buffer.from(`name,phone\n${rows}`).toString('base64').replace(/.{76}/g, '$&\n');
		const file = { mimeType: 'text/csv', fileName: 'contacts.csv', data: lines } as IBinaryData;
		expect(await check(world, 'data', {}, { json: {}, binary: { data: file } })).toMatchObject({
			wouldLaunch: true,
			recipients: { rows: 3_000, ready: 3_000 },
		});
	});
});

describe('a file that n8n no longer has', () => {
	const { inOneWorld } = worlds();

	inOneWorld('is said to be gone, with what to do next', async (world) => {
		const item = await world.engine.fileItem(CSV);
		world.engine.loseFiles();
		expect(await check(world, 'data', {}, item)).toMatchObject({
			message: "n8n cannot read the file of 'Input Binary Field': File not found",
			description: expect.stringMatching(/^n8n deletes files .* after a Wait, fetch the file again /) as string,
		});
	});
});
