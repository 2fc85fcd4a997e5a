import type { Sabotage } from '../harness/sabotagePatch';

const trouble = ['test/engine/report/trouble.test.ts'];

export const sabotages: Sabotage[] = [
	{
		id: 'short-report-accepted',
		promise: 'A report whose connection breaks off is refused, never silently short',
		edits: [{ file: 'nodes/service/answerBody.ts', find: '\t\t\tthrow this.readError;\n', by: '' }],
		caughtBy: { files: trouble, tests: 'fewer bytes than announced|a last chunk that never comes|a broken chunk' },
	},
	{
		id: 'compare-calls-chance-a-difference',
		promise: 'Compare names a better promotion only if the difference is more than chance',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/statistics/comparison.ts',
				find: 'found.low > 0',
				by: 'found.difference > 0',
			},
		],
		caughtBy: { files: ['test/engine/compare.test.ts'], tests: 'where no difference can be told' },
	},
	{
		id: 'input-handed-on',
		promise: 'Where the credential cannot be used, no item comes out as if it had worked',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/run.ts',
				find: 'const { context } = run;',
				by: 'const { context } = run;\n\tawait run.openClient(itemIndex, false);',
			},
		],
		caughtBy: { files: ['test/engine/promotion.test.ts'], tests: 'gives failed items' },
	},
];
