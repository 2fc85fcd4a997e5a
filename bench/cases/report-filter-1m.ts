import type { BenchCase } from '../frame/benchCase';
import { extractCsv, filterEquals, httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, runReport, splitAll, type ReportInput } from '../frame/reportCase';

/** The 1% that failed, out of a million rows. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-filter-1m',
	title: 'The 10,000 failed rows out of 1,000,000',
	limits: { minimumPeerToOurs: 4, ratioToFloor: 4, oursRssGrowthMb: 128 },
	heapMb: 8192,
	async prepare() {
		const { input, facts, stop } = await prepareReport(1_000_000);
		return { input, expected: { items: facts.failedRows }, stop };
	},
	sides: {
		async ours(bench, input) {
			const filters = { statuses: [input.failedStatus] };
			const run = await runReport(bench, input, 'getAll', { returnAll: true, filters });
			return async () => ({ found: { items: (await run()).items.length } });
		},
		async peer({ engine }, input) {
			return async () => {
				const nodes = [
					httpRequestAsFile(input.url, input.apiKey),
					extractCsv(),
					filterEquals('Status', input.failedStatus),
				];
				return { found: { items: (await finished(engine.run({ nodes }))).items.length } };
			};
		},
		async floor(_bench, input) {
			return async () => {
				const failed: string[][] = [];
				await splitAll(input, (values) => {
					if (values[2] === input.failedStatus) failed.push(values);
				});
				return { found: { items: failed.length } };
			};
		},
	},
};
