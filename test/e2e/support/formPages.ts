import { SIGN_IN } from '../../../demo/examples';
import type { RecipeRun } from './recipeRun';

/** A launch that is not answered is looked for half a minute. */
const LONGEST_MS = 60_000;

const { user, password } = SIGN_IN;
const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };

export const APPROVED_BY = 'Ute Example';
const ALL_WITH_CODE = 'All numbers begin with + or 00';

interface UploadedForm {
	name: string;
	csv: string | Buffer<ArrayBuffer>;
	/** As its first line names it. */
	phoneColumn?: string;
	country?: string;
}

/** The form that asks for an approval, filled in and submitted; gives the address of the page that follows. */
export const uploadByForm = async (
	run: RecipeRun,
	{ name, csv, phoneColumn = 'Phone', country = ALL_WITH_CODE }: UploadedForm,
): Promise<string> => await fillIn(run, [name, contactsFile(csv), phoneColumn, 'Name', country]);

export const contactsFile = (csv: string | Buffer<ArrayBuffer>) =>
	new File([csv], 'contacts.csv', { type: 'text/csv' });

/** A recipe's form as a browser submits it. One that was just published takes a moment until it is there. */
export async function fillIn(run: RecipeRun, fields: Array<string | File>): Promise<string> {
	return await run.until('form', async () => {
		const answer = await submit(formAddress(run), fields);
		return answer.ok ? ((await answer.json()) as { formWaitingUrl?: string }).formWaitingUrl : undefined;
	});
}

export function formAddress({ rest: { baseUrl }, workflow: { nodes } }: RecipeRun): string {
	const upload = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${baseUrl}/form/${(upload?.parameters.options as { path: string }).path}`;
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

/** What a person reads there. While the workflow runs, n8n lets a request hang; a browser asks how far it is first, too. */
export async function pageAt(run: RecipeRun, address: string): Promise<string> {
	await run.until('page', async () => {
		const executions = await run.rest.listExecutions(run.workflow.id);
		const shown = executions.find(({ id }) => new URL(address).pathname.endsWith(`/${id}`));
		return shown?.status === 'waiting' ? true : undefined;
	});
	const page = await (await fetch(address, { headers, signal: AbortSignal.timeout(LONGEST_MS) })).text();
	return page.replace(/<(head|style|script)\b[^]*?<\/\1>/g, '').replace(/\s*\n\s*/g, '\n');
}
