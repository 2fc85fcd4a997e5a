import type { Sabotage } from '../harness/sabotagePatch';

const SETUP = 'nodes/RcsPromotion/operations/tool/setup.ts';
const setup = 'test/engine/tool/setup.test.ts';

export const sabotages: Sabotage[] = [
	{
		id: 'agents-map-automatically',
		promise: 'A model chooses nobody with a field that no reviewer sees',
		edits: [{ file: SETUP, find: "columns.mappingMode !== 'defineBelow'", by: 'false' }],
		caughtBy: { files: [setup], tests: 'does not map automatically' },
	},
	{
		id: 'agents-undeclared-argument',
		promise: 'What is done does not depend on what a model passes beyond what the tool declares',
		edits: [{ file: SETUP, find: '!SAFE_VARIABLES.test(name) &&', by: 'false &&' }],
		caughtBy: { files: [setup], tests: 'takes its promotion from what is declared alone' },
	},
	{
		id: 'agents-argument-before-declared',
		promise: 'What is done is what the arguments say that a reviewer sees',
		edits: [{ file: SETUP, find: '=== fallback) return;', by: '!== undefined) return;' }],
		caughtBy: { files: [setup], tests: 'takes the place of one that a reviewer sees' },
	},
	{
		id: 'agents-set-a-guard',
		promise: 'A model sets no limit of a launch',
		edits: [{ file: SETUP, find: '(isGuard || !FROM_AI.test(name))', by: '!FROM_AI.test(name)' }],
		caughtBy: { files: [setup], tests: 'refuses ' },
	},
	{
		id: 'agents-launch-without-memory',
		promise: 'Nothing is launched where n8n keeps nothing of a run',
		edits: [
			{
				file: 'nodes/RcsPromotion/launch/stops.ts',
				find: 'memory.isUnavailable ? MEMORY_UNAVAILABLE : undefined',
				by: 'undefined',
			},
		],
		caughtBy: { files: [setup], tests: 'a live launch is refused with the reason' },
	},
	{
		id: 'agents-chat-hub-launches',
		promise: 'Nothing is launched live by n8n’s Chat Hub, whose messages share no memory',
		edits: [{ file: 'nodes/RcsPromotion/launch/memory.ts', find: "context.getMode() === 'chat'", by: 'false' }],
		caughtBy: { files: ['test/engine/launch/trials.test.ts'], tests: 'the mode of Chat Hub' },
	},
	{
		id: 'agents-failure-thrown',
		promise: 'What goes wrong reaches the model of every version of the agent',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/run.ts',
				find: 'if (!hasErrorOutput(context)) return',
				by: 'if (context.continueOnFail()) return',
			},
		],
		caughtBy: { files: ['test/engine/tool/refusals.test.ts'], tests: 'what goes wrong is returned' },
	},
	{
		id: 'agents-first-of-several',
		promise:
			'One person does not get what was meant for another, because n8n gives an agent the first of several items',
		edits: [{ file: SETUP, find: 'if (count < 2) continue;', by: 'if (count > 0) continue;' }],
		caughtBy: { files: [setup], tests: 'does not take a column from a node with several items' },
	},
	{
		id: 'agents-name-of-several-lines',
		promise: 'A name cannot pretend to be another line of what a reviewer reads',
		edits: [
			{ file: 'nodes/RcsPromotion/launch/launchForm.ts', find: '/[\\p{Cc}\\p{Zl}\\p{Zp}]/u.test(name)', by: 'false' },
		],
		caughtBy: { files: ['test/engine/tool/modelReads.test.ts'], tests: 'is what was reviewed' },
	},
	{
		id: 'agents-phones-unasked',
		promise: 'A model gets phone numbers of a report only where the tool is set up to give them',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/report/getAll.ts',
				find: "item.isTool ? FIELDS_WITHOUT_PHONES : 'simplified'",
				by: "item.isTool ? 'simplified' : FIELDS_WITHOUT_PHONES",
			},
		],
		caughtBy: { files: ['test/engine/tool/answers.test.ts'], tests: 'rows of a report that speak to the model' },
	},
	{
		id: 'agents-long-texts',
		promise: 'Texts of others end after 200 characters in what a model reads',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/tool/answer.ts',
				find: 'const LONGEST_TEXT = 200;',
				by: 'const LONGEST_TEXT = 400;',
			},
		],
		caughtBy: { files: ['test/engine/tool/sizes.test.ts'], tests: 'texts of others end after 200' },
	},
];
