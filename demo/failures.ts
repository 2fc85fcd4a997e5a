/** What goes wrong by a name, as the tour in docs/recipes.md tells it. */
import type { WorkflowNode } from '../tools/n8n/restClient';
import type { RecipeRun } from './recipeRun';

interface Cards {
	card: Array<{ variables?: { variable: unknown[] } }>;
}

/** The recipe once more, with something else entered in its Launch node. */
const entered = async (run: RecipeRun, what: string, change: (before: WorkflowNode['parameters']) => object) =>
	await run.changed(what, {
		nodes: run.workflow.nodes.map((node) =>
			node.name === 'Launch' ? { ...node, parameters: { ...node.parameters, ...change(node.parameters) } } : node,
		),
	});

export async function failuresByName(run: RecipeRun): Promise<void> {
	const refused: Array<[what: string, change: Parameters<typeof entered>[2], told: RegExp]> = [
		['no such template', () => ({ templateName: 'no_such_template' }), /was not launched .*does not exist/s],
		[
			'a text too few',
			({ cards }) => ({ cards: withoutLastText(cards as Cards) }),
			/was not launched .*takes 2 texts, not 1/s,
		],
	];
	for (const [what, change, told] of refused) {
		const changed = await entered(run, what, change);
		const { message } = await changed.executeToStop();
		changed.expectMatch(`the message (${what})`, message, told);
		changed.expect(`launches (${what})`, changed.launches().length, 0);
	}
	const failing = await entered(run, 'failing', () => ({ promotionName: 'Spring failing' }));
	const people = failing.items(await failing.execute(), 'Report');
	failing.expect('people not reached', people.filter(({ errorReason }) => errorReason !== '').length, 2);
	const late = await entered(run, 'late', () => ({ promotionName: 'Spring late' }));
	const [waited] = late.items(await late.execute(), 'Wait for the end');
	late.expect('how a campaign that the list shows late ends', waited?.outcome, 'completed');
}

const withoutLastText = ({ card: [first, ...others] }: Cards): Cards => ({
	card: [{ ...first, variables: { variable: first?.variables?.variable.slice(0, -1) ?? [] } }, ...others],
});
