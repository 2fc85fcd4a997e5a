import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { rcsNode } from '../../tools/n8n/workflowNodes';
import type { RestClient, SavedCredential } from '../../tools/n8n/restClient';
import { startChatModel, type ChatModel } from './support/chatModel';
import { byId, closeSession, CREDENTIAL_TYPE, LAUNCH, NODE_TYPE, openSession, type Session } from './support/session';

interface Asked {
	rest: RestClient;
	/** Of the service. */
	credential: SavedCredential;
	/** Of the model, which calls the one tool it is offered once. */
	openAi: SavedCredential;
	parameters: Record<string, unknown>;
}

/** They live beside workflows, and run tools without any. */
async function askAgent({ rest, credential, openAi, parameters: nodeParameters }: Asked): Promise<void> {
	const { id: project } = await rest.send<{ id: string }>('GET', '/rest/projects/personal');
	const agents = `/rest/projects/${project}/agents/v2`;
	const credentials = { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } };
	const node = { nodeType: `${NODE_TYPE}Tool`, nodeTypeVersion: 1, nodeParameters, credentials };
	const { id } = await rest.send<{ id: string }>('POST', agents, {
		name: 'Agent',
		schema: {
			name: 'Agent',
			model: 'openai/any',
			credential: openAi.id,
			instructions: 'Do what is asked.',
			tools: [{ type: 'node', name: 'RCS', description: 'Does it', node }],
		},
	});
	const { name, value } = rest.sessionCookie;
	const chat = await fetch(`${rest.baseUrl}${agents}/${id}/chat`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', cookie: `${name}=${value}` },
		body: JSON.stringify({ message: 'Go' }),
		signal: AbortSignal.timeout(60_000),
	});
	await chat.text();
}

/** n8n makes a workflow of its own for each message of a chat, so a node remembers nothing of the message before. */
async function askChatHub({ rest, credential, openAi, parameters }: Asked): Promise<void> {
	await rest.send('PUT', '/rest/chat/enabled', { enabled: true });
	// The scripted model speaks OpenAI's older interface.
	const settings = { provider: 'openai', enabled: true, credentialId: null, allowedModels: [] };
	await rest.send('POST', '/rest/chat/settings', {
		payload: { ...settings, responsesApiEnabled: false, createdAt: new Date().toISOString(), updatedAt: null },
	});
	const id = randomUUID();
	const definition = { ...rcsNode('RCS', 'rcsPromotionTool', parameters, credential), id };
	await rest.send('POST', '/rest/chat/tools', { definition });
	try {
		const sessionId = randomUUID();
		await rest.send('POST', '/rest/chat/conversations/send', {
			messageId: randomUUID(),
			sessionId,
			message: 'Go',
			model: { provider: 'openai', model: 'any' },
			previousMessageId: null,
			credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
			attachments: [],
			timeZone: 'UTC',
		});
		const ended = async () => JSON.stringify(await rest.send('GET', `/rest/chat/conversations/${sessionId}`));
		for (let wait = 0; !(await ended()).includes('"Done"') && wait < 100; wait++) await pause(200);
	} finally {
		await rest.send('DELETE', `/rest/chat/tools/${id}`);
		await rest.send('PUT', '/rest/chat/enabled', { enabled: false });
	}
}

describe.each([
	['n8n Agents', askAgent],
	['n8n Chat Hub', askChatHub],
])('%s', (_, ask) => {
	let session: Session;
	let model: ChatModel;
	let openAi: SavedCredential;
	let given: Record<string, unknown>;
	let heard: string[];

	beforeAll(async () => {
		session = await openSession();
		model = await startChatModel((messages, tools) => {
			const answers = messages.filter(({ role }) => role === 'tool');
			heard.push(...answers.map(({ content }) => String(content)));
			// There are tools of n8n's own besides.
			const tool = tools.find((name) => name.startsWith('RCS'));
			return answers.length > 0 || tool === undefined ? { say: 'Done' } : { tool, arguments: given };
		});
		openAi = await session.rest.createCredential('Scripted', 'openAiApi', { apiKey: 'none', url: model.url });
	});
	afterAll(async () => {
		await model.stop();
		await closeSession(session);
	});

	/** What the model reads after it called the tool. */
	async function answerTo(parameters: Record<string, unknown>, modelGives: Record<string, unknown>) {
		[given, heard] = [modelGives, []];
		await ask({ ...session, openAi, parameters });
		return heard.join();
	}

	it('refuse a launch, and the model reads who can make one', async () => {
		const said = await answerTo({ ...LAUNCH, sendMode: 'always' }, { phone: '+491701234501' });
		expect(said).toMatch(/An AI agent cannot launch.*a person launches it/s);
		expect(session.service.launches()).toEqual([]);
	});

	it.each([
		['promotion', 'stop', /confirmed[\\":]+true/],
		['report', 'summarize', /"Delivered|Delivered[\\"]/],
	])('%s %s works', async (resource, operation, expected) => {
		const phase = operation === 'stop' ? 'preparation' : 'completed';
		const { promotionId } = session.service.addPromotion({ phase, report: { rows: 30 } });
		const asked = { resource, operation, promotionId: byId("={{ $fromAI('promotionId') }}") };
		expect(await answerTo(asked, { promotionId })).toMatch(expected);
	});
});
