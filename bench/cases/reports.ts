import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../test/harness/runResult';
import { benchCase, finished, type Bench } from '../parts/benchCase';
import { drained, floorsOf } from '../parts/floors';
import { extractCsv, filterEquals, httpRequestAsFile } from '../parts/nativeNodes';
import { digestOfOurs, digestOfPlain, FAILED, inOrder, prepareReport, type ReportInput } from '../parts/report';

const floors = floorsOf<ReportInput>(async ({ url, apiKey }, see) => {
	const bytes = await drained(url, apiKey, see);
	return () => ({ bytes });
});

/** Runs one of our report operations. */
async function ours(
	{ engine }: Bench,
	input: ReportInput,
	operation: string,
	more: INodeParameters = {},
): Promise<RunResult> {
	const { baseUrl, accountId, promotionId, apiKey } = input;
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const locator = { __rl: true, mode: 'id', value: promotionId } as unknown as INodeParameters;
	const parameters = { resource: 'report', operation, promotionId: locator, ...more };
	return await finished(engine.run({ credentials, parameters }));
}

/** The report as items, by n8n's own nodes. */
async function peer({ engine }: Bench, { url, apiKey }: ReportInput, ...more: Array<ReturnType<typeof extractCsv>>) {
	return await finished(engine.run({ nodes: [httpRequestAsFile(url, apiKey), extractCsv(), ...more] }));
}

/** The 1% that failed, out of a million rows. */
const filter = benchCase<ReportInput>({
	name: 'report-filter',
	rows: 1_000_000,
	limits: { minimumPeerToOurs: 4, ratioToF1: 2, oursRssGrowthMb: 128 },
	prepare: prepareReport,
	sides: {
		...floors,
		ours: (bench, input) => async () => {
			const { json } = await ours(bench, input, 'getAll', { returnAll: true, filters: { statuses: [FAILED] } });
			return () => ({ found: { failedRows: digestOfOurs(json) } });
		},
		peer: (bench, input) => async () => {
			const { json } = await peer(bench, input, filterEquals('Status', FAILED));
			return () => ({ found: { failedRows: digestOfPlain(json) } });
		},
	},
});

/** 100,000 rows become items. */
const items = benchCase<ReportInput>({
	name: 'report-items',
	rows: 100_000,
	limits: { minimumPeerToOurs: 2 },
	samples: 15,
	prepare: prepareReport,
	sides: {
		...floors,
		ours: (bench, input) => async () => {
			const { json } = await ours(bench, input, 'getAll', { returnAll: true });
			return () => ({ found: { allRows: digestOfOurs(json) } });
		},
		peer: (bench, input) => async () => {
			const { json } = await peer(bench, input);
			return () => ({ found: { allRows: digestOfPlain(json) } });
		},
	},
});

/** A million rows counted by status and error reason; ours counts three more columns. */
const summarize = benchCase<ReportInput>({
	name: 'report-summarize',
	rows: 1_000_000,
	limits: { ratioToF1: 2, oursRssGrowthMb: 128 },
	prepare: prepareReport,
	sides: {
		...floors,
		ours: (bench, input) => async () => {
			const { json } = await ours(bench, input, 'summarize');
			const { byStatus, byErrorReason } = json[0] as Record<string, Record<string, number>>;
			return () => ({ found: { byStatus: inOrder(byStatus), byErrorReason: inOrder(byErrorReason) } });
		},
		/** Without n8n's Summarize, which copies a group anew for each of its items and would take hours: so less than what a user needs. */
		peer: (bench, input) => async () => {
			const rows = (await peer(bench, input)).items;
			const byStatus: Record<string, number> = {};
			const byErrorReason: Record<string, number> = {};
			const tally = (counts: Record<string, number>, value: string) => (counts[value] = (counts[value] ?? 0) + 1);
			for (const { json } of rows) {
				tally(byStatus, json.Status as string);
				if (json.Error) tally(byErrorReason, json.Error as string);
			}
			return () => ({ found: { byStatus: inOrder(byStatus), byErrorReason: inOrder(byErrorReason) } });
		},
	},
});

/** A million rows as a file in n8n's binary store, in filesystem mode. */
const download = benchCase<ReportInput>({
	name: 'report-download',
	rows: 1_000_000,
	limits: { oursRssGrowthMb: 128 },
	prepare: prepareReport,
	sides: {
		...floors,
		ours: (bench, input) => async () => {
			const result = await ours(bench, input, 'download');
			return async () => ({ found: await fileOf(bench, result) });
		},
		peer:
			(bench, { url, apiKey }) =>
			async () => {
				const result = await finished(bench.engine.run({ nodes: [httpRequestAsFile(url, apiKey)] }));
				return async () => ({ found: await fileOf(bench, result) });
			},
	},
});

async function fileOf({ engine }: Bench, { binary }: RunResult) {
	const file = binary[0]?.data;
	if (!file) throw new Error('There is no file');
	const content = await engine.readBinary(file);
	return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

export const cases = [download, filter, items, summarize];
