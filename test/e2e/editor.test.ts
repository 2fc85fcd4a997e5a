import type { Page } from 'playwright-core';
import type { SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import { node, rcsNode, to } from '../../tools/n8n/workflowNodes';
import { Editor, openForm, pictured, screenshot, type Theme } from './support/browser';
import { NodeType, type OfferedOperation } from './support/nodeType';
import {
	byId,
	closeSession,
	CREDENTIAL_TYPE,
	manualStart,
	NODE_TYPE,
	openSession,
	START,
	type Session,
} from './support/session';

/** Where colors of ours could be wrong. */
const IN_DARK = ['finds the node first when searching for RCS, and lists every operation under it'];

/** What a person sees and does in n8n's editor. The pictures are in screenshots/ beside this file: look at them. */
describe('the editor', () => {
	let session: Session;
	let editor: Editor;
	let type: NodeType;
	let operations: OfferedOperation[];
	let workflow: SavedWorkflow;
	let launches: SavedWorkflow;

	beforeAll(async () => {
		session = await openSession();
		session.service.addPromotion({ name: 'Spring sale', phase: 'completed', promotionId: 'spring-1' });
		session.service.addPromotion({ name: 'Summer preview', phase: 'preparation', promotionId: 'summer-1' });
		type = new NodeType(await session.rest.nodeTypes(), NODE_TYPE);
		operations = type.operations();
		workflow = await createWorkflowOfAll(session, operations);
		launches = await createWorkflowOfLaunches(session);
		editor = await Editor.open();
		await editor.signIn();
	});
	afterAll(async () => {
		await editor?.close();
		await closeSession(session);
	});

	describe.each<Theme>(['light', 'dark'])('%s', (theme) => {
		let page: Page;
		beforeAll(async () => {
			page = await editor.page(theme);
		});
		afterAll(async () => await page.context().close());

		const look = (name: string, work: () => Promise<void>) => {
			if (theme === 'dark' && !IN_DARK.includes(name)) return;
			it(name, async () => await pictured(page, theme, name, work), 180_000);
		};

		look('finds the node first when searching for RCS, and lists every operation under it', async () => {
			await page.goto('/workflow/new');
			await page.getByTestId('canvas-add-button').click();
			await page.getByTestId('node-creator-search-bar').fill('RCS');
			const found = page.getByTestId('node-creator-item-name');
			await found.getByText('RCS Promotion', { exact: true }).waitFor();
			expect(await found.first().innerText()).toMatch(/^RCS Promotion/);
			await screenshot(page, theme, 'node panel search');
			await found.first().click();
			// Before a workflow has a trigger, n8n shows the events of ours first and keeps the actions folded.
			await page.getByText('On completed').waitFor();
			await screenshot(page, theme, 'node panel triggers');
			await page.getByText(`Actions (${operations.length})`).click();
			for (const { action } of operations) await page.getByText(action, { exact: true }).first().waitFor();
			await screenshot(page, theme, 'node panel operations');
		});

		look('shows a form for every operation', async () => {
			for (const operation of operations) {
				await openForm(page, workflow, nodeNameOf(operation));
				for (const label of type.labels({ resource: operation.resource, operation: operation.value }))
					await page.getByTestId('ndv').getByText(label, { exact: true }).first().waitFor();
				await screenshot(page, theme, `form ${operation.resource} ${operation.value}`);
			}
		});

		look('asks for a launch whether it may go, whom and what, in seventeen controls at most', async () => {
			for (const recipients of RECIPIENTS) {
				await openForm(page, launches, nodeNameOfLaunch(recipients));
				await page.getByTestId('ndv').getByText('Options', { exact: true }).waitFor();
				// Without the switch between Fixed and Expression that n8n puts beside them, and without the tab Settings.
				const labels = await page.getByTestId('ndv').locator('.n8n-input-label:visible').allInnerTexts();
				const shown = labels.map(asToday).filter(Boolean);
				const meant = ['Credential', ...type.labels({ ...LAUNCH, recipients })];
				expect([recipients, shown]).toEqual([recipients, meant]);
				expect(shown.length).toBeLessThanOrEqual(17);
				await screenshot(page, theme, `launch from ${recipients}`);
			}
		});

		look('offers the promotions of the account by name and status', async () => {
			await openForm(page, workflow, nodeNameOf({ resource: 'statistics', value: 'get' }));
			await page.getByTestId('rlc-input').click();
			await page.getByTestId('rlc-item').filter({ hasText: 'Spring sale' }).waitFor();
			expect(await page.getByTestId('rlc-item').allInnerTexts()).toEqual([
				expect.stringMatching(/^Summer preview \(.+, \d{4}-\d\d-\d\d/),
				expect.stringMatching(/^Spring sale \(Completed, \d{4}-\d\d-\d\d/),
			]);
			await screenshot(page, theme, 'promotion list');
		});

		look('tests the credential, and says what is wrong with it', async () => {
			const { service, rest } = session;
			const { baseUrl, accountId, apiKey } = service;
			const name = `Credential to test in ${theme}`;
			await rest.createCredential(name, CREDENTIAL_TYPE, { baseUrl, accountId, apiKey });
			await page.goto('/home/credentials');
			await page.getByTestId('resources-list-item').filter({ hasText: name }).click();
			await page.getByTestId('credentials-config-container-test-success').waitFor();
			for (const label of ['Base URL', 'Account ID', 'API Key']) {
				await page.getByTestId('credential-edit-dialog').getByText(label).first().waitFor();
			}
			await screenshot(page, theme, 'credential works');
			await page.getByTestId('parameter-input-baseUrl').locator('input').fill('http://rcs.example.com');
			await page.getByTestId('credential-save-button').click();
			await page.getByText('More details').click();
			await page
				.getByTestId('credential-edit-dialog')
				.getByText(/use https:/)
				.first()
				.waitFor();
			await screenshot(page, theme, 'credential with http');
		});

		look('shows the next step what a step will put out, before it has run', async () => {
			await openForm(page, workflow, NEXT);
			const fields = page.getByTestId('ndv-input-panel');
			for (const field of ['name', 'status', 'deliveryRate']) await fields.getByText(field).first().waitFor();
			await screenshot(page, theme, 'output preview');
		});

		look('shows the result of a step', async () => {
			await openForm(page, workflow, nodeNameOf({ resource: 'statistics', value: 'getAll' }));
			await page.getByTestId('node-execute-button').click();
			await page.getByTestId('output-panel').getByText('deliveryRate').first().waitFor();
			await screenshot(page, theme, 'result of statistics');
		});

		look('shows what happened and what to do next when a step cannot be done', async () => {
			await openForm(page, workflow, nodeNameOf({ resource: 'promotion', value: 'get' }));
			await page.getByTestId('node-execute-button').click();
			await page
				.getByTestId('output-panel')
				.getByText(/no-such-promotion/)
				.first()
				.waitFor();
			await screenshot(page, theme, 'step that cannot be done');
		});
	});

	it('throws nothing and asks no other host', () => {
		expect(editor.incidents).toEqual([]);
	});
});

/** Behind Statistic: Get Many. */
const NEXT = 'Next step';

/** Without the star of what is required, and with n8n's own label for credentials as it reads today. */
const asToday = (label: string) =>
	(label.split('\n')[0] ?? '').replace(/\s*\*?\s*$/, '').replace(/^Credential to connect with$/, 'Credential');
const LAUNCH = { resource: 'promotion', operation: 'launch' };
const RECIPIENTS = ['inputItems', 'csvFile', 'uploadedList'];

const nodeNameOfLaunch = (recipients: string) => `launch from ${recipients}`;
const nodeNameOf = ({ resource, value }: Pick<OfferedOperation, 'resource' | 'value'>) => `${resource} ${value}`;

/** One node for each operation; only Get has a promotion, one that is not there. */
async function createWorkflowOfAll(
	{ rest, credential }: Session,
	operations: OfferedOperation[],
): Promise<SavedWorkflow> {
	const nodes = operations.map((operation, index) => {
		const { resource, value } = operation;
		const isGet = nodeNameOf(operation) === 'promotion get';
		const parameters = { resource, operation: value, ...(isGet ? { promotionId: byId('no-such-promotion') } : {}) };
		return placed(rcsNode(nodeNameOf(operation), 'rcsPromotion', parameters, credential), index);
	});
	return await rest.createWorkflow({
		name: 'Every operation',
		nodes: [manualStart, ...nodes, node(NEXT, 'noOp', 1, {}, { position: [480, 0] })],
		connections: {
			[START]: to(...nodes.map(({ name }) => name)),
			[nodeNameOf({ resource: 'statistics', value: 'getAll' })]: to(NEXT),
		},
	});
}

/** One launch for each place where contacts may come from. */
async function createWorkflowOfLaunches({ rest, credential }: Session): Promise<SavedWorkflow> {
	return await rest.createWorkflow({
		name: 'Launches',
		nodes: RECIPIENTS.map((recipients, index) =>
			placed(rcsNode(nodeNameOfLaunch(recipients), 'rcsPromotion', { ...LAUNCH, recipients }, credential), index),
		),
		connections: {},
	});
}

const placed = (one: WorkflowNode, index: number): WorkflowNode => ({ ...one, position: [240, index * 160] });
