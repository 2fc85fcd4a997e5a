import { refuse } from './answer';
import type { Exchange } from './exchange';
import type { Route } from './routes';

/** The rules that hold for every endpoint. */
export function checkCommonRules({ simulation, request, record, route }: Exchange): void {
	if (record.key === 'missing') refuse('missingKey', 'The header x-api-key is missing.', 'x-api-key');
	if (record.key === 'wrong') refuse('wrongKey', 'The API key is not valid for this account.', 'x-api-key');
	if (request.headers.authorization !== undefined) {
		refuse('invalid', 'The only scheme is x-api-key; the header Authorization is not used.', 'authorization');
	}
	if (route.accountId !== simulation.accountId) {
		refuse('wrongAccount', 'The account in the path is not one this key may use.', 'accountId');
	}
	checkQuery(route);
}

function checkQuery({ endpoint, query }: Route): void {
	const allowed = endpoint === 'launch' ? ['name', 'channel'] : ['channel'];
	for (const name of new Set(query.keys())) {
		if (!allowed.includes(name)) refuse('invalid', `The query parameter ${name} is not known here.`, name);
		if (query.getAll(name).length > 1) refuse('invalid', `The query parameter ${name} is given more than once.`, name);
	}
	const channel = query.get('channel');
	// The launch names its channel in the body; saying it in the query too is not ruled out.
	if (channel === null && endpoint !== 'launch') {
		refuse('invalid', 'The query parameter channel is missing; it has to be rcs.', 'channel');
	}
	if (channel !== null && channel !== 'rcs') {
		refuse('invalid', 'The query parameter channel has to be rcs.', 'channel');
	}
	if (endpoint === 'launch' && !query.get('name')) {
		refuse('invalid', 'The query parameter name, the name of the target list, is missing or empty.', 'name');
	}
}
