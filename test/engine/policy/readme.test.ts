/** README shows what comes out of both nodes. Here the same launch, and the same end of a campaign, are run. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { triggerSetups } from '../trigger/support';
import { setups } from '../support/setup';

const README = readFileSync(resolve(__dirname, '../../../README.md'), 'utf8');
const blocks = [...README.matchAll(/```json\n([^`]+)```/g)].map(([, block = '']) => JSON.parse(block) as IDataObject);
const [launchItem = {}, event = {}] = blocks;

/** Of the values that came out, those that README shows, in their own order. */
function shownOf(real: unknown, shown: unknown): unknown {
	if (typeof real !== 'object' || real === null || Array.isArray(real)) return real;
	const names = Object.keys(real).filter((name) => Object.hasOwn(shown as object, name));
	return Object.fromEntries(
		names.map((name) => [name, shownOf((real as IDataObject)[name], (shown as IDataObject)[name])]),
	);
}

/** Text by text, so that the order counts, too. */
const inOrder = (value: unknown) => JSON.stringify(value, null, '\t');

it('README shows an item of a launch, and an event', () => {
	expect(blocks.map((block) => Object.keys(block)[0])).toEqual(['outcome', 'event']);
});

const { withService } = setups();

withService('a launch gives the item that README shows', async (setup) => {
	const { simulator } = setup;
	const people: INodeExecutionData[] = [
		...Array.from({ length: 96 }, (_, index) => ({ json: { 'First Name': 'Ada', Mobile: `+1415200${1000 + index}` } })),
		{ json: { 'First Name': 'Ada again', Mobile: '+1 415 200 1000' } },
		{ json: { 'First Name': 'Bo', Mobile: '415' } },
		{ json: { 'First Name': 'Cy', Mobile: '' } },
		{ json: { 'First Name': 'Di', Mobile: '+14152005000' } },
	];
	const parameters = {
		recipients: 'inputItems',
		phoneField: 'Mobile',
		nameField: 'First Name',
		promotionName: 'Spring Sale',
		templateName: 'spring_sale',
		templateId: 'tpl-9',
		templateLanguage: 'en',
		cardsMode: 'none',
		options: { doNotContact: '+1 (415) 200-5000' },
	};
	const { json, error } = await setup.run('promotion.launch', parameters, { items: people });
	expect(error).toBeUndefined();
	const [launched] = simulator.promotions();
	expect(json[0]?.promotionId).toBe(launched?.promotionId);
	const shown = shownOf({ ...json[0], promotionId: launchItem.promotionId }, launchItem);
	expect(inOrder(shown)).toBe(inOrder(launchItem));
});

const withTrigger = triggerSetups();

it('a completed campaign gives the event that README shows', async () => {
	await withTrigger({ events: ['completed'] }, {}, async (setup) => {
		setup.add('6650f1c2a1', { name: 'Spring Sale' });
		await setup.boot();
		await setup.poll(0);
		const counters = { attempted: 96, failed: 3, sent: 93, delivered: 90, read: 54, interacted: 18, optout: 1 };
		setup.simulator.update('6650f1c2a1', { phase: 'completed', counters });
		const [real] = await setup.poll();
		const shown = shownOf({ ...real, eventId: event.eventId }, event);
		expect(real?.eventId).toMatch(/^[0-9a-f]{32}$/);
		expect(inOrder(shown)).toBe(inOrder(event));
	});
});
