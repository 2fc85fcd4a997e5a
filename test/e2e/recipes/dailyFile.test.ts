import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowNode } from '../../../tools/n8n/restClient';
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';
import { shared } from '../support/shared';

/** The data table of the recipes holds this number. */
const OPTED_OUT = '+15550100103';
const EVERY_DAY = { trigger: 'Weekdays at ten' };

describe('Launch an RCS campaign from a CSV file that arrives by itself', () => {
	const recipe = eachTimeAnew('daily-file.json');

	/** By day, whenever this test runs, and without the wait for figures. */
	const byDay = ({ name, parameters }: WorkflowNode): object | undefined => {
		const changes: Record<string, object> = {
			'By day?': { conditions: { ...(parameters.conditions as object), conditions: [] } },
			'Wait for the end': { intervalSeconds: 5 },
			'Let figures come in': { amount: 0 },
		};
		return changes[name];
	};

	/** The recipe, live, with a real file. */
	const withFile = async (rows: string[]): Promise<RecipeRun> => {
		const fileSelector = join(shared().filesFolder, `customers-${rows.length}.csv`);
		if (rows.length > 0) await writeFile(fileSelector, `${rows.join('\n')}\n`);
		const run = await recipe().entered((node) => {
			if (node.name === 'File of today') return { fileSelector };
			return node.parameters.operation === 'launch' ? { sendMode: 'always' } : byDay(node);
		});
		return await run.changed({ pinData: {} });
	};

	it('sends both parts to the test phones from the editor', async () => {
		const run = await recipe().entered(byDay);
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

	it.each([
		['there is no file', [], 'Say that there is no file', /No file\(s\) found/],
		['nobody is in the file', ['Name,Phone'], 'Say that it is empty', /nobody in the file/],
	])('says that %s, and sends nothing', async (_what, rows, node, text) => {
		const run = await withFile(rows);
		const execution = await run.execute(EVERY_DAY);
		expect(run.texts(execution, node)).toEqual([expect.stringMatching(text)]);
		expect(run.launches()).toEqual([]);
	});

	it('sends the rest nothing if the first part goes badly, and says so', async () => {
		const run = await recipe().entered(byDay);
		const stop = (id = '') => run.service.update(id, { phase: 'stopped' });
		const execution = await run.executeWhile(1, stop, EVERY_DAY);
		expect(run.texts(execution, 'Say why not')[0]).toMatch(/got nothing\. .*stopped/);
		expect(run.launches()).toHaveLength(1);
	});
});
