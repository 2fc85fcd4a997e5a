import type { Simulator } from '../simulator';
import type { RestClient, SavedCredential } from '../tools/n8n/restClient';

const NAME = 'RCS Promotion (simulated service)';
const TYPE = 'rcsPromotionApi';

function credentialData({ baseUrl, accountId, apiKey }: Pick<Simulator, 'baseUrl' | 'accountId' | 'apiKey'>) {
	return { baseUrl, accountId, apiKey };
}

/** The credential for the simulated service; one from an earlier start gets the address of this one. */
export async function ensureCredential(rest: RestClient, service: Simulator): Promise<SavedCredential> {
	const data = credentialData(service);
	const earlier = (await rest.listCredentials()).find(({ name, type }) => name === NAME && type === TYPE);
	if (earlier === undefined) return await rest.createCredential(NAME, TYPE, data);
	await rest.updateCredential(earlier, data);
	return earlier;
}
