import type { RestClient, SavedCredential } from '../../../tools/n8n/restClient';
import { startChatModel } from './chatModel';

/** A model that calls the one tool it is offered once for each message of a person, and the credential that leads to it. */
export interface ScriptedModel {
	credential: SavedCredential;
	/** What the model gives to the tool from now on. Forgets what it read. */
	willGive(toolArguments: Record<string, unknown>): void;
	/** What the tool answered since. */
	heard(): string[];
	stop(): Promise<void>;
}

export async function startScriptedModel(rest: RestClient, name: string): Promise<ScriptedModel> {
	let given: Record<string, unknown> = {};
	let heard: string[] = [];
	const model = await startChatModel((messages, tools) => {
		const asked = messages.map(({ role }) => role).lastIndexOf('user');
		const answers = messages.slice(asked).filter(({ role }) => role === 'tool');
		heard.push(...answers.map(({ content }) => String(content)));
		// n8n Agents have tools of their own besides.
		const tool = tools.find((tool) => tool.startsWith('RCS'));
		return answers.length > 0 || tool === undefined ? { say: 'Done' } : { tool, arguments: given };
	});
	const credential = await rest.createCredential(name, 'openAiApi', { apiKey: 'none', url: model.url });
	return {
		credential,
		willGive: (toolArguments) => {
			given = toolArguments;
			heard = [];
		},
		heard: () => heard,
		stop: model.stop,
	};
}
