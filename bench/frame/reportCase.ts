/** What the report cases share: a simulated report in another process, and the ways to get at it. */
import { request } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startSimulatorProcess } from '../../simulator';
import type { RunResult } from '../../test/harness/runResult';
import type { Bench } from './benchCase';

export interface ReportInput extends IDataObject {
	baseUrl: string;
	accountId: string;
	apiKey: string;
	promotionId: string;
	url: string;
	failedStatus: string;
}

export async function prepareReport(rows: number) {
	const simulator = await startSimulatorProcess({ personality: 'alder', controlPort: 0 });
	const { control, baseUrl, accountId, apiKey } = simulator;
	const { promotionId } = await control.addPromotion({ phase: 'completed', report: { rows, failedPerThousand: 10 } });
	const facts = await control.reportFacts(promotionId);
	const url = `${baseUrl}/api/v2/promotion/${accountId}/statistics/${promotionId}/report?channel=rcs`;
	const input: ReportInput = { baseUrl, accountId, apiKey, promotionId, url, failedStatus: facts.failedStatus };
	return { input, facts, stop: async () => await simulator.stop() };
}

/** Runs one of our report operations. */
export async function runReport(
	{ engine }: Bench,
	input: ReportInput,
	operation: string,
	parameters: INodeParameters = {},
): Promise<() => Promise<RunResult>> {
	const { baseUrl, accountId, apiKey, promotionId } = input;
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const locator = { __rl: true, mode: 'id', value: promotionId } as unknown as INodeParameters;
	return async () =>
		await finished(
			engine.run({ credentials, parameters: { resource: 'report', operation, promotionId: locator, ...parameters } }),
		);
}

export async function finished(run: Promise<RunResult>): Promise<RunResult> {
	const result = await run;
	if (result.error) throw new Error(`The workflow stopped: ${result.error.message} ${result.error.description ?? ''}`);
	return result;
}

/** The report as text, piece by piece, by Node's own means: nothing can be had for less. */
export async function* fetchText({ url, apiKey }: ReportInput): AsyncGenerator<string> {
	const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
		request(url, { headers: { 'x-api-key': apiKey } }, resolve)
			.on('error', reject)
			.end();
	});
	response.setEncoding('utf8');
	for await (const text of response) yield text as string;
}

/** Fetch and split: every line and every value becomes a string, and nothing is checked. */
export async function splitAll(input: ReportInput, onValues: (values: string[]) => void): Promise<void> {
	let rest = '';
	let isHeader = true;
	for await (const text of fetchText(input)) {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (isHeader) isHeader = false;
			else onValues(line.split(','));
		}
	}
	if (rest !== '') onValues(rest.split(','));
}
