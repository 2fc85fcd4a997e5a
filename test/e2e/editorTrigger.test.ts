import type { Page } from 'playwright-core';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedWorkflow } from '../../tools/n8n/restClient';
import { rcsNode } from '../../tools/n8n/workflowNodes';
import { Editor, openForm, pictured, screenshot, type Theme } from './support/browser';
import { NodeType, type Choice } from './support/nodeType';
import { closeSession, NODE_TYPE, openSession, type Session } from './support/session';

const AS_IT_OPENS = 'As it opens';
const ALL_SET = 'All set';
const OPTIONS = {
	counters: ['delivered', 'read', 'optout'],
	minimumChange: 10,
	finalAfterMinutes: 60,
	stalledAfterMinutes: 120,
	watchAfterCompletionHours: 72,
};

const THRESHOLDS = {
	threshold: [
		{ rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 },
		{ rate: 'readRate', direction: 'below', percent: 20, minimumBase: 1000 },
	],
};

/** What a person sees of the trigger in n8n's editor. The pictures are in screenshots/ beside this file: look at them. */
describe('the trigger in the editor', () => {
	let session: Session;
	let editor: Editor;
	let type: NodeType;
	let events: Choice[];
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		session = await openSession();
		session.service.addPromotion({ name: 'Spring sale', phase: 'completed', promotionId: 'spring-1' });
		session.service.addPromotion({ name: 'Summer preview', phase: 'running', promotionId: 'summer-1' });
		type = new NodeType(await session.rest.nodeTypes(), `${NODE_TYPE}Trigger`);
		events = type.choicesOf('events');
		workflow = await createWorkflow(session, events);
		editor = await Editor.open();
		await editor.signIn();
	});
	afterAll(async () => {
		await editor?.close();
		await closeSession(session);
	});

	describe('its form', () => {
		const theme: Theme = 'light';
		let page: Page;
		beforeAll(async () => {
			page = await editor.page(theme);
			// The whole of a long form in one picture.
			await page.setViewportSize({ width: 1440, height: 2000 });
		});
		afterAll(async () => await page.context().close());

		const look = (name: string, work: () => Promise<void>) => {
			it(name, async () => await pictured(page, theme, name, work), 180_000);
		};
		const form = () => page.getByTestId('node-parameters');
		const field = (name: string) => page.getByTestId(`parameter-input-${name}`);
		const shows = async (labels: readonly string[]) => {
			for (const label of labels) await form().getByText(label, { exact: true }).first().waitFor();
		};

		look('opens with one event and few fields', async () => {
			await openForm(page, workflow, AS_IT_OPENS);
			await shows(['Poll Times', 'Completed', ...type.labels({})]);
			await screenshot(page, theme, 'trigger form');
		});

		look('says of every event what it means', async () => {
			await openForm(page, workflow, AS_IT_OPENS);
			await field('events').click();
			const choices = page.getByRole('option');
			await choices.filter({ hasText: 'Threshold Crossed' }).first().waitFor();
			const texts = (await choices.allInnerTexts()).filter((text) => text.trim() !== '');
			expect(texts.map((text) => text.split('\n')[0])).toEqual(events.map(({ name }) => name));
			for (const text of texts) expect(text.split('\n').length).toBeGreaterThan(1);
			await screenshot(page, theme, 'trigger events');
			await page.keyboard.press('Escape');
		});

		look('shows all events and every option', async () => {
			await openForm(page, workflow, ALL_SET);
			const options = type.choicesOf('options').filter(({ name }) => name in OPTIONS);
			expect(options).toHaveLength(Object.keys(OPTIONS).length);
			await shows(events.map(({ name }) => name));
			await shows(options.map(({ displayName }) => displayName));
			await screenshot(page, theme, 'trigger form with everything');
		});

		look('gives a sample of every event by Fetch Test Event', async () => {
			await page.setViewportSize({ width: 1440, height: 900 });
			await openForm(page, workflow, ALL_SET);
			const fetching = page.getByTestId('node-execute-button').filter({ hasText: 'Fetch Test Event' });
			await fetching.first().click();
			const output = page.getByTestId('output-panel');
			await output.getByText('isSample').first().waitFor();
			await output.getByText(`${events.length} items`).first().waitFor();
			await screenshot(page, theme, 'trigger samples');
			const [newest] = await session.rest.listExecutions(workflow.id);
			const { data } = await session.rest.waitForExecution(newest?.id ?? '');
			const samples = itemsOf(data, ALL_SET).map(({ json }) => json);
			expect(samples.map(({ event }) => event).sort()).toEqual(events.map(({ value }) => value).sort());
			for (const sample of samples) expect(sample).toMatchObject({ isSample: true });
			expect(new Set(samples.map(({ name }) => name))).toEqual(new Set(['Spring sale']));
		});
	});

	it('throws nothing and asks no other host', () => {
		expect(editor.incidents).toEqual([]);
	});
});

async function createWorkflow({ rest, credential }: Session, events: Choice[]): Promise<SavedWorkflow> {
	const everything = {
		events: events.map(({ value }) => value),
		filters: { nameContains: 'sale' },
		thresholds: THRESHOLDS,
		options: OPTIONS,
	};
	const trigger = (name: string, parameters: Record<string, unknown>) =>
		rcsNode(name, 'rcsPromotionTrigger', parameters, credential);
	return await rest.createWorkflow({
		name: 'Triggers',
		nodes: [trigger(AS_IT_OPENS, {}), { ...trigger(ALL_SET, everything), position: [0, 200] }],
		connections: {},
	});
}
