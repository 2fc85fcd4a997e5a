/** Nodes and connections as n8n saves them in a workflow. */
import type { SavedCredential, WorkflowNode } from './restClient';

/** One of n8n's own by the end of its type, any other by the whole of it. */
export function node(
	name: string,
	type: string,
	typeVersion = 1,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	const whole = type.includes('.') ? type : `n8n-nodes-base.${type}`;
	return { id: name, name, type: whole, typeVersion, position: [0, 0], parameters, ...more };
}

/** One of ours: `rcsPromotion`, `rcsPromotionTool` or `rcsPromotionTrigger`. */
export const rcsNode = (
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credential: Omit<SavedCredential, 'type'>,
): WorkflowNode =>
	node(name, `n8n-nodes-rcs-promotion.${type}`, 1, parameters, {
		credentials: { rcsPromotionApi: { id: credential.id, name: credential.name } },
	});

/** What is posted to its path begins the workflow. n8n answers with what the last node puts out, or at once. */
export const webhook = (path: string, responseMode: 'lastNode' | 'onReceived' = 'lastNode'): WorkflowNode =>
	node('Webhook', 'webhook', 2, { path, httpMethod: 'POST', responseMode }, { webhookId: path });

export const to = (...names: string[]) => ({ main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] });

/** Each of them leads to the next. */
export const inLine = (...names: string[]): Record<string, unknown> =>
	Object.fromEntries(names.slice(0, -1).map((name, index) => [name, to(names[index + 1] ?? '')]));
