/** The recipe that compares two campaigns: who gets which, which one the rest get, and that they get none when it is not certain. */
import { isDeepStrictEqual } from 'node:util';
import type { PromotionChange } from '../simulator';
import type { WorkflowNode } from '../tools/n8n/restClient';
import type { FinishedExecution } from '../tools/n8n/restClient';
import { RecipeRun } from './recipeRun';

const NOTHING = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };
const COUNTERS = { ...NOTHING, attempted: 5000, sent: 5000, delivered: 5000, read: 1850 };
const completed = (counters: object): PromotionChange => ({
	phase: 'completed',
	counters: { ...COUNTERS, ...counters },
});

/** How B fares beside A, and what a person is told. */
const UNHAPPY: Record<string, [fate: PromotionChange, told: RegExp]> = {
	'no difference': [completed({ read: 1851 }), /got nothing\. No difference can be told in the share read/],
	'nothing attempted': [completed(NOTHING), /No verdict on the share read .* has no attempted messages/],
	'stopped by hand': [{ ...completed({ read: 2100 }), phase: 'stopped' }, /more often[^]*Not over yet, so/],
};

export async function runAbTest(run: RecipeRun): Promise<string> {
	const execution = await run.execute();
	run.expect('test phones reached, twice', sizesOf(run), [2, 2]);
	run.expect('people told', run.items(execution, 'Tell someone').length, 1);
	const customers = (run.workflow.pinData?.['Find customers'] ?? []) as Array<{ json: { properties: object } }>;
	const elsewhere = customers.map(({ json }) => ({ json: json.properties }));
	const uncorrected = await run.changed('phone field not corrected', { pinData: { 'Find customers': elsewhere } });
	await uncorrected.execute();
	uncorrected.expect('launches where the phone field was not corrected', uncorrected.launches().length, 0);
	// Somebody is in the CRM twice, and the second time the number is written otherwise.
	const again = { json: { id: '5399', properties: { firstname: 'Ada', phone: '001 (555) 010-0301' } } };
	const withoutPhone = { json: { id: '5400', properties: { firstname: 'Ben' } } };
	const nodes = run.workflow.nodes.map(live);
	const pinData = { 'Find customers': [...customers, again, withoutPhone] };
	const { workflow } = await run.changed('live', { nodes, pinData });
	const next = () => new RecipeRun(run.rest, run.service, workflow);

	const happy = next();
	const done = await decided(happy, completed({ read: 2100 }));
	const sizes = sizesOf(happy);
	happy.expect(
		'people in all launches',
		sizes.reduce<number>((sum, rows) => sum + Number(rows), 0),
		customers.length,
	);
	// The parts hold five each. Ada is in both, her number written in two ways, and gets one message.
	happy.expect('people in each part', sizes, [5, 4, customers.length - 9]);
	const [a, b, rest] = happy.launches().map(({ body }) => body.template);
	happy.expect('the template of the rest', rest, b);
	happy.expect('whether A sent the same', isDeepStrictEqual(a, b), false);
	const [told] = happy.items(done, 'Say which one it was').map(({ text }) => text);
	happy.expectMatch(
		'what a person is told',
		told,
		/B( \d+)?" was read more often than .*A( \d+)?": 42% against 37% of attempted messages, \+5 points/,
	);

	for (const [what, [fate, expected]] of Object.entries(UNHAPPY)) {
		const unhappy = next();
		const held = await decided(unhappy, fate);
		const [message] = unhappy.items(held, 'Tell someone').map(({ text }) => text);
		unhappy.expectMatch(`what a person is told (${what})`, message, expected);
		unhappy.expect(`launches (${what})`, unhappy.launches().length, 2);
	}
	return `${sizes.join(' and ')} people; B was better; held back in 3 cases, each told in Slack`;
}

/** Lets A complete, and B fare as given, while the workflow waits. */
async function decided(run: RecipeRun, fateOfB: PromotionChange): Promise<FinishedExecution> {
	const id = await run.rest.startManually(run.workflow);
	const [a, b] = await run.until('both launches', async () => {
		const launches = run.launches();
		return Promise.resolve(launches.length >= 2 ? launches : undefined);
	});
	run.service.update(a?.promotionId ?? '', completed({}));
	run.service.update(b?.promotionId ?? '', fateOfB);
	return await run.rest.waitForExecution(id);
}

const sizesOf = (run: RecipeRun) => run.launches().map(({ file }) => file?.contents?.rows);

/** As in a published workflow, but started by hand, at any hour, with names and repeats as they come, and a wait of seconds. */
function live(node: WorkflowNode): WorkflowNode {
	const { parameters, name } = node;
	if (name === 'Let figures come in') return { ...node, parameters: { amount: 4, unit: 'seconds' } };
	if (parameters.operation !== 'launch') return node;
	const { sendOnlyBetween: _, ...options } = parameters.options as Record<string, unknown>;
	const promotionName = `${String(parameters.promotionName)} {{ $execution.id }}`;
	const again = { ...options, refuseRepeatsWithinHours: 0 };
	return { ...node, parameters: { ...parameters, promotionName, sendMode: 'always', options: again } };
}
