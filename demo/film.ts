/**
 * `npx tsx demo/film.ts`: makes the film at the top of the README anew (docs/images/film.webp), in the real editor: contacts, dry run,
 * test, approval, launch, the event of its completion, and who was not reached. Needs img2webp (Debian: apt-get install webp).
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { SavedWorkflow } from '../tools/n8n/restClient';
import { demand, run, runMain } from '../tools/run';
import { deactivated, readExample } from './examples';
import { ALL_WITH_CODE, APPROVED_BY, formAddress } from './formPages';
import { RecipeRun } from './recipeRun';
import { IMAGES, noteDigest } from './shown';
import { onStage, openNode, type Stage } from './stage';

const FILM = join(IMAGES, 'film.webp');
const HOUR = 3_600_000;
const LARGEST_MB = 3;
const FRAME = { width: 960, height: 600 };
/** Wide enough for the form of a node to show two of its three panels at once in a frame. */
const EDITOR = { width: 1550, height: FRAME.height + 50 };
/** The edge of the form within the editor. */
const EDGE = 25;
const LEFT = { x: EDGE, y: EDGE };
const RIGHT = { x: EDITOR.width - EDGE - FRAME.width, y: EDGE };
const CANVAS = { x: EDITOR.width - FRAME.width, y: EDITOR.height - FRAME.height };
const WHOLE = { x: 0, y: 0 };
/** Without what lies over the form of a node; n8n's pages for forms are small for a film. */
const STYLE = `[data-test-id=floating-node], .el-notification { display: none !important; }
	body:has(> .container > section) { zoom: 1.3; }`;
const CAPTION_STYLE = `body { margin: 0; background: #1d1d3b; } img { display: block; } p { margin: 0; height: 60px; color: white;
	font: 600 22px/60px Inter, Arial, sans-serif; text-align: center; }`;

/** Pictures of the editor, each with a caption below and the time for which it is shown. */
class Film {
	private readonly frames: string[] = [];

	private constructor(
		private readonly page: Page,
		private readonly paper: Page,
		private readonly folder: string,
	) {}

	static async of(page: Page, folder: string): Promise<Film> {
		const paper = await page.context().newPage();
		await paper.setViewportSize({ width: FRAME.width, height: FRAME.height + 60 });
		return new Film(page, paper, folder);
	}

	async show(seconds: number, caption: string, corner = WHOLE): Promise<void> {
		const { page, paper, frames } = this;
		await page.addStyleTag({ content: STYLE });
		await page.waitForTimeout(1_000);
		const picture = await page.screenshot({ animations: 'disabled', clip: { ...corner, ...FRAME } });
		const source = `data:image/png;base64,${picture.toString('base64')}`;
		await paper.setContent(`<style>${CAPTION_STYLE}</style><img src="${source}"><p>${caption}</p>`);
		const path = join(this.folder, `${frames.length}.png`);
		await paper.screenshot({ path });
		frames.push('-d', String(seconds * 1000), path);
	}

	async save(): Promise<void> {
		await demand('img2webp', 'img2webp', ['-loop', '0', '-lossless', ...this.frames, '-o', FILM]);
	}
}

/** The first recipe, with rows as they come out of a sheet. */
async function sheetAndLaunch({ rest, credential }: Stage): Promise<SavedWorkflow> {
	const [recipe, weekly] = await Promise.all(
		['launch-and-report.json', 'weekly-segment-without-opt-outs.json'].map(
			async (file) => await readExample(file, credential),
		),
	);
	const sheet = weekly!.nodes.find(({ name }) => name === 'Read customers')!;
	const nodes = recipe!.nodes.map((node) => {
		const { name, position, parameters } = node;
		if (name === 'Find customers') return { ...sheet, name, position };
		return name === 'Launch' ? { ...node, parameters: { ...parameters, cardsMode: 'none' } } : node;
	});
	const pinData = { 'Find customers': weekly!.pinData!['Read customers'] };
	return await rest.createWorkflow({ ...recipe!, nodes, pinData });
}

async function firstLaunch(film: Film, stage: Stage): Promise<void> {
	const { page } = stage;
	const { id } = await sheetAndLaunch(stage);
	await page.setViewportSize(EDITOR);
	await openNode(page, id, 'Launch');
	const output = page.getByTestId('output-panel');
	await page.getByTestId('ndv-input-panel').getByText('Table', { exact: true }).click();
	await film.show(4, 'Contacts come from your CRM, a sheet, a database or a CSV file.', LEFT);

	const send = page.getByTestId('parameter-input-sendMode');
	await send.click();
	await film.show(3, 'Before anything is sent, try it out: choose Nobody (Dry Run).', RIGHT);
	await page.getByRole('option', { name: 'Nobody (Dry Run)' }).click();
	await page.getByTestId('node-execute-button').click();
	await output.getByText('dryRun').first().waitFor();
	await film.show(5, 'The dry run shows which phone field is used, and who would get it.', RIGHT);

	await send.click();
	await page.getByRole('option', { name: /^Everyone, When Published/ }).click();
	await page.getByTestId('node-execute-button').click();
	await output.getByText('launched').first().waitFor();
	await film.show(4, 'A test in the editor reaches only your own test phones.', RIGHT);
}

