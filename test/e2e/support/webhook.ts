import { setTimeout as pause } from 'node:timers/promises';
import type { RestClient } from '../../../tools/n8n/restClient';

/** Calls the webhook of a workflow that was just activated: n8n knows its address a moment later. Before that, nothing is started. */
export async function callWebhook(rest: RestClient, path: string, request?: RequestInit): Promise<Response> {
	for (let tries = 0; ; tries++) {
		const answer = await fetch(`${rest.baseUrl}/webhook/${path}`, request);
		if (answer.status !== 404 || tries === 50) return answer;
		await pause(200);
	}
}

export const postToWebhook = async (rest: RestClient, path: string, body: object): Promise<Response> =>
	await callWebhook(rest, path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
