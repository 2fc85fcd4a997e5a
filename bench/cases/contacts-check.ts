import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import type { BenchCase, Side } from '../frame/benchCase';
import { countRows, prepareContacts, type ContactsInput } from '../frame/contactCase';
import { ByteSum, type See } from '../frame/floors';
import { extractCsv } from '../frame/nativeNodes';
import { finished } from '../frame/reportCase';

/** The check that a launch makes, alone: a million contacts with 1% duplicates, and the length of the file without them. */
export const benchCase: BenchCase<ContactsInput> = {
	name: 'contacts-check',
	rows: 1_000_000,
	grows: true,
	limits: { minimumPeerToOurs: 1, ratioToFloor: 2.5, oursRssGrowthMb: 96 },
	prepare: prepareContacts,
	sides: {
		async ours({ engine }, { file }) {
			const credentials = engine.credentials('rcsPromotionApi', {
				baseUrl: 'http://127.0.0.1:9',
				accountId: 'bench',
				apiKey: 'unused',
			});
			const items = [await engine.fileItem(createReadStream(file))];
			return async () => {
				const parameters = { resource: 'contactList', operation: 'check', recipients: 'csvFile' };
				const { json } = await finished(engine.run({ credentials, parameters, items }));
				const { rows, duplicatesRemoved: duplicates } = json[0]?.recipients as IDataObject;
				return () => ({ found: { rows, duplicates } });
			};
		},
		f0: readThrough(() => undefined),
		f1: readThrough(() => new ByteSum()),
		async floor(_bench, { file }) {
			return async () => {
				const rows = await countRows(file);
				return () => ({ found: { rows } });
			};
		},
		async peer({ engine }, { file }) {
			const items = [await engine.fileItem(createReadStream(file))];
			return async () => {
				const { json } = await finished(engine.run({ nodes: [extractCsv()], items }));
				return () => {
					const hash = createHash('sha256');
					for (const { name, phone, language } of json) hash.update([name, phone, language].join(',') + '\r\n');
					return { found: { rows: json.length, linesSha256: hash.digest('hex') } };
				};
			};
		},
	},
};

function readThrough(look: () => ByteSum | undefined): Side<ContactsInput> {
	return async (_bench, { file }) =>
		async () => {
			const looked = look();
			const see: See | undefined = looked?.see;
			let bytes = 0;
			for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
				bytes += chunk.length;
				see?.(chunk);
			}
			return () => ({ found: { bytes, ...(looked ? { byteSum: looked.sum } : {}) } });
		};
}
