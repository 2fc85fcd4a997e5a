import type { BenchCase } from '../frame/benchCase';
import { extractCsv, httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, runReport, splitAll, type ReportInput } from '../frame/reportCase';

/** A million rows counted by status; ours counts four more columns. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-summarize-1m',
	title: '1,000,000 rows counted',
	limits: { oursRssGrowthMb: 128 },
	heapMb: 8192,
	async prepare() {
		const { input, facts, stop } = await prepareReport(1_000_000);
		return { input, expected: facts.byStatus, stop };
	},
	sides: {
		async ours(bench, input) {
			const run = await runReport(bench, input, 'summarize');
			return async () => ({ found: sorted((await run()).json[0]?.byStatus as Record<string, number>) });
		},
		/**
		 * Without n8n's Summarize, which copies a group anew for each of its items and would take hours: so this is less than
		 * what a user needs today.
		 */
		async peer({ engine }, input) {
			return async () => {
				const nodes = [httpRequestAsFile(input.url, input.apiKey), extractCsv()];
				const { items } = await finished(engine.run({ nodes }));
				const counts: Record<string, number> = {};
				for (const { json } of items) counts[json.Status as string] = (counts[json.Status as string] ?? 0) + 1;
				return { found: sorted(counts) };
			};
		},
		async floor(_bench, input) {
			return async () => {
				const counts: Record<string, number> = {};
				await splitAll(input, (values) => {
					const status = values[2] ?? '';
					counts[status] = (counts[status] ?? 0) + 1;
				});
				return { found: sorted(counts) };
			};
		},
	},
};

const sorted = (counts: Record<string, number>) => Object.fromEntries(Object.entries(counts).sort());
