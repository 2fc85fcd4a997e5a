import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RestClient, SavedCredential, SavedWorkflow, WorkflowJson, WorkflowNode } from '../tools/n8n/restClient';

const EXAMPLES = resolve(__dirname, '..', 'examples');
const OUR_NODES = 'n8n-nodes-rcs-promotion.';
/** These ask for a name and a password. */
const CLOSED = ['n8n-nodes-base.formTrigger', '@n8n/n8n-nodes-langchain.chatTrigger'];
/** What opens the form and the chat, in a credential whose name says so to people who look around in the demo. */
export const SIGN_IN = {
	name: 'Form and chat (user demo, password demo)',
	type: 'httpBasicAuth',
	user: 'demo',
	password: 'demo',
};
/** The data table that one recipe reads. */
const TABLE = 'do_not_contact';
/** Chiara has opted out. */
const OPTED_OUT = '+15550100103';

/** Nodes of the recipes that need an account somewhere else. */
const ELSEWHERE = ['emailSend', 'googleSheets', 'hubspot', 'slack', 'twilio'].map((name) => `n8n-nodes-base.${name}`);

export const ALERTS = 'completed-to-slack.json';
export const LAUNCH = 'launch-and-report.json';
/** The recipes of the tour in docs/tour.md. They are created last, because n8n lists the newest workflow first. */
const TOUR = ['launch-once-by-form.json', ALERTS, LAUNCH];

async function exampleFiles(): Promise<string[]> {
	const files = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json') && !TOUR.includes(name));
	return [...files.sort(), ...TOUR];
}

/** An example as a user imports it, with the credential chosen in each of our nodes. */
export async function readExample(file: string, credential: SavedCredential): Promise<WorkflowJson> {
	const workflow = JSON.parse(await readFile(join(EXAMPLES, file), 'utf8')) as WorkflowJson;
	return withCredential(workflow, credential, ({ type }) => type.startsWith(OUR_NODES));
}

export function withCredential(
	workflow: WorkflowJson,
	{ id, name, type }: SavedCredential,
	needsIt: (node: WorkflowNode) => boolean,
): WorkflowJson {
	const chosen = (node: WorkflowNode) => (needsIt(node) ? { ...node, credentials: { [type]: { id, name } } } : node);
	return { ...workflow, nodes: workflow.nodes.map(chosen) };
}

/** With each node that needs a foreign account replaced; one with pinned data answers from that. */
export function withoutAccounts(workflow: WorkflowJson, replace: (node: WorkflowNode) => WorkflowNode): WorkflowJson {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			ELSEWHERE.includes(node.type) && workflow.pinData?.[node.name] === undefined ? replace(node) : node,
		),
	};
}

/** For people to look at: the node is there, and lets its items pass until it is activated. */
export const deactivated = (workflow: WorkflowJson): WorkflowJson =>
	withoutAccounts(workflow, (node) => ({ ...node, disabled: true }));

/** Creates the examples that are not there yet, and gives these: one from an earlier start stays as its owner left it. */
export async function createExamples(
	rest: RestClient,
	credential: SavedCredential,
	prepare: (workflow: WorkflowJson) => WorkflowJson,
	toPublish?: string,
): Promise<Map<string, SavedWorkflow>> {
	const present = await rest.send<SavedWorkflow[]>('GET', '/rest/workflows');
	const created = new Map<string, SavedWorkflow>();
	for (const file of await exampleFiles()) {
		const example = await readExample(file, credential);
		if (present.some(({ name }) => name === example.name)) continue;
		const workflow = await createExample(rest, prepare(example));
		if (file === toPublish) await rest.activateWorkflow(workflow);
		created.set(file, workflow);
	}
	return created;
}

/** With the sign-in of its form or chat, and the data table that it reads. */
export async function createExample(rest: RestClient, example: WorkflowJson): Promise<SavedWorkflow> {
	await ensureTable(rest);
	const signIn = await ensureSignIn(rest);
	return await rest.createWorkflow(withCredential(example, signIn, ({ type }) => CLOSED.includes(type)));
}

async function ensureSignIn(rest: RestClient): Promise<SavedCredential> {
	const { name, type, user, password } = SIGN_IN;
	const saved = await rest.send<SavedCredential[]>('GET', '/rest/credentials');
	return saved.find((one) => one.name === name) ?? (await rest.createCredential(name, type, { user, password }));
}

async function ensureTable(rest: RestClient): Promise<void> {
	const { id: project } = await rest.send<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name: TABLE }));
	const { count } = await rest.send<{ count: number }>('GET', `${tables}?filter=${filter}`);
	if (count > 0) return;
	const columns = [{ name: 'phone', type: 'string' }];
	const { id } = await rest.send<{ id: string }>('POST', tables, { name: TABLE, columns });
	await rest.send('POST', `${tables}/${id}/insert`, { data: [{ phone: OPTED_OUT }] });
}
