/** Whatever a model passes, it gets an answer, and never the key. */
import type { INodeParameters } from 'n8n-workflow';
import { toolAnswer } from '../../harness/tool';
import { resources } from '../../../nodes/RcsPromotion/operations';
import { byId, quickWaits, setups } from '../support/setup';

const { withService } = setups();
quickWaits();

const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.keys(all).map((operation) => [resource, operation] as const),
);
const given = "={{ $fromAI('value') }}";
const parameters: INodeParameters = {
	promotionId: byId(given),
	promotionIds: given,
	filters: { nameContains: given },
	timeoutMinutes: 0.1,
};

withService(
	'no answer to a model holds the key, whatever it passes, and whatever a promotion is called',
	async ({ engine, credentials, simulator }) => {
		const { apiKey } = simulator;
		const { promotionId } = simulator.addPromotion({ name: `Key ${apiKey}`, phase: 'preparation' });
		const { promotionId: other } = simulator.addPromotion({ name: `Other ${apiKey}`, phase: 'completed' });
		const written = [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)];
		const values = ['', promotionId, other, apiKey, `Key ${apiKey}`, JSON.stringify([promotionId, other])];
		for (const [resource, operation] of operations) {
			const filters = resource === 'report' ? { statuses: given } : parameters.filters;
			for (const value of values) {
				const all = { ...parameters, filters, resource, operation } as INodeParameters;
				const said = toolAnswer(await engine.runTool({ credentials, parameters: all, calls: [{ value }] }));
				const leaked = written.some((key) => said.includes(key) || JSON.stringify(JSON.parse(said)).includes(key));
				expect([resource, operation, value, leaked, said.length < 16]).toEqual([
					...[resource, operation, value, false, false],
				]);
			}
		}
	},
);
