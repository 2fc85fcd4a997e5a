import type { Sabotage } from '../harness/sabotagePatch';

export const sabotages: Sabotage[] = [
	{
		id: 'agents-launch',
		promise: 'A model launches nothing by this node, however it is set up',
		edits: [{ file: 'nodes/RcsPromotion/operations/promotion/launch.ts', find: '	peopleOnly: true,\n', by: '' }],
		caughtBy: { files: ['test/engine/tool/setup.test.ts'], tests: 'is refused as a tool' },
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
		id: 'agents-phones-unasked',
		promise: 'A model gets phone numbers of a report only where the tool is set up to give them',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/report/getReportRows.ts',
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
				file: 'nodes/RcsPromotion/operations/tool/fitForModel.ts',
				find: 'const LONGEST_TEXT = 200;',
				by: 'const LONGEST_TEXT = 400;',
			},
		],
		caughtBy: { files: ['test/engine/tool/sizes.test.ts'], tests: 'texts of others end after 200' },
	},
];
