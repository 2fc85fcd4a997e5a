/**
 * Before a node has run, n8n's editor shows what it will put out, from a file beside it. The files are what the nodes put out here;
 * `RENEW=yes npm test -- test/engine/policy/schemas` writes them anew.
 */
import { join, resolve } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { schemaOf, type Schema } from './outputSchema';
import { operations } from '../../unit/policy/form';
import { allEvents } from '../../unit/trigger/timeline';
import { sampleEvents, triggerSetups } from '../trigger/support';
import { expectSaved } from '../support/savedText';
import { setups, type Setup } from '../support/setup';
import { examples } from './examples';

const NODES = resolve(__dirname, '../../../nodes');
/** Their keys are the service's own, or those of the contacts. */
const OPEN = new Set([
	...['byStatus', 'byErrorReason', 'byRetryCount', 'byTemplate', 'byLanguage'],
	...['response', 'body', 'fieldsUsed'],
]);
/** Other ways to run an operation, in which it puts out other fields. */
const OTHER_WAYS: Record<string, INodeParameters[]> = { 'promotion.launch': [{ sendMode: 'dryRun' }] };

const { withService, underEveryPersonality } = setups();

function expectSchema(file: string, outputs: readonly unknown[]): void {
	expect(outputs).not.toEqual([]);
	const { type, properties } = schemaOf(outputs, OPEN);
	const schema: Schema & { version: number } = { type, properties, version: 1 };
	expectSaved(join(NODES, file), `${JSON.stringify(schema, null, 2)}\n`);
}

describe.each(operations)('$id', ({ id, resource, operation, definition }) => {
	const outputs: unknown[] = [];
	const run = async (setup: Setup) => {
		const { parameters, items } = (await examples[id]?.prepare(setup)) ?? {};
		for (const other of [{}, ...(OTHER_WAYS[id] ?? [])]) {
			const { error, json } = await setup.run(id, { ...parameters, ...other }, { items });
			expect(error).toBeUndefined();
			outputs.push(...json);
		}
	};

	if (definition.writes) withService('puts something out', run);
	else underEveryPersonality('puts something out', run);

	it('is shown before it has run', () =>
		expectSchema(`RcsPromotion/__schema__/v1.0.0/${resource}/${operation}.json`, outputs));
});

describe('the trigger', () => {
	const withTrigger = triggerSetups();

	it('is known by its events', async () => {
		await withTrigger({}, {}, async (setup) => {
			const counters = { attempted: 20, failed: 1, sent: 19, delivered: 18, read: 9, interacted: 4, optout: 1 };
			setup.add('newest', { phase: 'completed', counters });
			expectSchema(
				'RcsPromotionTrigger/__schema__/v1.0.0/output.json',
				await sampleEvents(setup, { events: allEvents }),
			);
		});
	});
});
