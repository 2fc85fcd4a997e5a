import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RestClient, SavedCredential, SavedWorkflow, WorkflowJson } from '../tools/n8n/restClient';

const EXAMPLES = resolve(__dirname, '..', 'examples');
const OUR_NODES = 'n8n-nodes-rcs-promotion.';

export async function exampleFiles(): Promise<string[]> {
	return (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json')).sort();
}

/** An example as a user imports it, with the credential chosen in each of our nodes. */
export async function readExample(file: string, credential: SavedCredential): Promise<WorkflowJson> {
	const workflow = JSON.parse(await readFile(join(EXAMPLES, file), 'utf8')) as WorkflowJson;
	const { id, name } = credential;
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.type.startsWith(OUR_NODES) ? { ...node, credentials: { [credential.type]: { id, name } } } : node,
		),
	};
}

/** Creates each example once: one that is there already, from an earlier start, stays as its owner left it. */
export async function createExamples(
	rest: RestClient,
	credential: SavedCredential,
): Promise<Map<string, SavedWorkflow>> {
	const present = await rest.listWorkflows();
	const created = new Map<string, SavedWorkflow>();
	for (const file of await exampleFiles()) {
		const example = await readExample(file, credential);
		const earlier = present.find((workflow) => workflow.name === example.name);
		created.set(file, earlier ? await rest.getWorkflow(earlier.id) : await rest.createWorkflow(example));
	}
	return created;
}
