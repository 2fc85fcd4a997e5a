/** Whatever a model passes, it gets an answer, and never the key. */
import type { INodeParameters } from 'n8n-workflow';
import { toolAnswer } from '../../harness/tool';
import { resources } from '../../../nodes/RcsPromotion/operations';
import { fromItems, quickLaunches } from '../launch/support';
import { byId, quickWaits, worlds } from '../support/world';

// With expressions in an isolate, each of the calls takes longer.
jest.setTimeout(180_000);
const { inOneWorld } = worlds();
quickLaunches();
quickWaits();

const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.keys(all).map((operation) => [resource, operation] as const),
);
const given = "={{ $fromAI('value') }}";
const parameters: INodeParameters = {
	...fromItems,
	columns: { mappingMode: 'defineBelow', value: { phone: given } },
	promotionName: given,
	sendMode: 'careful',
	promotionId: byId(given),
	promotionIds: given,
	filters: { nameContains: given },
	timeoutMinutes: 0.1,
};

inOneWorld(
	'no answer of more than 200 odd calls is empty, or holds the key',
	async ({ engine, credentials, simulator }) => {
		const { apiKey } = simulator;
		const { promotionId } = simulator.addPromotion({ name: `Key ${apiKey}`, phase: 'preparation' });
		const { promotionId: other } = simulator.addPromotion({ name: `Other ${apiKey}`, phase: 'completed' });
		const odd = [
			...['', ' ', 'null', '[object Object]', '..', '💥', '0', '-1', '__proto__', '\n', '"}]', '{{ $json }}'],
			...[promotionId, other, apiKey, `Key ${apiKey}`, JSON.stringify([promotionId, other]), 'x'.repeat(5_000)],
		];
		let calls = 0;
		for (const [resource, operation] of operations) {
			const filters = resource === 'report' ? { statuses: given } : parameters.filters;
			for (const value of odd) {
				const all = { ...parameters, filters, resource, operation } as INodeParameters;
				const said = toolAnswer(await engine.runTool({ credentials, parameters: all, calls: [{ value }] }));
				calls++;
				const name = [resource, operation, value];
				expect([...name, said.length > 15]).toEqual([...name, true]);
				for (const key of [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)]) {
					expect(said).not.toContain(key);
					expect(JSON.stringify(JSON.parse(said))).not.toContain(key);
				}
				expect([...name, said.length / 4 < (/getAll|findInvalid/.test(operation) ? 5_000 : 1_000)]).toEqual([
					...name,
					true,
				]);
			}
		}
		expect(calls).toBeGreaterThanOrEqual(200);
	},
);
