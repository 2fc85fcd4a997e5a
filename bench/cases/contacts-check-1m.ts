import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { IDataObject } from 'n8n-workflow';
import type { BenchCase } from '../frame/benchCase';
import { writeContactFile } from '../frame/contactFile';
import { extractCsv } from '../frame/nativeNodes';
import { finished } from '../frame/reportCase';

interface Input {
	[key: string]: string;
	path: string;
}

/** The check that a launch makes, alone: a million contacts with 1% duplicates, and the length of the file without them. */
export const benchCase: BenchCase<Input> = {
	name: 'contacts-check-1m',
	title: 'A check of 1,000,000 contacts',
	limits: { minimumPeerToOurs: 1, oursRssGrowthMb: 96 },
	heapMb: 8192,
	async prepare() {
		const { path, rows, remove } = await writeContactFile(1_000_000);
		return { input: { path }, expected: { rows }, stop: remove };
	},
	sides: {
		async ours({ engine }, { path }) {
			const credentials = engine.credentials('rcsPromotionApi', {
				baseUrl: 'http://127.0.0.1:9',
				accountId: 'bench',
				apiKey: 'unused',
			});
			const items = [await engine.fileItem(createReadStream(path))];
			return async () => {
				const parameters = { resource: 'contactList', operation: 'check', recipients: 'csvFile' };
				const { json } = await finished(engine.run({ credentials, parameters, items }));
				const { recipients, ready } = json[0] ?? {};
				const { rows, duplicatesRemoved } = (recipients ?? {}) as IDataObject;
				if (ready !== true || duplicatesRemoved !== 10_000) throw new Error('The check found something else');
				return { found: { rows: rows ?? null } };
			};
		},
		async peer({ engine }, { path }) {
			const items = [await engine.fileItem(createReadStream(path))];
			return async () => {
				const result = await finished(engine.run({ nodes: [extractCsv()], items }));
				return { found: { rows: result.items.length } };
			};
		},
		/** One pass of csv-parse by stream, and nothing done with the rows. */
		async floor(_bench, { path }) {
			return async () => {
				let rows = -1;
				for await (const _row of createReadStream(path).pipe(parse())) rows++;
				return { found: { rows } };
			};
		},
	},
};
