import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { rcsNode } from '../../tools/n8n/workflowNodes';
import { byId, closeSession, LAUNCH, openSession, type Session } from './support/session';
import { startScriptedModel, type ScriptedModel } from './support/scriptedModel';

const ASKED = '+491701234501';

/** n8n makes a workflow of its own for each message of a chat, so a node remembers nothing of the message before. */
describe('n8n Chat Hub', () => {
	let session: Session;
	let model: ScriptedModel;

	beforeAll(async () => {
		session = await openSession();
		const { rest } = session;
		await rest.send('PUT', '/rest/chat/enabled', { enabled: true });
		// The scripted model speaks OpenAI's older interface.
		const openAiSettings = { provider: 'openai', enabled: true, credentialId: null, allowedModels: [] };
		await rest.send('POST', '/rest/chat/settings', {
			payload: { ...openAiSettings, responsesApiEnabled: false, createdAt: new Date().toISOString(), updatedAt: null },
		});
		model = await startScriptedModel(rest, 'Scripted for Chat Hub');
	});
	afterAll(async () => {
		await session.rest.send('PUT', '/rest/chat/enabled', { enabled: false });
		await model.stop();
		await closeSession(session);
	});

	/** Lets the chats of this user use one operation of the node, while `use` runs. */
	async function withTool(parameters: Record<string, unknown>, use: () => Promise<void>) {
		const { rest, credential } = session;
		const id = randomUUID();
		const definition = { ...rcsNode('RCS', 'rcsPromotionTool', parameters, credential), id };
		await rest.send('POST', '/rest/chat/tools', { definition });
		try {
			await use();
		} finally {
			await rest.send('DELETE', `/rest/chat/tools/${id}`);
		}
	}

	/** A person writes one message, and the model calls the tool once. Gives what the model reads then. */
	async function answerTo(modelGives: Record<string, unknown>) {
		model.willGive(modelGives);
		const sessionId = randomUUID();
		await session.rest.send('POST', '/rest/chat/conversations/send', {
			messageId: randomUUID(),
			sessionId,
			message: 'Go',
			model: { provider: 'openai', model: 'any' },
			previousMessageId: null,
			credentials: { openAiApi: { id: model.credential.id, name: model.credential.name } },
			attachments: [],
			timeZone: 'UTC',
		});
		for (let wait = 0; model.heard().length === 0 && wait < 200; wait++) await pause(100);
		if (model.heard().length === 0) {
			throw new Error(JSON.stringify(await session.rest.send('GET', `/rest/chat/conversations/${sessionId}`)));
		}
		return model.heard().join();
	}

	it('refuses a launch, and says who can make one', async () => {
		await withTool({ ...LAUNCH, sendMode: 'always' }, async () => {
			expect(await answerTo({ phone: ASKED })).toMatch(/An AI agent cannot launch.*a person launches it/s);
		});
		expect(session.service.launches()).toEqual([]);
	});

	it('stops the promotion that the model names', async () => {
		const { promotionId } = session.service.addPromotion({ name: 'To stop', phase: 'preparation' });
		const stop = { resource: 'promotion', operation: 'stop', promotionId: byId("={{ $fromAI('promotionId') }}") };
		await withTool(stop, async () => {
			expect(await answerTo({ promotionId })).toMatch(/confirmed[\\":]+true/);
		});
	});
});
