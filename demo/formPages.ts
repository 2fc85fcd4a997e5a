import type { RestClient, SavedWorkflow } from '../tools/n8n/restClient';
import type { RecipeRun } from './recipeRun';

/** A launch that is not answered is looked for half a minute. */
const LONGEST_MS = 60_000;

/** What opens the form, in a credential whose name says so to people who look around in the demo. */
export const FORM_SIGN_IN = {
	name: 'Form (user demo, password demo)',
	type: 'httpBasicAuth',
	user: 'demo',
	password: 'demo',
};
const { user, password } = FORM_SIGN_IN;
const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };

export const APPROVED_BY = 'Ute Example';
export const ALL_WITH_CODE = 'All numbers begin with + or 00';

export function formAddress({ baseUrl }: RestClient, { nodes }: SavedWorkflow): string {
	const upload = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${baseUrl}/form/${(upload?.parameters.options as { path: string }).path}`;
}

interface UploadedForm {
	name: string;
	csv: string | Buffer<ArrayBuffer>;
	country?: string;
}

/** The recipe's form, filled in and submitted as a browser does; gives the address of the page that follows. */
export async function uploadByForm(
	run: RecipeRun,
	{ name, csv, country = ALL_WITH_CODE }: UploadedForm,
): Promise<string> {
	const address = formAddress(run.rest, run.workflow);
	// A form that was just published takes a moment until it is there.
	const stranger = await fetch(address, { signal: AbortSignal.timeout(LONGEST_MS) });
	run.expect('what the form answers to a stranger', [401, 403, 404].includes(stranger.status), true);
	return await run.until('form', async () => {
		const file = new File([csv], 'contacts.csv', { type: 'text/csv' });
		const answer = await submit(address, [name, file, country]);
		if (!answer.ok) return undefined;
		const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl?: string };
		return formWaitingUrl;
	});
}

/** Says yes on the page of the decision, and reads the last page. */
export async function approveByForm(run: RecipeRun, page: string): Promise<string> {
	await submit(page, [APPROVED_BY, 'Send it']);
	return await pageAt(run, page);
}

async function submit(address: string, fields: Array<string | File>): Promise<Response> {
	const body = new FormData();
	for (const [index, field] of fields.entries()) body.append(`field-${index}`, field);
	return await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(LONGEST_MS) });
}

/** While the workflow runs, n8n lets a request for the page hang; a browser asks how far it is first, too. */
export async function pageAt(run: RecipeRun, address: string): Promise<string> {
	await run.until('page', async () => {
		const executions = await run.rest.listExecutions(run.workflow.id);
		const shown = executions.find(({ id }) => new URL(address).pathname.endsWith(`/${id}`));
		return shown?.status === 'waiting' ? true : undefined;
	});
	return await (await fetch(address, { headers, signal: AbortSignal.timeout(LONGEST_MS) })).text();
}

/** The rows of the data table that the recipe writes, the newest first. */
export async function approvals(run: RecipeRun): Promise<Array<Record<string, unknown>>> {
	const table = await tableOf(run, 'rcs_approvals');
	if (table === undefined) return [];
	const rows = await run.rest.send<{ data: Array<Record<string, unknown>> }>('GET', `${table}/rows`);
	return rows.data.sort((one, other) => Number(other.id) - Number(one.id));
}

/** The address of a data table, if it is there. */
export async function tableOf({ rest }: RecipeRun, name: string): Promise<string | undefined> {
	const { id: project } = await rest.send<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const { data } = await rest.send<{ data: Array<{ id: string }> }>('GET', `${tables}?filter=${filter}`);
	return data[0] && `${tables}/${data[0].id}`;
}
