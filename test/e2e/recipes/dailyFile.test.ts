import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowNode } from '../../../tools/n8n/restClient';
import { COUNTINGS, eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';
import { shared } from '../support/shared';

/** The data table of the recipes holds this number. */
const OPTED_OUT = '+15550100103';
const EVERY_DAY = { trigger: 'Weekdays at ten' };

describe.each(COUNTINGS)('Launch an RCS campaign from a CSV file that arrives by itself, $where', ({ countersAre }) => {
	const recipe = eachTimeAnew('daily-file.json', countersAre);

	/** By day, whenever this test runs, and without the wait for figures. */
	const byDay = ({ name, ...node }: WorkflowNode): WorkflowNode => {
		const changes: Record<string, object> = {
			'By day?': { conditions: { ...(node.parameters.conditions as object), conditions: [] } },
			'Wait for the end': { ...node.parameters, intervalSeconds: 5 },
			'Let figures come in': { ...node.parameters, amount: 0 },
		};
		return { ...node, name, parameters: { ...node.parameters, ...changes[name] } };
	};

	/** The recipe, live, with a real file. */
	const withFile = async (rows: string[]): Promise<RecipeRun> => {
		const path = join(shared().filesFolder, `customers-${countersAre}-${rows.length}.csv`);
		if (rows.length > 0) await writeFile(path, `${rows.join('\n')}\n`);
		const nodes = recipe()
			.workflow.nodes.map(byDay)
			.map((node) => {
				const { operation } = node.parameters;
				if (node.name === 'File of today') return { ...node, parameters: { fileSelector: path, options: {} } };
				return operation === 'launch' ? { ...node, parameters: { ...node.parameters, sendMode: 'always' } } : node;
			});
		return await recipe().changed('with a file', { nodes, pinData: {} });
	};

	it('sends both parts to the test phones from the editor', async () => {
		const run = await recipe().changed('by day', { nodes: recipe().workflow.nodes.map(byDay) });
		const execution = await run.execute(EVERY_DAY);
		expect(run.sizes()).toEqual([2, 2]);
		expect(run.items(execution, 'Launch to the rest')).toMatchObject([{ recipients: { rows: 24, doNotContact: 3 } }]);
	});

	it('sends to each person in the file once, and to none who has opted out', async () => {
		const phones = Array.from({ length: 23 }, (_, index) => `+1555010${4000 + index}`);
		const again = `001 (555) 010-${4000}`;
		const run = await withFile(['Name,Phone', ...[...phones, OPTED_OUT, again].map((phone) => `Ada,${phone}`)]);
		const execution = await run.execute(EVERY_DAY);
		expect(run.items(execution, 'Launch to the first part')).toMatchObject([{ recipients: { rows: 2, ready: 2 } }]);
		expect(run.items(execution, 'Launch to the rest')).toMatchObject([
			{ recipients: { rows: 25, ready: 21, duplicatesRemoved: 1, doNotContact: 3 } },
		]);
		expect(run.sizes()).toEqual([2, 21]);
	});

	it('says that there is no file, and sends nothing', async () => {
		const run = await withFile([]);
		const execution = await run.execute(EVERY_DAY);
		expect(run.texts(execution, 'Say that there is no file')).toEqual([expect.stringMatching(/No file\(s\) found/)]);
		expect(run.launches()).toEqual([]);
	});

	it('says that nobody is in the file, and sends nothing', async () => {
		const run = await withFile(['Name,Phone']);
		const execution = await run.execute(EVERY_DAY);
		expect(run.texts(execution, 'Say that it is empty')).toEqual([expect.stringMatching(/nobody in the file/)]);
		expect(run.launches()).toEqual([]);
	});

	it('sends the rest nothing if the first part goes badly, and says so', async () => {
		const run = await recipe().changed('by day', { nodes: recipe().workflow.nodes.map(byDay) });
		const id = await run.rest.startManually(run.workflow, EVERY_DAY);
		const { promotionId } = await run.until('first launch', async () => Promise.resolve(run.launches()[0]));
		run.service.update(promotionId, { phase: 'stopped' });
		const execution = await run.rest.waitForExecution(id);
		expect(run.texts(execution, 'Say why not')[0]).toMatch(/got nothing\. .*stopped/);
		expect(run.launches()).toHaveLength(1);
	});
});
