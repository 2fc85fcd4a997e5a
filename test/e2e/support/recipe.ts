import type { CountersAre } from '../../../simulator';
import { createExample, readExample, SIGN_IN, withoutAccounts } from '../../../demo/examples';
import { ensureCredential } from '../../../demo/credential';
import { startScene, TROUBLE_BY_NAME } from '../../../demo/scene';
import { RestClient, type WorkflowJson } from '../../../tools/n8n/restClient';
import { RecipeRun } from './recipeRun';
import { shared } from './shared';

/** What opens the form and the chat of a recipe. */
export const SIGNED_IN = {
	authorization: `Basic ${Buffer.from(`${SIGN_IN.user}:${SIGN_IN.password}`).toString('base64')}`,
};

/** What each kind of node says or sends to the account that it has elsewhere. */
const SENT: Record<string, string[]> = {
	'n8n-nodes-base.emailSend': ['toEmail', 'subject', 'html'],
	'n8n-nodes-base.slack': ['text'],
	'n8n-nodes-base.twilio': ['to', 'message'],
};

const IN_A_HURRY = {
	durations: { preparationMs: 1_000, runningMs: 2_000, tailMs: 0 },
	byName: { ...TROUBLE_BY_NAME, late: { listedAfterMs: 6_000 } },
};

/**
 * A recipe as a person imports it, new before each test, with the campaigns of the demo at a simulated service of its own. n8n and its
 * data tables are those of all tests. By default the service counts each message once: a recipe that took bare counters for how far
 * messages came would be found out.
 */
export function eachTimeAnew(file: string, countersAre: CountersAre = 'separate'): () => RecipeRun {
	let run: RecipeRun | undefined;
	beforeEach(async () => {
		const { baseUrl, owner } = shared();
		const rest = new RestClient(baseUrl);
		await rest.signIn(owner);
		const service = await startScene({ ...IN_A_HURRY, countersAre });
		try {
			const example = await readExample(file, await ensureCredential(rest, service));
			run = new RecipeRun(rest, service, await createExample(rest, withSinks(example)));
		} catch (thrown) {
			await service.stop();
			throw thrown;
		}
	});
	afterEach(async () => {
		await run?.service.stop();
		run = undefined;
	});
	return () => {
		if (!run) throw new Error(`The recipe ${file} is there only while a test runs.`);
		return run;
	};
}

/** A node of the same name and settings puts out what would have been sent elsewhere, its expressions filled in. */
const withSinks = (workflow: WorkflowJson): WorkflowJson =>
	withoutAccounts(workflow, ({ type, parameters, ...node }) => ({
		...node,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			includeOtherFields: true,
			assignments: {
				assignments: (SENT[type] ?? []).map((name) => ({
					id: name,
					name,
					value: parameters[name],
					type: 'string',
				})),
			},
			options: {},
		},
	}));
