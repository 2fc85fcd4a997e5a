import { refuse } from './answer';
import type { EndpointName } from './types';

export interface Route {
	endpoint: EndpointName;
	method: 'GET' | 'POST' | 'PATCH';
	accountId: string;
	promotionId: string | null;
	query: URLSearchParams;
}

/** Segments after /api/v2/promotion/; those in capitals are read, the others have to be there. */
const patterns: ReadonlyArray<[EndpointName, Route['method'], string]> = [
	['launch', 'POST', 'ACCOUNT/template/launch'],
	['list', 'GET', 'ACCOUNT'],
	['report', 'GET', 'ACCOUNT/statistics/PROMOTION/report'],
	['stats', 'GET', 'ACCOUNT/PROMOTION/stats'],
	['patch', 'PATCH', 'ACCOUNT/PROMOTION'],
];

export type RouteResult = Route | { missing: 'path' | 'method' | 'encoding' };

/** Reads the raw path: nothing is normalised, so an ID that was not percent-encoded does not find its way. */
export function findRoute(method: string, url: string, basePath: string): RouteResult {
	const [path = '', ...query] = url.split('?');
	const prefix = `${basePath}/api/v2/promotion/`;
	if (!path.startsWith(prefix)) return { missing: 'path' };
	const given = path.slice(prefix.length).split('/');
	const fitting = patterns.filter(([, , pattern]) => fits(pattern.split('/'), given));
	const found = fitting.find(([, wanted]) => wanted === method);
	if (!found) return { missing: fitting.length > 0 ? 'method' : 'path' };
	const segments = found[2].split('/');
	try {
		const at = (name: string) => decodeURIComponent(given[segments.indexOf(name)] ?? '');
		return {
			endpoint: found[0],
			method: found[1],
			accountId: at('ACCOUNT'),
			promotionId: segments.includes('PROMOTION') ? at('PROMOTION') : null,
			query: new URLSearchParams(query.join('?')),
		};
	} catch {
		return { missing: 'encoding' };
	}
}

const fits = (segments: string[], given: string[]) =>
	segments.length === given.length &&
	segments.every((segment, index) => (/^[A-Z]/.test(segment) ? given[index] !== '' : segment === given[index]));

export function checkQuery({ endpoint, query }: Route): void {
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
