/** Where n8n keeps the files of an item, and what names them in 'Input Binary Field'. */
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { START } from '../../harness/helperNodes';
import { setups, type Setup } from '../support/setup';

const CSV = 'name,phone\nAnn,+4915112345601\n';
/** Workflows with this setting keep files in the item's JSON, unless n8n keeps them in memory. Hosts before 2.20 do not know it. */
const combined = { binaryMode: 'combined' as const };

async function check(setup: Setup, binaryPropertyName: unknown, settings = {}, item?: INodeExecutionData) {
	const parameters = {
		resource: 'contactList',
		operation: 'check',
		recipients: 'csvFile',
		binaryPropertyName,
		phoneField: 'phone',
	};
	const result = await setup.engine.run({
		nodes: [
			{ name: 'Start', type: START },
			{ parameters: parameters as INodeParameters, credentials: setup.credentials },
		],
		settings,
		items: [item ?? (await setup.engine.fileItem(CSV))],
	});
	return result.error ?? result.json[0];
}

describe.each(binaryModes)('with files in %s', (binaryMode) => {
	const { withService } = setups({ binaryMode });

	withService.each([{}, combined])('takes a file by the name of its field, or dragged: %j', async (setup, settings) => {
		expect(await check(setup, 'data', settings)).toMatchObject({ wouldLaunch: true });
		const dragged = await check(setup, '={{ $json._files?.data ?? $binary.data }}', settings);
		// An expression does not get at what is in memory.
		expect(dragged).toMatchObject(
			binaryMode !== 'memory'
				? { wouldLaunch: true }
				: {
						message: "'Input Binary Field' is not a file",
						description: "Switch it to 'Fixed' and enter the name of the field with the file, such as data.",
					},
		);
		expect(await check(setup, 'attachment', settings)).toMatchObject({
			message: "No file found in 'attachment'",
			description: "The files are in: data. Enter one of these names in 'Input Binary Field'.",
		});
		expect(await check(setup, 'data', settings, { json: {} })).toMatchObject({
			message: "No file found in 'data'",
			description: expect.stringMatching(/set 'Recipients' to 'Input Items'/) as string,
		});
	});
});

describe('a file in the JSON of an item', () => {
	const { withService } = setups();
	const inJson = async (setup: Setup) => {
		const file: IBinaryData = await setup.engine.binary(CSV, { fileName: 'contacts.csv', mimeType: 'text/csv' });
		return { json: { _files: { data: { ...file } }, file: { ...file } } } as unknown as INodeExecutionData;
	};

	withService('is taken when it is dragged into the field, and not by its name', async (setup) => {
		expect(await check(setup, '={{ $json.file }}', {}, await inJson(setup))).toMatchObject({ wouldLaunch: true });
		for (const name of ['file', 'data', '_files.data']) {
			const answer = await check(setup, name, {}, await inJson(setup));
			expect(answer).toMatchObject({ message: `No file found in '${name}'` });
			expect(JSON.stringify(answer)).not.toContain('The files are in');
		}
	});
});

describe('a file in memory', () => {
	const { withService } = setups({ binaryMode: 'memory' });

	withService('is read whole where its base64 is in lines, as in an email', async (setup) => {
		const rows = Array.from({ length: 3_000 }, (_, index) => `Ann ${index},+49151${10_000_000 + index}\n`).join('');
		const lines = Buffer.from(`name,phone\n${rows}`).toString('base64').replace(/.{76}/g, '$&\n');
		const file = { mimeType: 'text/csv', fileName: 'contacts.csv', data: lines } as IBinaryData;
		expect(await check(setup, 'data', {}, { json: {}, binary: { data: file } })).toMatchObject({
			wouldLaunch: true,
			recipients: { rows: 3_000, ready: 3_000 },
		});
	});
});

describe('a file that n8n no longer has', () => {
	const { withService } = setups();

	withService('is said to be gone, with what to do next', async (setup) => {
		const item = await setup.engine.fileItem(CSV);
		setup.engine.loseFiles();
		expect(await check(setup, 'data', {}, item)).toMatchObject({
			message: "n8n cannot read the file of 'Input Binary Field': File not found",
			description: expect.stringMatching(/^n8n deletes files .* after a Wait, fetch the file again /) as string,
		});
	});
});
