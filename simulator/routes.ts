import type { EndpointName } from './types';

export interface Route {
	endpoint: EndpointName;
	method: 'GET' | 'POST' | 'PATCH';
	accountId: string;
	promotionId: string | null;
	query: URLSearchParams;
}

interface Pattern {
	endpoint: EndpointName;
	method: Route['method'];
	/** The segments after /api/v2/promotion/; those in capitals are read, the others have to be there. */
	segments: readonly string[];
}

const patterns: readonly Pattern[] = [
	{ endpoint: 'launch', method: 'POST', segments: ['ACCOUNT', 'template', 'launch'] },
	{ endpoint: 'list', method: 'GET', segments: ['ACCOUNT'] },
	{ endpoint: 'report', method: 'GET', segments: ['ACCOUNT', 'statistics', 'PROMOTION', 'report'] },
	{ endpoint: 'stats', method: 'GET', segments: ['ACCOUNT', 'PROMOTION', 'stats'] },
	{ endpoint: 'patch', method: 'PATCH', segments: ['ACCOUNT', 'PROMOTION'] },
];

export type RouteResult = { route: Route } | { missing: 'path' | 'method' | 'encoding' };

/** Reads the raw path: nothing is normalised, so an id that was not percent-encoded does not find its way. */
export function findRoute(method: string, url: string, basePath: string): RouteResult {
	const questionMark = url.indexOf('?');
	const path = questionMark < 0 ? url : url.slice(0, questionMark);
	const prefix = `${basePath}/api/v2/promotion/`;
	if (!path.startsWith(prefix)) return { missing: 'path' };
	const given = path.slice(prefix.length).split('/');
	let pathIsKnown = false;
	for (const pattern of patterns) {
		if (pattern.segments.length !== given.length) continue;
		const fits = pattern.segments.every((segment, index) =>
			isRead(segment) ? given[index] !== '' : segment === given[index],
		);
		if (!fits) continue;
		pathIsKnown = true;
		if (pattern.method !== method) continue;
		try {
			return {
				route: {
					endpoint: pattern.endpoint,
					method: pattern.method,
					accountId: decodeURIComponent(given[pattern.segments.indexOf('ACCOUNT')] ?? ''),
					promotionId: pattern.segments.includes('PROMOTION')
						? decodeURIComponent(given[pattern.segments.indexOf('PROMOTION')] ?? '')
						: null,
					query: new URLSearchParams(questionMark < 0 ? '' : url.slice(questionMark + 1)),
				},
			};
		} catch {
			return { missing: 'encoding' };
		}
	}
	return { missing: pathIsKnown ? 'method' : 'path' };
}

const isRead = (segment: string) => segment === 'ACCOUNT' || segment === 'PROMOTION';
