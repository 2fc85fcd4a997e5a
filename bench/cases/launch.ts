import { createReadStream } from 'node:fs';
import type { BenchCase } from '../frame/benchCase';
import {
	bodyOf,
	countRows,
	hashOfSent,
	launcherOf,
	plainUpload,
	prepareLaunch,
	type LaunchInput,
} from '../frame/contactCase';
import { ByteSum } from '../frame/floors';
import { native } from '../frame/nativeNodes';
import { finished } from '../frame/reportCase';

/** A million contacts checked, freed of duplicates and launched; the peer uploads them as they are, without any check. */
export const benchCase: BenchCase<LaunchInput> = {
	name: 'launch',
	rows: 1_000_000,
	grows: true,
	limits: { ratioToFloor: 2.5, oursRssGrowthMb: 96 },
	prepare: prepareLaunch,
	sides: {
		ours: launcherOf,
		async f0(_bench, input) {
			let runs = 0;
			return async () => {
				const promotionId = await plainUpload(input, `f0 ${++runs}`);
				return async () => ({ found: { sha256: await hashOfSent(input, promotionId) } });
			};
		},
		async f1(_bench, input) {
			let runs = 0;
			return async () => {
				const look = new ByteSum();
				const promotionId = await plainUpload(input, `f1 ${++runs}`, look.see);
				return async () => ({ found: { sha256: await hashOfSent(input, promotionId), byteSum: look.sum } });
			};
		},
		/** Reads the rows once, and uploads. */
		async floor(_bench, input) {
			let runs = 0;
			return async () => {
				const rows = await countRows(input.file);
				const promotionId = await plainUpload(input, `floor ${++runs}`);
				return async () => ({ found: { rows, sha256: await hashOfSent(input, promotionId) } });
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
				return async () => ({ found: { sha256: await hashOfSent(input, json[0]?.promotionId as string) } });
			};
		},
	},
};
