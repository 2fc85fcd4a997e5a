import { itemsOf } from '../tools/n8n/executionData';
import type { RestClient, SavedWorkflow } from '../tools/n8n/restClient';

const LONGEST_MS = 120_000;

/** Launches a campaign and reads its report, as the button Execute workflow does in the first recipe, and says what came of it. */
export async function launchAndReport(rest: RestClient, workflow: SavedWorkflow): Promise<string> {
	const { status, data } = await rest.runManually(workflow, { timeoutMs: LONGEST_MS });
	const messages = itemsOf(data, 'Report').map(({ json }) => String(json.status));
	if (status !== 'success' || messages.length === 0) {
		throw new Error(`The first campaign did not come to its report: ${data.resultData.error?.message ?? status}`);
	}
	const name = String(itemsOf(data, 'Launch')[0]?.json.promotionName);
	const counts = [...new Set(messages)].map((one) => `${messages.filter((other) => other === one).length} ${one}`);
	return `"${name}" went to ${messages.length} test phones: ${counts.join(', ')}.`;
}
