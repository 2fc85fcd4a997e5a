import { itemsOf } from '../tools/n8n/executionData';
import type { RestClient, SavedWorkflow } from '../tools/n8n/restClient';
import { PlainMessage } from '../tools/plainMessage';
import data from './showcases.json';
import { table, type Column } from './table';

export interface Showcase {
	/** A file of examples/. */
	example: string;
	/** The node whose items are the result to show. */
	resultNode: string;
	expectedRows: number;
	/** Shown while it runs. */
	waitsFor: string;
	columns: Column[];
	timeoutSeconds?: number;
}

/** The examples that can be run to their end unattended. */
export const showcases: Showcase[] = data;

/** Runs an example as the Execute button does and gives its result as a table, or the sentence that says why there is none. */
export async function runShowcase(
	showcase: Showcase,
	rest: RestClient,
	workflows: ReadonlyMap<string, SavedWorkflow>,
): Promise<string> {
	const workflow = workflows.get(showcase.example);
	if (workflow === undefined) throw new PlainMessage(`examples/${showcase.example} is not there.`);
	const execution = await rest.runManually(workflow, { timeoutMs: (showcase.timeoutSeconds ?? 60) * 1_000 });
	if (execution.status !== 'success') {
		const { error } = execution.data.resultData;
		const where = error?.node?.name ?? execution.data.resultData.lastNodeExecuted ?? 'an unknown step';
		throw new PlainMessage(
			`"${workflow.name}" did not run to its end. It stopped at "${where}": ${error?.message ?? execution.status}`,
		);
	}
	const rows = itemsOf(execution.data, showcase.resultNode).map((item) => item.json);
	const shown = table(showcase.columns, rows);
	if (rows.length !== showcase.expectedRows) {
		throw new PlainMessage(
			`${shown}\n\n"${workflow.name}" gave ${rows.length} rows where ${showcase.expectedRows} were expected.`,
		);
	}
	return shown;
}
