import type { Meeting } from '../meeting';

const LIMIT_HEADERS = /^(?:x-)?(?:rate-?limit|ratelimit)[\w-]*$/i;

/** Says what was met while reading; no limit is tried for on purpose. */
export function learnLimits(meeting: Meeting, headers: Record<string, string> | undefined): void {
	const { limit, requests } = meeting.asker;
	const announced = Object.keys(headers ?? {})
		.filter((name) => LIMIT_HEADERS.test(name))
		.map((name) => `${name}: ${/^\d{1,9}$/.test(headers?.[name] ?? '') ? headers?.[name] : 'in a form of its own'}`);
	if (!limit) {
		if (announced.length === 0) {
			meeting.notKnown('limits', `none was met in ${requests} requests, and no answer announced one`);
			return;
		}
		const seen = `Announced, not met: ${announced.join(', ')}.`;
		meeting.learn('limits', {
			value: 'announced',
			seen,
			nodes: 'They do not read it: they wait once they are limited.',
		});
		return;
	}
	const { answer, after } = limit;
	const given = answer.headers['retry-after'];
	const form = given === undefined ? 'none' : /^\d+$/.test(given.trim()) ? 'seconds' : 'date';
	const seconds = form === 'seconds' ? `: ${Math.min(Number(given), 99_999)} s` : '';
	meeting.learn('limits', {
		value: { status: answer.status, retryAfter: form },
		seen: `HTTP ${answer.status} after ${after} requests, ${form === 'none' ? 'without Retry-After' : `Retry-After as ${form}${seconds}`}.`,
		nodes: 'They wait as long as it asks, up to an hour in the trigger; a launch is never sent again by itself.',
		setting: "If it happens often, let the trigger poll less often, or lower 'Promotions Read per Check'.",
	});
}