/** The recipe with the form: published, filled in, approved. */
async function approvedLaunch(film: Film, { page, rest, credential, service }: Stage): Promise<string> {
	const example = await readExample('form-approve-launch.json', credential);
	const nodes = example.nodes
		.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
		// The browser asks for the password in a window of its own, which no film shows.
		.map(({ parameters: { authentication, ...parameters }, ...node }) => ({ ...node, parameters }));
	const workflow = await rest.createWorkflow({ ...example, nodes });
	await rest.activateWorkflow(workflow);
	// Completed only once the trigger waits for it.
	service.configure({ durations: { preparationMs: HOUR, runningMs: HOUR, tailMs: HOUR } });
	const contacts = Array.from({ length: 240 }, (_, index) => `${nameOf(index)},+1555010${1000 + index}`);
	const csv = Buffer.from(['name,phone', ...contacts].join('\n'));
	await page.setViewportSize(FRAME);
	const form = new URL(formAddress(rest, workflow)).pathname;
	// One that was just published takes a moment until it is there.
	const recipe = new RecipeRun(rest, service, workflow);
	await recipe.until('form', async () => ((await page.goto(form))?.ok() ? true : undefined));
	await page.locator('input[type=text]').fill('Summer Sale');
	await page.locator('input[type=file]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: csv });
	await page.locator('select').selectOption(ALL_WITH_CODE);
	await film.show(4, 'For the real campaign, a colleague uploads the list in a form …');
	await page.getByText('Check the file').click();
	await page.getByText('240 people').waitFor();
	await page.locator('input[type=text]').fill(APPROVED_BY);
	await page.locator('select').selectOption('Send it');
	await film.show(5, '… sees what would be sent, and approves it.');
	await page.getByText('Decide', { exact: true }).click();
	await page.getByText(/people get/).waitFor();
	await film.show(3, 'Only what was approved goes out.');

	const [execution] = await rest.listExecutions(workflow.id);
	await openExecution(page, workflow, execution!.id, 'Launch');
	await film.show(4, 'The published workflow sends it to everyone, once.', CANVAS);
	await openOutput(page, 'Launch');
	await film.show(3, 'Sent to all 240. The same campaign again would be refused.', RIGHT);
	return service.launches().at(-1)!.promotionId;
}

/** The recipe for failed recipients, started as soon as a campaign is completed, with nobody behind who would get something. */
async function completion(film: Film, { page, rest, credential, service }: Stage, promotionId: string): Promise<void> {
	const recipe = deactivated(await readExample('failed-recipients-to-sheet-and-sms.json', credential));
	const nodes = recipe.nodes.map((node) =>
		node.name === TRIGGER ? { ...node, parameters: { ...node.parameters, events: ['completed'] } } : node,
	);
	const workflow = await rest.createWorkflow({ ...recipe, nodes });
	const { id } = await new RecipeRun(rest, service, workflow).onceHappened(
		() => void service.update(promotionId, { phase: 'completed', report: { failedPerThousand: 40 } }),
	);
	await openExecution(page, workflow, id, TRIGGER);
	await openOutput(page, TRIGGER);
	await film.show(4, 'When the campaign is completed, the trigger starts your next workflow.', LEFT);
	await page.getByTestId('ndv-close-button').click();
	await openOutput(page, 'Failed recipients');
	await page.getByTestId('output-panel').getByText('Table', { exact: true }).click();
	await film.show(5, 'Everyone who was not reached, with the reason: ready for an SMS.', RIGHT);
}

const TRIGGER = 'RCS Promotion Trigger';

async function openExecution(page: Page, { id }: SavedWorkflow, execution: string, node: string): Promise<void> {
	await page.setViewportSize(EDITOR);
	await page.goto(`/workflow/${id}/executions/${execution}`, { waitUntil: 'domcontentloaded' });
	await nodeOf(page, node).waitFor();
}

async function openOutput(page: Page, node: string): Promise<void> {
	await nodeOf(page, node).dblclick();
	await page.getByTestId('output-panel').getByText('Schema', { exact: true }).waitFor();
}

const nodeOf = (page: Page, node: string) => page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`);

const GIVEN = ['Ada', 'Bruno', 'Chiara', 'Deniz', 'Elif', 'Farid', 'Greta', 'Hugo'];
const FAMILY = ['Costa', 'Demir', 'Haddad', 'Kaya', 'Lovelace', 'Martin', 'Rossi', 'Silva', 'Wolf'];
const nameOf = (index: number) => `${GIVEN[index % GIVEN.length]} ${FAMILY[index % FAMILY.length]}`;

async function makeFilm(stage: Stage): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'rcs-promotion-film-'));
	try {
		const film = await Film.of(stage.page, folder);
		await firstLaunch(film, stage);
		const promotionId = await approvedLaunch(film, stage);
		await completion(film, stage, promotionId);
		await film.save();
		noteDigest('film.webp');
		const megabytes = (await stat(FILM)).size / 1e6;
		process.stdout.write(`${megabytes > LARGEST_MB ? 'TOO LARGE ' : ''}${FILM} (${megabytes.toFixed(2)} MB)\n`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

runMain(async () => {
	await run('img2webp', ['-version']).catch(() => {
		throw new Error('The film needs img2webp, which was not found: install it (Debian: apt-get install webp).');
	});
	await onStage(makeFilm);
});
