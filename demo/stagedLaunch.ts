/** The recipe that sends to five percent first: what goes to whom when all goes well, and that nobody else gets anything when it does not. */
import type { PromotionChange } from '../simulator';
import type { WorkflowNode } from '../tools/n8n/restClient';
import { RecipeRun } from './recipeRun';

const FIRST_PART = 'Launch to the first part';
const REST = 'Launch to the rest';

type Parameters = Record<string, unknown>;

const NONE = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };

/** How the first part fares, and what a person is told of it. */
const UNHAPPY: Record<string, [fate: PromotionChange, told: RegExp]> = {
	'too many failed': [
		{ counters: { ...NONE, attempted: 100, failed: 6, sent: 94, delivered: 90 } },
		/got nothing\. .*first part.*: completed, 6% of attempted failed, 0% of delivered opted out$/,
	],
	'too many opted out': [
		{ counters: { ...NONE, attempted: 100, sent: 100, delivered: 90, optout: 2 } },
		/: completed, 0% of attempted failed, 2\.22% of delivered opted out$/,
	],
	'nobody reached yet': [
		{ counters: { ...NONE, attempted: 100, sent: 100 } },
		/: completed, 0% of attempted failed, \?% of delivered opted out$/,
	],
	'stopped by hand': [{ phase: 'stopped' }, /: stopped, /],
};

export async function runStagedLaunch(run: RecipeRun): Promise<string> {
	const execution = await run.execute();
	run.expect('test phones reached, twice', sizesOf(run), [2, 2]);
	run.expect('people told', run.items(execution, 'Tell someone').length, 0);
	await reachesEachOnce(run);
	const quick = await run.changed('looked at more often', { nodes: run.workflow.nodes.map(lookedAtMoreOften) });
	for (const [what, [fate, told]] of Object.entries(UNHAPPY)) {
		await holdsTheRestBack(new RecipeRun(run.rest, run.service, quick.workflow), what, fate, told);
	}
	return 'sent to 2 of 24 first, then to the rest; held back in 4 cases, each told in Slack';
}

/** As in a published workflow, but started by hand. One of the rest has the number of a person in the first part, written otherwise. */
async function reachesEachOnce(run: RecipeRun): Promise<void> {
	const customers = (run.workflow.pinData?.['Find customers'] ?? []) as object[];
	const again = { json: { id: '5399', properties: { firstname: 'Ada', phone: '001 (555) 010-0301' } } };
	const nodes = run.workflow.nodes.map(lookedAtMoreOften).map(atOnce).map(toEveryone);
	const live = await run.changed('live', { nodes, pinData: { 'Find customers': [...customers, again] } });
	const execution = await live.execute();
	live.expect('people in each launch', sizesOf(live), [2, 22]);
	const [first, rest] = live.items(execution, FIRST_PART).concat(live.items(execution, REST));
	live.expect('outcomes', [first?.outcome, rest?.outcome], ['launched', 'launched']);
	live.expectMatch(
		'recipients of the rest',
		JSON.stringify(rest?.recipients),
		/"rows":25,"ready":22,.*"doNotContact":3/,
	);
}

async function holdsTheRestBack(run: RecipeRun, what: string, fate: PromotionChange, told: RegExp): Promise<void> {
	const id = await run.rest.startManually(run.workflow);
	const { promotionId } = await run.until('first launch', async () => Promise.resolve(run.launches()[0]));
	run.service.update(promotionId, fate);
	const execution = await run.rest.waitForExecution(id);
	const [message] = run.items(execution, 'Tell someone').map(({ text }) => text);
	run.expectMatch(`what a person is told (${what})`, message, told);
	run.expect(`launches (${what})`, run.launches().length, 1);
}

const sizesOf = (run: RecipeRun) => run.launches().map(({ file }) => file?.contents?.rows);

const changed =
	(isMeant: (node: WorkflowNode) => boolean, parametersOf: (before: Parameters) => Parameters) =>
	(node: WorkflowNode): WorkflowNode =>
		isMeant(node) ? { ...node, parameters: { ...node.parameters, ...parametersOf(node.parameters) } } : node;

const lookedAtMoreOften = changed(
	({ name }) => name === 'Wait for the end',
	() => ({ intervalSeconds: 5 }),
);

const atOnce = changed(
	({ name }) => name === 'Let figures come in',
	() => ({ amount: 0 }),
);

/** At any hour, too, since nobody knows when the demo runs, and under a name of its own. */
const toEveryone = changed(
	({ parameters }) => parameters.operation === 'launch',
	({ options, promotionName }) => ({
		sendMode: 'always',
		promotionName: `${String(promotionName)} {{ $execution.id }}`,
		options: { ...(options as Parameters), sendOnlyBetween: undefined },
	}),
);
