import type { BenchCase } from '../frame/benchCase';
import { extractCsv, filterEquals, httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, reportFloors, runReport, type ReportInput } from '../frame/reportCase';
import { digestOfOurs, digestOfPlain, FAILED } from '../frame/reportFile';

/** The 1% that failed, out of a million rows. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-filter',
	rows: 1_000_000,
	grows: true,
	limits: { minimumPeerToOurs: 4, ratioToF1: 2, oursRssGrowthMb: 128 },
	prepare: prepareReport,
	sides: {
		...reportFloors,
		async ours(bench, input) {
			const run = await runReport(bench, input, 'getAll', { returnAll: true, filters: { statuses: [FAILED] } });
			return async () => {
				const { json } = await run();
				return () => ({ found: { failedRows: digestOfOurs(json) } });
			};
		},
		async peer({ engine }, { url, apiKey }) {
			return async () => {
				const nodes = [httpRequestAsFile(url, apiKey), extractCsv(), filterEquals('Status', FAILED)];
				const { json } = await finished(engine.run({ nodes }));
				return () => ({ found: { failedRows: digestOfPlain(json) } });
			};
		},
		/** As a user would who knows that n8n's Filter is what takes longest, and writes its line into a Code node. */
		async peerWithoutFilter({ engine }, { url, apiKey }) {
			return async () => {
				const { items } = await finished(engine.run({ nodes: [httpRequestAsFile(url, apiKey), extractCsv()] }));
				const failed = items.filter(({ json }) => json.Status === FAILED);
				return () => ({ found: { failedRows: digestOfPlain(failed.map(({ json }) => json)) } });
			};
		},
	},
};
