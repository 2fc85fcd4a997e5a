import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BenchCase } from '../frame/benchCase';
import { httpRequestAsFile } from '../frame/nativeNodes';
import { fetchText, finished, prepareReport, runReport, type ReportInput } from '../frame/reportCase';

/** A million rows as a file in n8n's binary store, in filesystem mode. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-download-1m',
	title: 'A report of 1,000,000 rows as a file',
	limits: { oursRssGrowthMb: 128 },
	async prepare() {
		const { input, facts, stop } = await prepareReport(1_000_000);
		return { input, expected: { bytes: facts.bytes }, stop };
	},
	sides: {
		async ours(bench, input) {
			const run = await runReport(bench, input, 'download');
			return async () => ({ found: { bytes: (await run()).binary[0]?.data?.bytes } });
		},
		async peer({ engine }, input) {
			return async () => {
				const nodes = [httpRequestAsFile(input.url, input.apiKey)];
				return { found: { bytes: (await finished(engine.run({ nodes }))).binary[0]?.data?.bytes } };
			};
		},
		async floor(_bench, input) {
			const file = join(tmpdir(), `bench-floor-${process.pid}.csv`);
			return async () => {
				await pipeline(fetchText(input), createWriteStream(file));
				const { size } = await stat(file);
				await rm(file);
				return { found: { bytes: size } };
			};
		},
	},
};
