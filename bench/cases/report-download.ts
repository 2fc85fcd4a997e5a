import { createHash } from 'node:crypto';
import type { BenchCase } from '../frame/benchCase';
import { httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, reportFloors, runReport, type ReportInput } from '../frame/reportCase';
import type { Bench } from '../frame/benchCase';
import type { RunResult } from '../../test/harness/runResult';

/** A million rows as a file in n8n's binary store, in filesystem mode. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-download',
	rows: 1_000_000,
	grows: true,
	limits: { oursRssGrowthMb: 128 },
	prepare: prepareReport,
	sides: {
		...reportFloors,
		async ours(bench, input) {
			const run = await runReport(bench, input, 'download');
			return async () => {
				const result = await run();
				return async () => ({ found: await fileOf(bench, result) });
			};
		},
		async peer(bench, { url, apiKey }) {
			return async () => {
				const result = await finished(bench.engine.run({ nodes: [httpRequestAsFile(url, apiKey)] }));
				return async () => ({ found: await fileOf(bench, result) });
			};
		},
	},
};

async function fileOf({ engine }: Bench, { binary }: RunResult) {
	const file = binary[0]?.data;
	if (!file) throw new Error('There is no file');
	const content = await engine.readBinary(file);
	return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
