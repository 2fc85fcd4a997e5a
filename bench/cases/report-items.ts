import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { drained, ByteSum } from '../frame/floors';
import type { BenchCase } from '../frame/benchCase';
import { extractCsv, httpRequestAsFile } from '../frame/nativeNodes';
import { finished, prepareReport, reportFloors, runReport, type ReportInput } from '../frame/reportCase';
import { digestOfOurs, digestOfPlain } from '../frame/reportFile';

/** 100,000 rows become items. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-items',
	rows: 100_000,
	limits: { minimumPeerToOurs: 4, ratioToFloor: 1.5 },
	fewestSamples: 15,
	prepare: prepareReport,
	sides: {
		...reportFloors,
		async ours(bench, input) {
			const run = await runReport(bench, input, 'getAll', { returnAll: true });
			return async () => {
				const { json } = await run();
				return () => ({ found: { allRows: digestOfOurs(json) } });
			};
		},
		/** A look at each byte, and the same items out of strings that are there already. */
		async floor(bench, input) {
			const { json } = await (await runReport(bench, input, 'getAll', { returnAll: true }))();
			const rows = json.map(textsOf);
			return async () => {
				const look = new ByteSum();
				const bytes = await drained(input.url, input.apiKey, look.see);
				const items: INodeExecutionData[] = [];
				const pairedItem = { item: 0 };
				for (const row of rows) items.push({ json: itemOf(row, input), pairedItem });
				return () => ({
					found: { bytes, byteSum: look.sum, allRows: digestOfOurs(items.map((item) => item.json)) },
				});
			};
		},
		async peer({ engine }, { url, apiKey }) {
			return async () => {
				const { json } = await finished(engine.run({ nodes: [httpRequestAsFile(url, apiKey), extractCsv()] }));
				return () => ({ found: { allRows: digestOfPlain(json) } });
			};
		},
	},
};

type Texts = [phone: string, name: string, status: string, errorReason: string, timestamp: string, retryCount: string];

const textsOf = ({ phone, name, status, errorReason, timestamp, retryCount }: IDataObject) =>
	[phone, name, status, errorReason, timestamp, String(retryCount)] as Texts;

/** The same fields as ours. */
function itemOf(row: Texts, { accountId, promotionId }: ReportInput): IDataObject {
	const [phone, name, status, errorReason, timestamp, retryCount] = row;
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
