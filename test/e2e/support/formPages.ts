import { SIGNED_IN } from './recipe';
import type { RecipeRun } from './recipeRun';

/** A launch that is not answered is looked for half a minute. */
const LONGEST_MS = 60_000;

export const contactsFile = (csv: string | Buffer<ArrayBuffer>) =>
	new File([csv], 'contacts.csv', { type: 'text/csv' });

/** A recipe's form as a browser submits it, and the address of the page that follows. One that was just published takes a moment. */
export async function fillIn(run: RecipeRun, fields: Array<string | File>): Promise<string> {
	return await run.until('form', async () => {
		const answer = await submit(formAddress(run), fields);
		return answer.ok ? ((await answer.json()) as { formWaitingUrl?: string }).formWaitingUrl : undefined;
	});
}

function formAddress({ rest: { baseUrl }, workflow: { nodes } }: RecipeRun): string {
	const upload = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${baseUrl}/form/${(upload?.parameters.options as { path: string }).path}`;
}

/** Once somebody who may has seen it. */
export async function expectClosedToStrangers(run: RecipeRun): Promise<void> {
	expect([401, 403]).toContain((await fetch(formAddress(run))).status);
}

export async function submit(address: string, fields: Array<string | File>): Promise<Response> {
	const body = new FormData();
	for (const [index, field] of fields.entries()) body.append(`field-${index}`, field);
	return await fetch(address, { method: 'POST', headers: SIGNED_IN, body, signal: AbortSignal.timeout(LONGEST_MS) });
}

/** What a person reads there. While the workflow runs, n8n lets a request hang; a browser asks how far it is first, too. */
export async function pageAt(run: RecipeRun, address: string): Promise<string> {
	await run.until('page', async () => {
		const executions = await run.rest.listExecutions(run.workflow.id);
		const shown = executions.find(({ id }) => new URL(address).pathname.endsWith(`/${id}`));
		return shown?.status === 'waiting' ? true : undefined;
	});
	const answer = await fetch(address, { headers: SIGNED_IN, signal: AbortSignal.timeout(LONGEST_MS) });
	return (await answer.text()).replace(/<(head|style|script)\b[^]*?<\/\1>/g, '').replace(/\s*\n\s*/g, '\n');
}
