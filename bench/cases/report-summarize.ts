import type { BenchCase } from '../frame/benchCase';
import { extractCsv, httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, reportFloors, runReport, type ReportInput } from '../frame/reportCase';
import { inOrder } from '../frame/reportFile';

/** A million rows counted by status and error reason; ours counts three more columns. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-summarize',
	rows: 1_000_000,
	grows: true,
	limits: { ratioToF1: 2, oursRssGrowthMb: 128 },
	prepare: prepareReport,
	sides: {
		...reportFloors,
		async ours(bench, input) {
			const run = await runReport(bench, input, 'summarize');
			return async () => {
				const { byStatus, byErrorReason } = (await run()).json[0] as {
					[Name in 'byStatus' | 'byErrorReason']: Record<string, number>;
				};
				return () => ({ found: { byStatus: inOrder(byStatus), byErrorReason: inOrder(byErrorReason) } });
			};
		},
		/**
		 * Without n8n's Summarize, which copies a group anew for each of its items and would take hours: so this is less than
		 * what a user needs today.
		 */
		async peer({ engine }, { url, apiKey }) {
			return async () => {
				const { items } = await finished(engine.run({ nodes: [httpRequestAsFile(url, apiKey), extractCsv()] }));
				const byStatus: Record<string, number> = {};
				const byErrorReason: Record<string, number> = {};
				const tally = (counts: Record<string, number>, value: string) => (counts[value] = (counts[value] ?? 0) + 1);
				for (const { json } of items) {
					tally(byStatus, json.Status as string);
					if (json.Error) tally(byErrorReason, json.Error as string);
				}
				return () => ({ found: { byStatus: inOrder(byStatus), byErrorReason: inOrder(byErrorReason) } });
			};
		},
	},
};
