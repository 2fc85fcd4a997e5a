import type { Page } from 'playwright-core';
import type { RestClient, SavedCredential, WorkflowNode } from '../tools/n8n/restClient';

type Form = [title: string, type: string, version: number, parameters: Record<string, unknown>];

/** What people send with in n8n otherwise, and a launch; each as it is when it was just added. */
const FORMS: Form[] = [
	['Gmail', 'n8n-nodes-base.gmail', 2.1, { resource: 'message', operation: 'send' }],
	['Twilio', 'n8n-nodes-base.twilio', 1, { resource: 'sms', operation: 'send' }],
	['WhatsApp', 'n8n-nodes-base.whatsApp', 1, { resource: 'message', operation: 'sendTemplate' }],
	['Mailchimp', 'n8n-nodes-base.mailchimp', 1, { resource: 'campaign', operation: 'send' }],
	['Brevo', 'n8n-nodes-base.sendInBlue', 1, { resource: 'email', operation: 'sendTemplate' }],
	['RCS Promotion', 'n8n-nodes-rcs-promotion.rcsPromotion', 1, { resource: 'promotion', operation: 'launch' }],
];

/** The forms side by side, on one page. */
export async function showForms(page: Page, rest: RestClient, { id, name }: SavedCredential): Promise<void> {
	const nodes = FORMS.map(([title, type, typeVersion, parameters], index): WorkflowNode => ({
		id: title,
		name: title,
		type,
		typeVersion,
		position: [index * 220, 0],
		parameters,
		...(title === 'RCS Promotion' ? { credentials: { rcsPromotionApi: { id, name } } } : {}),
	}));
	const workflow = await rest.createWorkflow({ name: 'Forms', nodes, connections: {} });
	await page.setViewportSize({ width: 1440, height: 1060 });
	const pictures: string[] = [];
	for (const node of nodes) {
		await page.goto(`/workflow/${workflow.id}`, { waitUntil: 'domcontentloaded' });
		await page.locator(`[data-test-id="canvas-node"][data-node-name="${node.name}"]`).dblclick();
		const form = page.getByTestId('node-parameters');
		await form.waitFor();
		await page.getByText('Loading fields').first().waitFor({ state: 'detached' });
		await page.mouse.move(0, 0);
		await page.waitForTimeout(1_000);
		pictures.push((await form.screenshot({ animations: 'disabled' })).toString('base64'));
	}
	const figures = pictures.map(
		(picture, index) =>
			`<figure><figcaption>${FORMS[index]?.[0] ?? ''}</figcaption><img src="data:image/png;base64,${picture}"></figure>`,
	);
	await page.setViewportSize({ width: 1380, height: 524 });
	await page.setContent(
		`<style>body { display: flex; gap: 16px; margin: 16px; font: 12px sans-serif; } figure { margin: 0; }
		figcaption { margin-bottom: 8px; font-weight: bold; } img { width: 210px; border: 1px solid #ddd; }</style>${figures.join('')}`,
	);
}
