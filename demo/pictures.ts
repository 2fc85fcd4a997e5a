/**
 * `npx tsx demo/pictures.ts`: takes the pictures of the docs anew, in the real editor: the canvas of each recipe, the whole form of a
 * launch, a report and the credential. `npx tsx demo/pictures.ts launch-form` takes just this one, and
 * `npx tsx demo/pictures.ts stale` those that show what is no longer so; `npx tsx demo/pictures.ts check` only names these.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { RestClient, SavedCredential, SavedWorkflow, WorkflowJson, WorkflowNode } from '../tools/n8n/restClient';
import { runMain } from '../tools/run';
import { createExamples, readExample } from './examples';
import { IMAGES, noteDigest, stalePictures } from './shown';
import { onStage, openNode, type Stage } from './stage';

const LARGEST_KB = 150;
const MARGIN = 24;
/** From the label Options to below the button that adds one. */
const OPTIONS = 104;
const NODE = 96;
/** The name of a node is wider than the node. */
const BESIDE = 56;
/** Below a node stands its name. */
const LABELS = 72;

/** Which account each node would have, so that no node looks unfinished. */
const ACCOUNTS: Record<string, string> = {
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.twilio': 'twilioApi',
};

async function invented(rest: RestClient): Promise<Map<string, SavedCredential>> {
	const accounts = new Map<string, SavedCredential>();
	for (const [type, credential] of Object.entries(ACCOUNTS)) {
		accounts.set(type, await rest.createCredential(`My ${credential}`, credential, {}));
	}
	return accounts;
}

function filledIn(workflow: WorkflowJson, accounts: Map<string, SavedCredential>): WorkflowJson {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => {
			const account = accounts.get(node.type);
			if (account === undefined) return node;
			const { documentId, ...parameters } = node.parameters;
			const file = { __rl: true, mode: 'id', value: '1a2b3c4d5e6f7g8h9i0j' };
			const sheetName = { __rl: true, mode: 'name', value: 'Customers' };
			return {
				...node,
				parameters: documentId === undefined ? parameters : { ...parameters, documentId: file, sheetName },
				credentials: { [account.type]: { id: account.id, name: account.name } },
			};
		}),
	};
}

/** Of the canvas; so much in a row can be read at the width of a page. */
const WIDEST_ROW = 1_560;
const WIDEST_PICTURE = 1_200;
/** Of a tall one, which would be too large otherwise. */
const WIDEST_TALL_PICTURE = 1_000;

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';

/** The sections of a workflow, as many in a row as fit, without the note that is only for people who set it up. */
function rowsOf(nodes: WorkflowNode[]): Box[] {
	const sections = nodes
		.filter((node) => isNote(node) && node.parameters.color === 7)
		.map(({ position: [left, top], parameters: { width } }) => ({ left, top, right: left + Number(width) }))
		.sort((one, other) => one.left - other.left);
	const drawn = nodes.filter((node) => !isNote(node)).map(({ position: [x, y] }) => ({ left: x - BESIDE, top: y }));
	const rows: Box[] = [];
	for (const { left, top, right } of sections) {
		const row = rows.at(-1);
		const first = row ?? { left: Math.min(left, ...drawn.map((node) => node.left)) };
		if (row && right - row.left <= WIDEST_ROW) row.right = Math.max(row.right, right);
		else rows.push({ left: row ? left : first.left, top, right, bottom: 0 });
	}
	return rows.map((row) => {
		const inside = drawn.filter(({ left }) => left + BESIDE >= row.left && left < row.right);
		return { ...row, bottom: Math.max(...inside.map(({ top }) => top)) + NODE + LABELS };
	});
}

async function canvas(page: Page, { id, nodes }: SavedWorkflow, file: string): Promise<void> {
	const [columns, lines] = [0, 1].map((axis) => nodes.map(({ position }) => position[axis as 0 | 1]));
	const size = (places: number[] = []) => Math.max(...places) - Math.min(...places) + 1_500;
	await page.setViewportSize({ width: size(columns), height: size(lines) });
	await page.goto(`/workflow/${id}`, { waitUntil: 'domcontentloaded' });
	await page.getByTestId('canvas-node').first().waitFor();
	await page.addStyleTag({
		content: `.vue-flow__background, .vue-flow__panel, [data-test-id=canvas-controls],
			[data-test-id=canvas-handle-plus-wrapper],
			[data-test-id*=execute-workflow-button], [data-test-id*=chat-button] { display: none !important; }`,
	});
	await page.keyboard.press('1');
	await page.waitForTimeout(1_500);
	const pane = await page.locator('.vue-flow__transformationpane').evaluate((element) => {
		const { a: scale, e, f } = new DOMMatrix(getComputedStyle(element).transform);
		const { left, top } = element.parentElement!.getBoundingClientRect();
		return { scale, x: left + e, y: top + f };
	});
	const rows = rowsOf(nodes).map(({ left, top, right, bottom }) => ({
		x: pane.x + (left - MARGIN) * pane.scale,
		y: pane.y + (top - MARGIN) * pane.scale,
		width: (right - left + 2 * MARGIN) * pane.scale,
		height: (bottom - top + MARGIN) * pane.scale,
	}));
	await saveStacked(page, file, rows, 'column');
}

