import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Simulator } from '../simulator';
import { openChromium } from '../tools/n8n/chromium';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { startN8n } from '../tools/n8n/realN8n';
import type { RestClient, SavedCredential } from '../tools/n8n/restClient';
import { pack } from '../tools/pack';
import { ensureCredential } from './credential';
import { startScene } from './scene';
import { signIn } from './signIn';

/** Other programs may keep the machine busy. */
const PATIENCE_MS = 120_000;

/** Where the recipes have their pictures, which do not exist. */
const RECIPES_IMAGES = 'images.example.com';

const drawImage = (path: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90">
	<rect width="160" height="90" fill="${path.includes('summer') ? '#f6c453' : '#8fcf9b'}"/>
	<circle cx="122" cy="30" r="17" fill="#fff6d8"/>
	<path d="M0 90 L48 40 L82 70 L112 48 L160 90 Z" fill="#1d1d3b" opacity=".55"/></svg>`;

export interface Stage {
	/** Signed in; nothing outside this n8n can be reached. */
	page: Page;
	rest: RestClient;
	service: Simulator;
	credential: SavedCredential;
}

/** Lets the work be done in the real editor, with this package installed and the simulated service behind it. */
export async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'rcs-promotion-stage-'));
	const stops: Array<() => Promise<unknown>> = [async () => await rm(folder, { recursive: true, force: true })];
	try {
		const n8n = await ensurePrivateN8n();
		const tarball = await pack(folder);
		const service = await startScene();
		stops.push(async () => await service.stop());
		const userFolder = join(folder, 'n8n');
		const running = await startN8n({ n8n, userFolder, tarball });
		stops.push(async () => await running.stop());
		const { rest, baseUrl: baseURL } = running;
		await signIn(rest, userFolder);
		const credential = await ensureCredential(rest, service);

		const browser = await openChromium();
		stops.push(async () => await browser.close());
		const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
		context.setDefaultTimeout(PATIENCE_MS);
		await context.addCookies([{ ...rest.sessionCookie, url: baseURL }]);
		await context.route(
			(url) => !url.href.startsWith(baseURL) && url.protocol.startsWith('http'),
			async (route) => {
				const { hostname, pathname } = new URL(route.request().url());
				if (hostname !== RECIPES_IMAGES) await route.abort();
				else await route.fulfill({ contentType: 'image/svg+xml', body: drawImage(pathname) });
			},
		);
		await work({ page: await context.newPage(), rest, service, credential });
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

/** Opens the form of a node by a double click on the canvas. */
export async function openNode(page: Page, workflowId: string, node: string): Promise<void> {
	await page.goto(`/workflow/${workflowId}`, { waitUntil: 'domcontentloaded' });
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
	await page.getByTestId('node-parameters').waitFor();
	await page.getByText('Loading fields').first().waitFor({ state: 'detached' });
}
