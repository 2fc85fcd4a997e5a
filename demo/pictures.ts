/**
 * `npx tsx demo/pictures.ts`: takes the pictures of the docs anew, in the real editor: the canvas of each recipe, the form of a launch with
 * what came in and what went out, the credential, and forms of other nodes beside ours. `npx tsx demo/pictures.ts launch-form`
 * takes just this one.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ensureCredential } from './credential';
import { createExamples } from './examples';
import { showForms } from './formPictures';
import { startScene } from './scene';
import { signIn } from './signIn';
import { openChromium } from '../tools/n8n/chromium';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { startN8n } from '../tools/n8n/realN8n';
import type { RestClient, SavedCredential, SavedWorkflow, WorkflowJson } from '../tools/n8n/restClient';
import { pack } from '../tools/pack';
import { REPOSITORY, runMain } from '../tools/run';

const IMAGES = join(REPOSITORY, 'docs', 'images');
const LARGEST_KB = 90;
const MARGIN = 24;
/** Below a node stands its name. */
const LABELS = 56;

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

async function canvas(page: Page, { id }: SavedWorkflow, file: string): Promise<void> {
	await page.goto(`/workflow/${id}`, { waitUntil: 'domcontentloaded' });
	await page.getByTestId('canvas-node').first().waitFor();
	await page.addStyleTag({
		content: `.vue-flow__background, .vue-flow__panel, [data-test-id=canvas-controls],
			[data-test-id*=execute-workflow-button], [data-test-id*=chat-button] { display: none !important; }`,
	});
	await page.keyboard.press('1');
	await page.waitForTimeout(1_500);
	const boxes = await page.locator('.vue-flow__node').evaluateAll((nodes) =>
		nodes.map((node) => {
			const { left, top, right, bottom } = node.getBoundingClientRect();
			return { left, top, right, bottom };
		}),
	);
	const x = Math.min(...boxes.map(({ left }) => left)) - MARGIN;
	const y = Math.min(...boxes.map(({ top }) => top)) - MARGIN;
	const width = Math.max(...boxes.map(({ right }) => right)) + MARGIN - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + LABELS - y;
	await save(page, file, { x, y, width, height });
}

async function launchForm(page: Page, { id }: SavedWorkflow): Promise<void> {
	await page.setViewportSize({ width: 1440, height: 577 });
	await page.goto(`/workflow/${id}`, { waitUntil: 'domcontentloaded' });
	await page.locator('[data-test-id="canvas-node"][data-node-name="Launch"]').dblclick();
	await page.getByTestId('node-parameters').waitFor();
	await page.getByText('Loading fields').first().waitFor({ state: 'detached' });
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText('launched').first().waitFor();
	await page.addStyleTag({ content: '[data-test-id=floating-node], .el-notification { display: none !important; }' });
	await page.waitForTimeout(1_000);
	const box = await page.getByTestId('ndv').boundingBox();
	if (box === null) throw new Error('The form of Launch is not there.');
	// Without the edge that the page behind shines through.
	const clip = { x: box.x + 2, y: box.y + 1, width: box.width - 4, height: box.height - 2 };
	await save(page, 'launch-form', clip);
}

async function credentialForm(page: Page, { name }: SavedCredential): Promise<void> {
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto('/home/credentials', { waitUntil: 'domcontentloaded' });
	await page.getByText(name).first().click();
	const success = page.getByTestId('credentials-config-container-test-success');
	await success.waitFor();
	await page.waitForTimeout(1_000);
	const box = await success.boundingBox();
	if (box === null) throw new Error('The form of the credential is not there.');
	// From the success message to the last of our own fields.
	await save(page, 'credential', { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: 378 });
}

async function save(page: Page, name: string, clip: { x: number; y: number; width: number; height: number }) {
	const path = join(IMAGES, `${name}.png`);
	await page.screenshot({ path, animations: 'disabled', clip });
	const kilobytes = (await stat(path)).size / 1000;
	process.stdout.write(`${kilobytes > LARGEST_KB ? 'TOO LARGE ' : ''}${path} (${kilobytes.toFixed(0)} KB)\n`);
}

async function main(): Promise<void> {
	const work = await mkdtemp(join(tmpdir(), 'rcs-promotion-pictures-'));
	const stops: Array<() => Promise<unknown>> = [async () => await rm(work, { recursive: true, force: true })];
	try {
		const n8n = await ensurePrivateN8n();
		const tarball = await pack(work);
		const service = await startScene({ hurried: true });
		stops.push(async () => await service.stop());
		const userFolder = join(work, 'n8n');
		const running = await startN8n({ n8n, userFolder, tarball });
		stops.push(async () => await running.stop());
		const { rest, baseUrl: baseURL } = running;
		await signIn(rest, userFolder);
		const credential = await ensureCredential(rest, service);
		const accounts = await invented(rest);
		const workflows = await createExamples(rest, credential, (workflow) => filledIn(workflow, accounts));

		const browser = await openChromium();
		stops.push(async () => await browser.close());
		const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
		await context.addCookies([{ ...rest.sessionCookie, url: baseURL }]);
		await context.route(
			(url) => !url.href.startsWith(baseURL) && url.protocol.startsWith('http'),
			async (route) => await route.abort(),
		);
		const page = await context.newPage();
		await mkdir(IMAGES, { recursive: true });
		const wanted = process.argv.slice(2);
		const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
		for (const [file, workflow] of workflows) {
			const name = file.replace('.json', '');
			if (isWanted(name)) await canvas(page, workflow, name);
		}
		const first = workflows.get('launch-and-report.json');
		if (first && isWanted('launch-form')) await launchForm(page, first);
		if (isWanted('credential')) await credentialForm(page, credential);
		if (isWanted('forms')) {
			await showForms(page, rest, credential);
			const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
			await save(page, 'forms', { x: 0, y: 0, width, height });
		}
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

runMain(main);
