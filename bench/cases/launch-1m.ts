import { createReadStream } from 'node:fs';
import type { BenchCase } from '../frame/benchCase';
import {
	bodyOf,
	contactsTaken,
	countRows,
	launcherOf,
	plainUpload,
	prepareLaunch,
	type LaunchInput,
} from '../frame/launchCase';
import { native } from '../frame/nativeNodes';
import { finished } from '../frame/reportCase';

const CONTACTS = 1_000_000;

/** A million contacts checked, freed of duplicates and launched; the peer uploads them as they are, without any check. */
export const benchCase: BenchCase<LaunchInput> = {
	name: 'launch-1m',
	title: '1,000,000 contacts launched',
	limits: { ratioToFloor: 2.5, oursRssGrowthMb: 96 },
	async prepare() {
		const { input, stop } = await prepareLaunch(CONTACTS);
		return { input, expected: { contacts: CONTACTS }, stop };
	},
	sides: {
		async ours(bench, input) {
			const launch = await launcherOf(bench, input);
			return async () => {
				const { taken, duplicatesRemoved: removed } = await launch();
				return { found: { contacts: taken + removed }, figures: { removed } };
			};
		},
		async peer({ engine }, input) {
			const items = [await engine.fileItem(createReadStream(input.file))];
			let runs = 0;
			return async () => {
				const node = native('httpRequest', 4.2, {
					method: 'POST',
					url: input.launchUrl,
					sendHeaders: true,
					headerParameters: { parameters: [{ name: 'x-api-key', value: input.apiKey }] },
					sendBody: true,
					contentType: 'multipart-form-data',
					bodyParameters: {
						parameters: [
							{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
							{ parameterType: 'formData', name: 'body', value: JSON.stringify(bodyOf(`peer ${++runs}`)) },
						],
					},
					options: {},
				});
				const { json } = await finished(engine.run({ nodes: [node], items }));
				return { found: { contacts: await contactsTaken(input, json[0]?.promotionId as string) } };
			};
		},
		async floor(_bench, input) {
			let runs = 0;
			return async () => {
				const contacts = await countRows(input.file);
				const promotionId = await plainUpload(input, bodyOf(`floor ${++runs}`));
				if ((await contactsTaken(input, promotionId)) !== contacts) throw new Error('Contacts were lost on the way');
				return { found: { contacts } };
			};
		},
	},
};