/** Parts of a page, one below or beside the other. */
async function saveStacked(page: Page, name: string, clips: Clip[], direction: 'column' | 'row'): Promise<void> {
	const parts: string[] = [];
	for (const clip of clips) parts.push((await page.screenshot({ animations: 'disabled', clip })).toString('base64'));
	const widest = clips.length > 2 ? WIDEST_TALL_PICTURE : WIDEST_PICTURE;
	const scale = Math.min(1, widest / Math.max(...clips.map(({ width }) => width)));
	await page.goto('about:blank');
	await page.setContent(
		`<style>body { display: inline-flex; flex-direction: ${direction}; gap: 16px; margin: 0; align-items: flex-start; }</style>
		${parts.map((part, at) => `<img width="${Math.round(clips[at]!.width * scale)}" src="data:image/png;base64,${part}">`).join('')}`,
	);
	const box = await page.locator('body').boundingBox();
	if (box === null) throw new Error(`The picture ${name} is empty.`);
	await save(page, name, box);
}

/** The form is longer than a page, so its two halves stand side by side. */
async function launchForm({ page, rest, credential }: Stage): Promise<void> {
	const recipe = await readExample('launch-and-report.json', credential);
	const nodes = recipe.nodes.map((node) => {
		const { cards } = node.parameters as { cards?: { card: object[] } };
		return cards ? { ...node, parameters: { ...node.parameters, cards: { card: cards.card.slice(0, 1) } } } : node;
	});
	const { id } = await rest.createWorkflow({ ...recipe, nodes });
	await page.setViewportSize({ width: 1440, height: 1900 });
	await openNode(page, id, 'Launch');
	await page.addStyleTag({ content: '[data-test-id*=wish] { display: none; }' });
	await page.waitForTimeout(1_000);
	const form = page.getByTestId('node-parameters');
	const whole = await form.boundingBox();
	const middle = await form.getByText('Cards', { exact: true }).boundingBox();
	const options = await form.getByText('Options', { exact: true }).boundingBox();
	if (!whole || !middle || !options) throw new Error('The form of Launch is not there.');
	const top = middle.y - 12;
	const columns = [
		{ x: whole.x, y: whole.y, width: whole.width, height: top - whole.y },
		{ x: whole.x, y: top, width: whole.width, height: options.y + OPTIONS - top },
	];
	await saveStacked(page, 'launch-form', columns, 'row');
}

/** Who got a campaign, as the output of the node. */
async function result({ page, rest, service, credential }: Stage): Promise<void> {
	const recipe = await readExample('launch-and-report.json', credential);
	const report = recipe.nodes.find(({ name }) => name === 'Report')!;
	const small = { promotionId: 'demo-spring', name: 'Spring sale', phase: 'completed', recipients: 9 } as const;
	service.addPromotion({ ...small, report: { failedPerThousand: 300, seed: 3 } });
	const promotionId = { __rl: true, mode: 'id', value: small.promotionId };
	const parameters = { resource: 'report', operation: 'getAll', promotionId, returnAll: true };
	const nodes = [{ ...report, parameters }];
	const { id } = await rest.createWorkflow({ ...recipe, pinData: {}, connections: {}, nodes });
	await page.setViewportSize({ width: 2_700, height: 600 });
	await openNode(page, id, 'Report');
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	await output.getByText('9 items').first().waitFor();
	await page.waitForTimeout(1_000);
	const [panel, table] = [await output.boundingBox(), await output.locator('table').first().boundingBox()];
	if (!panel || !table) throw new Error('The output of Report is not there.');
	const height = table.y + table.height + MARGIN - panel.y;
	await save(page, 'result', { x: panel.x, y: panel.y, width: panel.width, height });
}

async function credentialForm(page: Page, { name }: SavedCredential): Promise<void> {
	await page.setViewportSize({ width: 1440, height: 1100 });
	await page.goto('/home/credentials', { waitUntil: 'domcontentloaded' });
	await page.getByText(name).first().click();
	const success = page.getByTestId('credentials-config-container-test-success');
	await success.waitFor();
	await page.waitForTimeout(1_000);
	const box = await success.boundingBox();
	if (box === null) throw new Error('The form of the credential is not there.');
	// From the success message to the last of our own fields.
	await save(page, 'credential', { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: 590 });
}

type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

async function save(page: Page, name: string, clip: Clip): Promise<void> {
	const path = join(IMAGES, `${name}.png`);
	await page.screenshot({ path, animations: 'disabled', clip });
	noteDigest(`${name}.png`);
	const kilobytes = (await stat(path)).size / 1000;
	process.stdout.write(`${kilobytes > LARGEST_KB ? 'TOO LARGE ' : ''}${path} (${kilobytes.toFixed(0)} KB)\n`);
}

async function takePictures(stage: Stage): Promise<void> {
	const { page, rest, credential } = stage;
	const accounts = await invented(rest);
	const workflows = await createExamples(rest, credential, (workflow) => filledIn(workflow, accounts));
	await mkdir(IMAGES, { recursive: true });
	const asked = process.argv.slice(2);
	const wanted = asked[0] === 'stale' ? stalePictures().map((picture) => picture.replace('.png', '')) : asked;
	const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
	for (const [file, workflow] of workflows) {
		const name = file.replace('.json', '');
		if (isWanted(name)) await canvas(page, workflow, name);
	}
	if (isWanted('launch-form')) await launchForm(stage);
	if (isWanted('result')) await result(stage);
	if (isWanted('credential')) await credentialForm(page, credential);
}

function checkPictures(): void {
	const stale = stalePictures();
	if (stale.length === 0) return;
	const advice = 'Take them anew with `npx tsx demo/pictures.ts stale`, and look at them.';
	throw new Error(`These pictures no longer show what is there: ${stale.join(', ')}. ${advice}`);
}

runMain(async () => {
	if (process.argv[2] === 'check') checkPictures();
	else await onStage(takePictures);
});
