/** After a refusal, a model knows what to do next, and nothing that is not known. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { toolAnswer } from '../../harness/tool';
import { byId, quickWaits, setups } from '../support/setup';
import { answer } from './support';

const { withService } = setups();
quickWaits();

/** Older agents hand on nothing of what a tool throws. */
withService.each(['request', 'subNode'] as const)(
	'what goes wrong is returned, and people see it (%s)',
	async (setup, way) => {
		const { engine, credentials } = setup;
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const { promotionId } = setup.simulator.addPromotion({ name: 'Spring Sale', phase: 'running' });
		const parameters = { resource: 'promotion', operation: 'stop', promotionId: byId("={{ $fromAI('id') }}") };
		const result = await engine.runTool({ way, credentials, parameters, calls: [{ id: promotionId }] });
		expect(JSON.parse(toolAnswer(result))).toEqual([
			{
				error: expect.stringContaining('could not be stopped') as string,
				advice: expect.stringContaining('Tell the person') as string,
			},
		]);
		expect(result.error).toBeUndefined();
		if (way === 'request')
			expect(result.hints).toContainEqual(
				expect.objectContaining({
					message: expect.stringContaining('could not be stopped') as string,
					type: 'warning',
				}),
			);
		expect(warn.mock.calls.filter(([text]) => String(text).includes('could not be stopped'))).toHaveLength(1);
		warn.mockRestore();
	},
);

withService.each([
	{ message: 'has no column Error', body: 'Name,Phone\nAnn,1\n', advice: 'Call again without this filter' },
	{
		message: 'more than a megabyte',
		body: `Name,Error\n${'x,'.repeat(2000)}\n`,
		advice: 'Tell the person that someone',
	},
	{ message: 'The report ended early', body: 'Name,Error\nAnn', advice: 'Try once more in 1 minute' },
])('a report is asked for again only if that may help: $message', async (setup, { message, body, advice }) => {
	const { promotionId } = setup.simulator.addPromotion({ phase: 'completed' });
	const fault = { kind: 'status' as const, status: 200, body, contentType: 'text/csv' };
	setup.simulator.addFault({ endpoint: 'report', fault });
	const filters = { errorReason: 'with' };
	const said = await answer(setup, 'report.getAll', { promotionId: byId(promotionId), filters }, {});
	expect(said).toContain(message);
	expect(said).toContain(advice);
});
