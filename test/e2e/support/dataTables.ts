import type { RestClient } from '../../../tools/n8n/restClient';

/** The address of a data table, if it is there. */
export async function tableOf(rest: RestClient, name: string): Promise<string | undefined> {
	const { id: project } = await rest.send<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const { data } = await rest.send<{ data: Array<{ id: string }> }>('GET', `${tables}?filter=${filter}`);
	return data[0] && `${tables}/${data[0].id}`;
}

/** The rows of a data table, the newest first. */
export async function rowsOf(rest: RestClient, name: string): Promise<Array<Record<string, unknown>>> {
	const table = await tableOf(rest, name);
	if (table === undefined) return [];
	const rows = await rest.send<{ data: Array<Record<string, unknown>> }>('GET', `${table}/rows`);
	return rows.data.sort((one, other) => Number(other.id) - Number(one.id));
}
