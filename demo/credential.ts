import type { Simulator } from '../simulator';
import type { RestClient, SavedCredential } from '../tools/n8n/restClient';

const NAME = 'RCS Promotion (simulated service)';
const TYPE = 'rcsPromotionApi';

/** The credential for the simulated service; one from an earlier start gets the address of this one. */
export async function ensureCredential(rest: RestClient, service: Simulator): Promise<SavedCredential> {
	const { baseUrl, accountId, apiKey } = service;
	const data = { baseUrl, accountId, apiKey };
	const saved = await rest.send<SavedCredential[]>('GET', '/rest/credentials');
	const earlier = saved.find(({ name, type }) => name === NAME && type === TYPE);
	if (earlier === undefined) return await rest.createCredential(NAME, TYPE, data);
	await rest.send('PATCH', `/rest/credentials/${earlier.id}`, { ...earlier, data });
	return earlier;
}
