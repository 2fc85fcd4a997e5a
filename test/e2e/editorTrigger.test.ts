import type { Page } from 'playwright-core';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedWorkflow } from '../../tools/n8n/restClient';
import { rcsNode } from '../../tools/n8n/workflowNodes';
import { inEditor, openForm, screenshot } from './support/browser';
import { NodeType, type Choice } from './support/nodeType';
import { NODE_TYPE } from './support/session';

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
describe('the form of the trigger', () => {
	let type: NodeType;
	let events: Choice[];
	let workflow: SavedWorkflow;
	const { look, incidents } = inEditor(async ({ service, rest, credential }) => {
		service.addPromotion({ name: 'Spring sale', phase: 'completed', promotionId: 'spring-1' });
		service.addPromotion({ name: 'Summer preview', phase: 'running', promotionId: 'summer-1' });
		type = new NodeType(await rest.nodeTypes(), `${NODE_TYPE}Trigger`);
		events = type.choicesOf('events');
		const everything = {
			events: events.map(({ value }) => value),
			filters: { nameContains: 'sale' },
			...{ thresholds: THRESHOLDS, options: OPTIONS },
		};
		const trigger = (name: string, parameters: Record<string, unknown>) =>
			rcsNode(name, 'rcsPromotionTrigger', parameters, credential);
		const nodes = [
			trigger(AS_IT_OPENS, {}),
			{ ...trigger(ALL_SET, everything), position: [0, 200] as [number, number] },
		];
		workflow = await rest.createWorkflow({ name: 'Triggers', nodes, connections: {} });
	});

	const shows = async (page: Page, labels: readonly string[]) => {
		for (const label of labels)
			await page.getByTestId('node-parameters').getByText(label, { exact: true }).first().waitFor();
	};

	look('opens with one event and few fields', async (page) => {
		// The whole of a long form in one picture.
		await page.setViewportSize({ width: 1440, height: 2000 });
		await openForm(page, workflow, AS_IT_OPENS);
		await shows(page, ['Poll Times', 'Completed', ...type.labels({})]);
		await screenshot(page, 'trigger form');
	});

	look('says of every event what it means', async (page) => {
		await openForm(page, workflow, AS_IT_OPENS);
		await page.getByTestId('parameter-input-events').click();
		const choices = page.getByRole('option');
		await choices.filter({ hasText: 'Threshold Crossed' }).first().waitFor();
		const texts = (await choices.allInnerTexts()).filter((text) => text.trim() !== '');
		expect(texts.map((text) => text.split('\n')[0])).toEqual(events.map(({ name }) => name));
		for (const text of texts) expect(text.split('\n').length).toBeGreaterThan(1);
		await screenshot(page, 'trigger events');
		await page.keyboard.press('Escape');
	});

	look('shows all events and every option', async (page) => {
		await openForm(page, workflow, ALL_SET);
		const options = type.choicesOf('options').filter(({ name }) => name in OPTIONS);
		expect(options).toHaveLength(Object.keys(OPTIONS).length);
		await shows(page, [...events.map(({ name }) => name), ...options.map(({ displayName }) => displayName)]);
		await screenshot(page, 'trigger form with everything');
	});

	look('gives a sample of every event by Fetch Test Event', async (page, { rest }) => {
		await page.setViewportSize({ width: 1440, height: 900 });
		await openForm(page, workflow, ALL_SET);
		await page.getByTestId('node-execute-button').filter({ hasText: 'Fetch Test Event' }).first().click();
		const output = page.getByTestId('output-panel');
		await output.getByText('isSample').first().waitFor();
		await output.getByText(`${events.length} items`).first().waitFor();
		await screenshot(page, 'trigger samples');
		const [newest] = await rest.listExecutions(workflow.id);
		const { data } = await rest.waitForExecution(newest?.id ?? '');
		const samples = itemsOf(data, ALL_SET).map(({ json }) => json);
		expect(samples.map(({ event }) => event).sort()).toEqual(events.map(({ value }) => value).sort());
		for (const sample of samples) expect(sample).toMatchObject({ isSample: true, name: 'Spring sale' });
	});

	it('throws nothing and asks no other host', () => expect(incidents()).toEqual([]));
});
