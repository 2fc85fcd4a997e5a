import { byId, closeSession, CREDENTIAL_TYPE, LAUNCH, NODE_TYPE, openSession, type Session } from './support/session';
import { startScriptedModel, type ScriptedModel } from './support/scriptedModel';

const ASKED = '+491701234501';

/** What n8n calls Agents: they live beside workflows, and run tools without any. */
describe('n8n Agents', () => {
	let session: Session;
	let model: ScriptedModel;

	beforeAll(async () => {
		session = await openSession();
		model = await startScriptedModel(session.rest, 'Scripted for agents');
	});
	afterAll(async () => {
		await model.stop();
		await closeSession(session);
	});

	/** What the model reads after it called the tool. */
	async function answerTo(nodeParameters: Record<string, unknown>, modelGives: Record<string, unknown> = {}) {
		const { rest, credential } = session;
		const { id: project } = await rest.send<{ id: string }>('GET', '/rest/projects/personal');
		const agents = `/rest/projects/${project}/agents/v2`;
		const credentials = { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } };
		const { id } = await rest.send<{ id: string }>('POST', agents, {
			name: 'Agent',
			schema: {
				name: 'Agent',
				model: 'openai/any',
				credential: model.credential.id,
				instructions: 'Do what is asked.',
				tools: [
					{
						type: 'node',
						name: 'RCS',
						description: 'Does it',
						node: { nodeType: `${NODE_TYPE}Tool`, nodeTypeVersion: 1, nodeParameters, credentials },
					},
				],
			},
		});
		model.willGive(modelGives);
		const { name, value } = rest.sessionCookie;
		const chat = await fetch(`${rest.baseUrl}${agents}/${id}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', cookie: `${name}=${value}` },
			body: JSON.stringify({ message: 'Go' }),
			signal: AbortSignal.timeout(60_000),
		});
		const events = await chat.text();
		return model.heard().join() || `No answer of the tool: ${events}`;
	}

	it('a launch is refused, and the model reads who can make one', async () => {
		const said = await answerTo({ ...LAUNCH, sendMode: 'always' }, { phone: ASKED });
		expect(said).toMatch(/An AI agent cannot launch.*a person launches it/s);
		expect(session.service.launches()).toEqual([]);
	});

	it('Stop works', async () => {
		const { promotionId } = session.service.addPromotion({ name: 'To stop', phase: 'preparation' });
		const asked = { resource: 'promotion', operation: 'stop', promotionId: byId("={{ $fromAI('promotionId') }}") };
		expect(await answerTo(asked, { promotionId })).toMatch(/confirmed[\\":]+true/);
	});

	it.each([
		['promotion', 'getAll'],
		['report', 'summarize'],
	])('%s %s works', async (resource, operation) => {
		const { promotionId } = session.service.addPromotion({ name: 'To read', phase: 'completed', report: { rows: 3 } });
		const asked = { resource, operation, promotionId: byId("={{ $fromAI('promotionId') }}") };
		expect(await answerTo(asked, { promotionId })).toContain(promotionId);
	});
});
