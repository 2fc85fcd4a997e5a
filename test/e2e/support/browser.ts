import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../../../tools/n8n/chromium';
import type { SavedWorkflow } from '../../../tools/n8n/restClient';
import { closeSession, openSession, type Session } from './session';
import { shared } from './shared';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export const SCREENSHOTS = resolve(__dirname, '..', 'screenshots');
/** n8n's editor shows who published a community package, and asks npm for it; nothing is let through. */
const ASKED_BY_N8N_ITSELF = new Set(['https://registry.npmjs.org/n8n-nodes-rcs-promotion']);

/** The editor in a browser, with what must not happen in it written down. */
class Editor {
	/** Uncaught exceptions of the page, and addresses outside this n8n. */
	readonly incidents: string[] = [];
	private signedIn: StorageState | undefined;

	private constructor(private readonly browser: Browser) {}

	static async open(): Promise<Editor> {
		const editor = new Editor(await openChromium());
		await mkdir(SCREENSHOTS, { recursive: true });
		await editor.signIn();
		return editor;
	}

	async page(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
		const context = await this.browser.newContext({
			baseURL: shared().baseUrl,
			viewport: { width: 1440, height: 900 },
			colorScheme,
			...(this.signedIn ? { storageState: this.signedIn } : {}),
		});
		context.setDefaultTimeout(40_000);
		const page = await context.newPage();
		page.on('pageerror', (thrown) => {
			// Nothing of ours is there, and n8n 1.123 stumbles over its own check for new versions.
			if (!page.url().endsWith('/signin')) this.incidents.push(`exception: ${thrown.message}`);
		});
		await context.route(
			(url) => !url.href.startsWith(shared().baseUrl) && url.protocol.startsWith('http'),
			async (route) => {
				const url = route.request().url();
				if (!ASKED_BY_N8N_ITSELF.has(url)) this.incidents.push(`asked ${url}`);
				await route.abort();
			},
		);
		return page;
	}

	/** Through the form, as a person does it; later pages are signed in as well. */
	private async signIn(): Promise<void> {
		const { email, password } = shared().owner;
		const page = await this.page();
		await page.goto('/signin', { waitUntil: 'domcontentloaded' });
		await page.getByTestId('emailOrLdapLoginId').locator('input').fill(email);
		await page.locator('input[type=password]').fill(password);
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/(home|workflow)/);
		this.signedIn = await page.context().storageState();
		await page.context().close();
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/** Keeps what a person sees, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
	const path = join(SCREENSHOTS, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`);
	await page.screenshot({ path, animations: 'disabled' });
}

/** A session and a page of the editor for all tests of a file. */
export function inEditor(prepare: (session: Session) => Promise<void>) {
	let session: Session;
	let editor: Editor;
	let page: Page;
	beforeAll(async () => {
		session = await openSession();
		await prepare(session);
		editor = await Editor.open();
		page = await editor.page();
	});
	afterAll(async () => {
		await editor?.close();
		await closeSession(session);
	});

	const incidents = () => editor.incidents;
	/** A test; keeps a picture of where it stopped when it does not come to its end. */
	const look = (name: string, work: (page: Page, session: Session) => Promise<void>, theme?: 'dark'): void =>
		it(
			name,
			async () => {
				const seen = theme ? await editor.page(theme) : page;
				try {
					await work(seen, session);
				} catch (thrown) {
					await screenshot(seen, `stopped at ${name}`).catch(() => undefined);
					throw thrown;
				}
			},
			180_000,
		);
	return { incidents, look };
}

/** By a double click on the canvas, which is much quicker than loading the whole editor anew for each form. */
export async function openForm(page: Page, workflow: Pick<SavedWorkflow, 'id'>, nodeName: string): Promise<void> {
	const close = page.getByTestId('ndv-close-button');
	if (page.url().includes(workflow.id) && (await close.isVisible())) {
		await close.click();
	} else {
		// What the editor loads after its page may take long on a busy machine.
		await page.goto(`/workflow/${workflow.id}`, { waitUntil: 'domcontentloaded' });
		await page.getByTestId('canvas-node').first().waitFor();
	}
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${nodeName}"]`).dblclick();
	await page.getByTestId('node-parameters').waitFor();
	await page.getByText('Loading fields').first().waitFor({ state: 'detached' });
}
