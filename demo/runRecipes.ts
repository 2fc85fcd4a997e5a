import type { Simulator } from '../simulator';
import { startChatModel } from './chatModel';
import type { RestClient, SavedCredential } from '../tools/n8n/restClient';
import type { Steps } from './steps';
import { scripted } from './chat';
import { createExamples, withCredential, withSinks } from './examples';
import { RecipeRun } from './recipeRun';
import { recipeRuns } from './recipes';

const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

export interface Kitchen {
	rest: RestClient;
	service: Simulator;
	credential: SavedCredential;
	steps: Steps;
}

/** Runs each recipe in the real n8n, as a person would start it, and prints what came of it. */
export async function runRecipes({ rest, service, credential, steps }: Kitchen): Promise<void> {
	const model = await startChatModel(scripted);
	const rows: Array<Record<string, unknown>> = [];
	try {
		const openAi = await rest.createCredential('Model', 'openAiApi', { apiKey: 'none', url: model.url });
		const workflows = await createExamples(rest, credential, (workflow) =>
			withCredential(withSinks(workflow), openAi, ({ type }) => type === MODEL),
		);
		for (const { file, run, countersAre } of recipeRuns) {
			if (service.settings().countersAre !== countersAre) {
				service.configure({ countersAre });
				for (const { promotionId } of service.promotions()) service.remove(promotionId);
			}
			const workflow = workflows.get(file);
			if (workflow === undefined) throw new Error(`examples/${file} is not there.`);
			const began = performance.now();
			const result = await steps.next(
				`Run "${workflow.name}"${countersAre === 'separate' ? ', each message counted once' : ''}`,
				async () => await run(new RecipeRun(rest, service, workflow)),
			);
			const seconds = Math.round((performance.now() - began) / 100) / 10;
			rows.push({ recipe: file.replace('.json', ''), counters: countersAre, seconds, result });
		}
	} finally {
		await model.stop();
		console.table(rows);
	}
}
