import type { INodeExecutionData } from 'n8n-workflow';
import type { BenchCase } from '../frame/benchCase';
import { extractCsv, httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, runReport, splitAll, type ReportInput } from '../frame/reportCase';

/** 100,000 rows become items. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-items-100k',
	title: 'A report of 100,000 rows as items',
	limits: { minimumPeerToOurs: 4, ratioToFloor: 2.5 },
	fewestSamples: 15,
	async prepare() {
		const { input, facts, stop } = await prepareReport(100_000);
		return { input, expected: { items: facts.rows }, stop };
	},
	sides: {
		async ours(bench, input) {
			const run = await runReport(bench, input, 'getAll', { returnAll: true });
			return async () => ({ found: { items: (await run()).items.length } });
		},
		async peer({ engine }, input) {
			return async () => {
				const nodes = [httpRequestAsFile(input.url, input.apiKey), extractCsv()];
				return { found: { items: (await finished(engine.run({ nodes }))).items.length } };
			};
		},
		async floor(_bench, input) {
			return async () => {
				const items: INodeExecutionData[] = [];
				const pairedItem = { item: 0 };
				await splitAll(input, (values) => items.push({ json: itemOf(values, input), pairedItem }));
				return { found: { items: items.length } };
			};
		},
	},
};

/** The same fields as ours. */
function itemOf(values: string[], { accountId, promotionId }: ReportInput) {
	const [name, phone = '', status, timestamp = '', errorReason, , , retryCount] = values;
	return {
		phone,
		name,
		status,
		errorReason,
		timestamp,
		timestampIso: new Date(Number(timestamp)).toISOString(),
		retryCount: Number(retryCount),
		phoneDigits: phone.replace(/\D+/g, ''),
		promotionId,
		accountId,
	};
}
