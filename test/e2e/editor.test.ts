import type { Page } from 'playwright-core';
import type { SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import { node, rcsNode, to } from '../../tools/n8n/workflowNodes';
import { inEditor, openForm, screenshot } from './support/browser';
import { NodeType, type OfferedOperation } from './support/nodeType';
import { byId, CREDENTIAL_TYPE, manualStart, NODE_TYPE, START, type Session } from './support/session';

const LAUNCH = { resource: 'promotion', operation: 'launch' };
const RECIPIENTS = ['inputItems', 'csvFile', 'uploadedList'];
/** Behind Statistic: Get Many. */
const NEXT = 'Next step';

const nodeNameOfLaunch = (recipients: string) => `launch from ${recipients}`;
const nodeNameOf = ({ resource, value }: Pick<OfferedOperation, 'resource' | 'value'>) => `${resource} ${value}`;

/** What a person sees and does in n8n's editor. The pictures are in screenshots/ beside this file: look at them. */
describe('the editor', () => {
	let type: NodeType;
	let operations: OfferedOperation[];
	let workflow: SavedWorkflow;
	const { look, incidents } = inEditor(async (session) => {
		session.service.addPromotion({ name: 'Spring sale', phase: 'completed', promotionId: 'spring-1' });
		session.service.addPromotion({ name: 'Summer preview', phase: 'preparation', promotionId: 'summer-1' });
		type = new NodeType(await session.rest.nodeTypes(), NODE_TYPE);
		operations = type.operations();
		workflow = await createWorkflow(session, operations);
	});

	const findTheNode = (theme: string) => async (page: Page) => {
		await page.goto('/workflow/new');
		await page.getByTestId('canvas-add-button').click();
		await page.getByTestId('node-creator-search-bar').fill('RCS');
		const found = page.getByTestId('node-creator-item-name');
		await found.getByText('RCS Promotion', { exact: true }).waitFor();
		expect(await found.first().innerText()).toMatch(/^RCS Promotion/);
		await screenshot(page, `node panel search ${theme}`);
		await found.first().click();
		// Before a workflow has a trigger, n8n shows the events of ours first and keeps the actions folded.
		await page.getByText('On completed').waitFor();
		await screenshot(page, `node panel triggers ${theme}`);
		await page.getByText(`Actions (${operations.length})`).click();
		for (const { action } of operations) await page.getByText(action, { exact: true }).first().waitFor();
		await screenshot(page, `node panel operations ${theme}`);
	};
	look('finds the node first when searching for RCS, and lists every operation under it', findTheNode('light'));
	// Where colors of ours could be wrong.
	look('finds the node in the dark, too', findTheNode('dark'), 'dark');

	look('shows a form for every operation', async (page) => {
		for (const operation of operations) {
			await openForm(page, workflow, nodeNameOf(operation));
			for (const label of type.labels({ resource: operation.resource, operation: operation.value }))
				await page.getByTestId('ndv').getByText(label, { exact: true }).first().waitFor();
			await screenshot(page, `form ${operation.resource} ${operation.value}`);
		}
	});

	look('asks for a launch whether it may go, whom and what, in seventeen controls at most', async (page) => {
		for (const recipients of RECIPIENTS) {
			await openForm(page, workflow, nodeNameOfLaunch(recipients));
			await page.getByTestId('ndv').getByText('Options', { exact: true }).waitFor();
			// Without the switch between Fixed and Expression that n8n puts beside them, and without the tab Settings.
			const labels = await page.getByTestId('ndv').locator('.n8n-input-label:visible').allInnerTexts();
			const shown = labels.map(asToday).filter(Boolean);
			const meant = ['Credential', ...type.labels({ ...LAUNCH, recipients })];
			expect([recipients, shown]).toEqual([recipients, meant]);
			expect(shown.length).toBeLessThanOrEqual(17);
			await screenshot(page, `launch from ${recipients}`);
		}
	});

	look('offers the promotions of the account by name and status', async (page) => {
		await openForm(page, workflow, nodeNameOf({ resource: 'statistics', value: 'get' }));
		await page.getByTestId('rlc-input').click();
		await page.getByTestId('rlc-item').filter({ hasText: 'Spring sale' }).waitFor();
		expect(await page.getByTestId('rlc-item').allInnerTexts()).toEqual([
			expect.stringMatching(/^Summer preview \(.+, \d{4}-\d\d-\d\d/),
			expect.stringMatching(/^Spring sale \(Completed, \d{4}-\d\d-\d\d/),
		]);
		await screenshot(page, 'promotion list');
	});

	look('tests the credential, and says what is wrong with it', async (page, { service, rest }) => {
		const { baseUrl, accountId, apiKey } = service;
		const name = 'Credential to test';
		await rest.createCredential(name, CREDENTIAL_TYPE, { baseUrl, accountId, apiKey });
		await page.goto('/home/credentials');
		await page.getByTestId('resources-list-item').filter({ hasText: name }).click();
		await page.getByTestId('credentials-config-container-test-success').waitFor();
		const dialog = page.getByTestId('credential-edit-dialog');
		for (const label of ['Base URL', 'Account ID', 'API Key']) await dialog.getByText(label).first().waitFor();
		await screenshot(page, 'credential works');
		await page.getByTestId('parameter-input-baseUrl').locator('input').fill('http://rcs.example.com');
		await page.getByTestId('credential-save-button').click();
		await page.getByText('More details').click();
		await dialog
			.getByText(/use https:/)
			.first()
			.waitFor();
		await screenshot(page, 'credential with http');
	});

	look('shows the next step what a step will put out, before it has run', async (page) => {
		await openForm(page, workflow, NEXT);
		const fields = page.getByTestId('ndv-input-panel');
		for (const field of ['name', 'status', 'deliveryRate']) await fields.getByText(field).first().waitFor();
		await screenshot(page, 'output preview');
	});

	look('shows the result of a step, or what happened and what to do next', async (page) => {
		const shown: Array<[resource: string, value: string, text: RegExp]> = [
			['statistics', 'getAll', /deliveryRate/],
			['promotion', 'get', /no-such-promotion/],
		];
		for (const [resource, value, text] of shown) {
			await openForm(page, workflow, nodeNameOf({ resource, value }));
			await page.getByTestId('node-execute-button').click();
			await page.getByTestId('output-panel').getByText(text).first().waitFor();
			await screenshot(page, `result of ${resource} ${value}`);
		}
	});

	it('throws nothing and asks no other host', () => expect(incidents()).toEqual([]));
});

/** Without the star of what is required, and with n8n's own label for credentials as it reads today. */
const asToday = (label: string) =>
	(label.split('\n')[0] ?? '').replace(/\s*\*?\s*$/, '').replace(/^Credential to connect with$/, 'Credential');

/** One node for each operation, where only Get has a promotion, one that is not there; and one launch for each kind of recipients. */
async function createWorkflow({ rest, credential }: Session, operations: OfferedOperation[]): Promise<SavedWorkflow> {
	const rcs = (name: string, parameters: object) => rcsNode(name, 'rcsPromotion', { ...parameters }, credential);
	const ofAll = operations.map((operation) => {
		const { resource, value } = operation;
		const isGet = nodeNameOf(operation) === 'promotion get';
		const promotion = isGet ? { promotionId: byId('no-such-promotion') } : {};
		return rcs(nodeNameOf(operation), { resource, operation: value, ...promotion });
	});
	const launches = RECIPIENTS.map((recipients) => rcs(nodeNameOfLaunch(recipients), { ...LAUNCH, recipients }));
	const placed = [...ofAll, ...launches].map((one, index): WorkflowNode => ({
		...one,
		position: [240 + (index % 2) * 480, index * 100],
	}));
	return await rest.createWorkflow({
		name: 'Every operation',
		nodes: [manualStart, ...placed, node(NEXT, 'noOp', 1, {}, { position: [960, 0] })],
		connections: {
			[START]: to(...ofAll.map(({ name }) => name)),
			[nodeNameOf({ resource: 'statistics', value: 'getAll' })]: to(NEXT),
		},
	});
}
