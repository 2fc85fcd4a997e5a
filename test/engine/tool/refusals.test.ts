/** After a refusal, a model knows what to do next, and nothing that is not known. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toolAnswer } from '../../harness/tool';
import { writes } from '../launch/support';
import { byId, quickWaits, worlds, type World } from '../support/world';

const { inOneWorld } = worlds();
quickWaits();

const answer = async (
	{ engine, credentials }: World,
	name: string,
	parameters: INodeParameters,
	given: IDataObject,
) => {
	const [resource = '', operation = ''] = name.split('.');
	return toolAnswer(
		await engine.runTool({ credentials, parameters: { resource, operation, ...parameters }, calls: [given] }),
	);
};
const changes = ['promotion.stop', 'promotion.cancel'];
const declared: INodeParameters = {
	promotionId: byId("={{ $fromAI('id') }}"),
	expectedName: "={{ $fromAI('name') }}",
};

inOneWorld.each(changes)('%s does not say that an unknown promotion goes on sending', async (world, operation) => {
	const { promotionId } = declared as { promotionId: INodeParameters };
	const said = await answer(world, operation, { promotionId }, { id: 'unknown' });
	expect(said).toContain('does not know promotion unknown');
	expect(said).not.toMatch(/goes on|once more|at once/);
	expect(said).toContain('Find its promotionId with a tool that lists promotions');
});

inOneWorld.each(changes)('%s says that a promotion which is already sending goes on', async (world, operation) => {
	const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale', phase: 'running' });
	const said = await answer(world, operation, declared, { id: promotionId, name: 'Spring Sale' });
	expect(said).toContain('The service refused to');
	expect(said).toContain('Tell the person at once. If it is already sending, it goes on');
});

inOneWorld.each(changes)('%s of a promotion with another name changes nothing and asks', async (world, operation) => {
	const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale', phase: 'preparation' });
	const other = await answer(world, operation, declared, { id: promotionId, name: 'Summer Sale' });
	expect(other).toContain('it is named \\"Spring Sale\\"');
	expect(other).toContain('Nothing was changed. Tell the person this, and ask which promotion they mean.');
	const none = await answer(world, operation, declared, { id: promotionId, name: '' });
	expect(none).toContain('Nothing was changed. Pass the name that goes with the promotionId');
	expect(`${other} ${none}`).not.toMatch(/goes on/);
	expect(writes(world)).toEqual([]);
});

inOneWorld.each(changes)('%s of an argument that makes no sense says nothing of sending', async (world, operation) => {
	const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale', phase: 'preparation' });
	const said = await answer(world, operation, declared, { id: promotionId, name: '[object Object]' });
	expect(said).toContain('Nothing was done. Call again with the arguments');
	expect(said).not.toMatch(/goes on|at once/);
	expect(writes(world)).toEqual([]);
});

inOneWorld('what is required is not offered to be left out', async (world) => {
	const said = await answer(
		world,
		'statistics.compare',
		{ promotionIds: "={{ $fromAI('ids') }}" },
		{ ids: [{}, { a: 1 }] },
	);
	expect(said).toContain('[object Object]');
	expect(said).not.toContain('leave it out');
});

/** Older agents hand on nothing of what a tool throws. */
inOneWorld.each(['request', 'subNode'] as const)(
	'what goes wrong is returned, and people see it (%s)',
	async (world, way) => {
		const { engine, credentials } = world;
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale', phase: 'running' });
		const parameters = { resource: 'promotion', operation: 'stop', promotionId: byId("={{ $fromAI('id') }}") };
		const result = await engine.runTool({ way, credentials, parameters, calls: [{ id: promotionId }] });
		expect(JSON.parse(toolAnswer(result))).toEqual([
			{
				error: expect.stringContaining('was not stopped') as string,
				advice: expect.stringContaining('Tell the person') as string,
			},
		]);
		expect(result.error).toBeUndefined();
		if (way === 'request')
			expect(result.hints).toContainEqual(
				expect.objectContaining({ message: expect.stringContaining('was not stopped') as string, type: 'warning' }),
			);
		expect(warn.mock.calls.filter(([text]) => String(text).includes('was not stopped'))).toHaveLength(1);
		warn.mockRestore();
	},
);

inOneWorld('an address without the service is not an ID to look for', async (world) => {
	world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 404 } });
	const said = await answer(world, 'promotion.getAll', {}, {});
	expect(said).not.toContain('promotionId');
	expect(said).toContain('Tell the person that someone who manages this workflow has to look into it.');
});

inOneWorld.each([
	{ message: 'has no column Error', body: 'Name,Phone\nAnn,1\n', mayHelp: false },
	{ message: 'more than a megabyte', body: `Name,Error\n${'x,'.repeat(2000)}\n`, mayHelp: false },
	{ message: 'The report ended early', body: 'Name,Error\nAnn', mayHelp: true },
])('a report is asked for again only if that may help: $message', async (world, { message, body, mayHelp }) => {
	const { promotionId } = world.simulator.addPromotion({ phase: 'completed' });
	const fault = { kind: 'status' as const, status: 200, body, contentType: 'text/csv' };
	world.simulator.misbehave({ endpoint: 'report', fault });
	const filters = { errorReason: 'with' };
	const said = await answer(world, 'report.getAll', { promotionId: byId(promotionId), filters }, {});
	expect(said).toContain(message);
	expect(said).toContain(mayHelp ? 'Try once more in 1 minute' : 'Tell the person that someone who manages this');
});

inOneWorld('nothing suggests to correct a phone number', async (world) => {
	const columns = { mappingMode: 'defineBelow', value: { phone: "={{ $fromAI('phone') }}" } };
	for (const phone of ['0170 1234', '+4917O1234501', '4.9E+11', '', '+49 30 1234567']) {
		for (const operation of ['contactList.check', 'contactList.findInvalid']) {
			const said = await answer(world, operation, { columns }, { phone });
			expect(said).not.toMatch(/advice|country code|Replace the letter|'Country'|Fill it in/);
		}
	}
});
