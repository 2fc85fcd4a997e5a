/** A model reads, stops and cancels. It launches nothing by this node, and handles no contacts, however the tool is set up. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callInAgents, toolAnswer } from '../../harness/tool';
import { byId, quickWaits, setups, type Setup } from '../support/setup';
import { fromItems, fromList, OWN, quickLaunches, writes } from '../launch/support';

const { withService } = setups();
quickLaunches();
quickWaits();

const PHONE = '+491701234501';
const launch: INodeParameters = {
	...{ resource: 'promotion', operation: 'launch', ...fromItems, nameField: '' },
	promotionName: "={{ $fromAI('name') }}",
};
const given: IDataObject = { name: 'Offer', phone: PHONE };
const REFUSED = 'An AI agent cannot launch, or handle contacts';

describe('what only people may do', () => {
	const setUps: INodeParameters[] = [
		...['always', 'careful', 'dryRun'].map((sendMode) => ({ ...launch, sendMode })),
		{ ...launch, testPhones: OWN.join() },
		{ ...launch, ...fromList, sendMode: 'always' },
	];

	describe.each(['request', 'subNode'] as const)('is refused as a tool (%s)', (way) => {
		withService.each(setUps)('%j', async (setup, parameters) => {
			for (const mode of ['manual', 'trigger', 'agent', 'chat']) {
				const { engine, credentials } = setup;
				const said = toolAnswer(await engine.runTool({ way, credentials, parameters, mode, calls: [given] }));
				expect(said).toContain(REFUSED);
				expect(said).toContain('Tell the person what you propose; a person launches it.');
				expect(said).not.toMatch(/'Send To'|Everyone, Always/);
			}
			expect(setup.simulator.requests()).toEqual([]);
		});
	});

	withService.each(['check', 'findInvalid'])('is refused as a tool: %s', async (setup, operation) => {
		const { engine, credentials } = setup;
		const parameters = { ...launch, resource: 'contactList', operation };
		const said = toolAnswer(await engine.runTool({ credentials, parameters, calls: [given] }));
		expect(JSON.parse(said)).toEqual([{ error: expect.any(String) as string, advice: expect.any(String) as string }]);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('is refused where nothing of a run is kept, too', async (setup) => {
		const { engine, credentials } = setup;
		for (const sendMode of ['always', 'dryRun']) {
			const parameters = { ...launch, sendMode };
			expect(JSON.stringify(await callInAgents(engine, { credentials, parameters, given }))).toContain(REFUSED);
		}
		expect(setup.simulator.requests()).toEqual([]);
	});
});

describe('in n8n Agents', () => {
	const inAgents = async ({ engine, credentials }: Setup, parameters: INodeParameters) =>
		JSON.stringify(await callInAgents(engine, { credentials, parameters, given: {} }));

	withService('Stop, Cancel and reads work', async (setup) => {
		const { simulator } = setup;
		const [one, two] = [1, 2].map(() => simulator.addPromotion({ phase: 'preparation' }).promotionId);
		const of = (operation: string, id?: string) => ({
			resource: 'promotion',
			operation,
			...(id === undefined ? {} : { promotionId: byId(id) }),
		});
		expect(await inAgents(setup, of('stop', one))).toContain('"confirmed":true');
		expect(await inAgents(setup, of('cancel', two))).toContain('"confirmed":true');
		expect(await inAgents(setup, of('getAll'))).toContain(one);
		expect(await inAgents(setup, { ...of('get', one), resource: 'statistics' })).toContain('attempted');
		expect(writes(setup).map(({ endpoint }) => endpoint)).toEqual(['patch', 'patch']);
	});
});
