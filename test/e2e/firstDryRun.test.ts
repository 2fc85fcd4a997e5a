import type { Page } from 'playwright-core';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import { node, rcsNode, to } from '../../tools/n8n/workflowNodes';
import { exportedFiles, exportedItems, type ToolExport } from '../unit/contacts/exports';
import { inEditor, openForm } from './support/browser';
import { manualStart, START, type Session } from './support/session';

/** The message, which has nothing to do with the export: a card that greets by name. */
const message = {
	...{ promotionName: 'First try', templateName: 'spring_sale', templateId: 't-1', templateLanguage: 'en' },
	cards: { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] },
};

/** Each takes seconds, so that all of them are tried nightly, and every fifth with each change. */
const isTried = (_: unknown, index: number) => process.env.NIGHTLY !== undefined || index % 5 === 0;

/** Where a name is two fields, or an entry of a list, dragging one field does not make it. */
const byDragging = exportedItems
	.filter(({ fields: { phone, country } }) => !/, |mobile\[0\]/.test(phone) && country === undefined)
	.filter(isTried);
/** Tools whose items are not among them, and one with more columns than anybody reads. */
const byTyping = exportedFiles
	.filter(({ tool }) => /^(Google Forms|Meta|Excel in French|Outlook)/.test(tool))
	.filter(isTried);

const FIELDS = ['phone', 'name'] as const;

const inputOf = (field: string) => `[data-test-id="parameter-input-${field}"]`;
const textIn = (page: Page, field: string) => page.locator(inputOf(field)).locator('input');

/** From the panel at the left into a field of the form; gives what the field shows then. */
async function drag(page: Page, path: string, field: string): Promise<string> {
	const { mouse } = page;
	const from = await centerOf(page, `[data-test-id="run-data-schema-node-name"][data-value="${valueOf(path)}"]`);
	await mouse.move(from.x, from.y);
	await mouse.down();
	// n8n takes it for a drag after some pixels.
	await mouse.move(from.x + 15, from.y + 15, { steps: 3 });
	const to = await centerOf(page, inputOf(field));
	await mouse.move(to.x, to.y, { steps: 10 });
	// The place to drop it is found with the next frame.
	await page.waitForTimeout(100);
	await mouse.up();
	const input = textIn(page, field);
	for (let tries = 0; tries < 50 && (await input.inputValue()) === ''; tries++) await page.waitForTimeout(100);
	return await input.inputValue();
}

async function choose(page: Page, option: string, field: string): Promise<void> {
	await textIn(page, field).click();
	const shown = page.getByRole('option', { name: option }).or(page.getByText(option, { exact: true }));
	await shown.last().click();
}

/** How the panel writes it, in an attribute between double quotation marks. */
function valueOf(path: string): string {
	const isOneKey = /[^\w.[\]]/.test(path) && !path.includes("['");
	const parts = isOneKey ? `['${path.replaceAll("'", "\\'")}']` : `.${path}`;
	return `{{ $json${parts} }}`.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

async function centerOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
	const found = page.locator(selector).first();
	await found.scrollIntoViewIfNeeded();
	const box = await found.boundingBox();
	if (!box) throw new Error(`Nothing is to be seen of ${selector}`);
	return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}

const COUNTRIES: Record<string, string> = {
	DE: 'Germany',
	FR: 'France',
	included: 'Numbers Without + Include the Country Code',
};

/** From an empty form to a right dry run, as a person does it in n8n's editor: nothing but the fields has to be filled in. */
describe('the first dry run', () => {
	let workflow: SavedWorkflow;
	const { look } = inEditor(async (session) => {
		workflow = await createWorkflow(session, [...byDragging, ...byTyping]);
	});

	/** Presses the button, and says what came out. */
	async function execute(page: Page, { rest }: Session, tool: string) {
		const earlier = (await rest.listExecutions(workflow.id)).length;
		await page.getByTestId('node-execute-button').click();
		for (;;) {
			const [execution, ...others] = await rest.listExecutions(workflow.id);
			if (execution && others.length === earlier) {
				const { data } = await rest.waitForExecution(execution.id);
				return { json: itemsOf(data, tool)[0]?.json, refusal: data.resultData.runData[tool]?.at(-1)?.error?.message };
			}
			await page.waitForTimeout(200);
		}
	}

	/** Fills in the fields, then the country where numbers have none, and looks at the dry run. */
	const tried = (how: string, given: ToolExport, fill: (page: Page) => Promise<void>) =>
		look(`${how}: ${given.tool}`, async (page, session) => {
			const { tool, country, sends, leftOut = 0 } = given;
			await openForm(page, workflow, tool);
			await fill(page);
			if (country !== undefined) await choose(page, COUNTRIES[country] ?? '', 'country');
			const { json, refusal } = await execute(page, session, tool);
			expect(refusal).toBeUndefined();
			expect(json).toMatchObject({
				launched: false,
				recipients: { rows: sends.length + leftOut, ready: sends.length, leftOut, invalid: 0, handedOver: 0 },
			});
			// Both sides of a card that greets: whom, and by which name.
			for (const text of sends.flat()) expect(JSON.stringify(json)).toContain(text.replace(/^\+/, ''));
			expect(session.service.launches()).toEqual([]);
		});

	for (const given of byDragging) {
		tried('dragging', given, async (page) => {
			for (const kind of FIELDS) expect(await drag(page, given.fields[kind], `${kind}Field`)).toBe(given.fields[kind]);
		});
	}

	for (const given of byTyping) {
		tried('typing', given, async (page) => {
			await choose(page, 'CSV File', 'recipients');
			for (const kind of FIELDS) await textIn(page, `${kind}Field`).fill(given.fields[kind]);
		});
	}
});

/** Each export, and behind it a launch, named after the tool, in which nothing is filled in but the message. */
async function createWorkflow({ rest, credential }: Session, exports: ToolExport[]): Promise<SavedWorkflow> {
	const inputs = new Map(exports.map((one) => [`Export of ${one.tool}`, outputOf(one)]));
	const parameters = { resource: 'promotion', operation: 'launch', ...message };
	const nodes = exports.flatMap(({ tool }, at): WorkflowNode[] => {
		const [x, y] = [300 + (at % 4) * 500, Math.floor(at / 4) * 160];
		const jsCode = `return ${JSON.stringify(inputs.get(`Export of ${tool}`))}`;
		return [
			node(`Export of ${tool}`, 'code', 2, { jsCode }, { position: [x, y] }),
			{ ...rcsNode(tool, 'rcsPromotion', parameters, credential), position: [x + 220, y] },
		];
	});
	return await rest.createWorkflow({
		name: 'First dry runs',
		nodes: [manualStart, ...nodes],
		connections: {
			[START]: to(...inputs.keys()),
			...Object.fromEntries(exports.map(({ tool }) => [`Export of ${tool}`, to(tool)])),
		},
		// What a step has put out can be dragged once it has run. A file cannot be pinned.
		pinData: Object.fromEntries([...inputs].filter(([, input]) => !input.some((item) => 'binary' in item))),
	});
}

function outputOf({ file, items = [] }: ToolExport): object[] {
	if (file === undefined) return items.map((json) => ({ json }));
	const data = { data: Buffer.from(file).toString('base64'), mimeType: 'text/csv', fileName: 'export.csv' };
	return [{ json: {}, binary: { data } }];
}
