import type { Sabotage } from '../../tools/sabotagePatch';

const trouble = ['test/engine/report/trouble.test.ts'];
const key = ['test/engine/report/key.test.ts'];

const REPORT = 'nodes/RcsPromotion/report/report.ts';

export const sabotages: Sabotage[] = [
	{
		id: 'short-report-accepted',
		promise: 'A report whose connection breaks off is refused, never silently short',
		edits: [{ file: 'nodes/service/answerBody.ts', find: '\t\t\tthrow this.fault;\n', by: '' }],
		caughtBy: { files: trouble, tests: 'fewer bytes than announced|a last chunk that never comes|a broken chunk' },
	},
	{
		id: 'half-row-handed-on',
		promise: 'A last row that is cut off is no recipient',
		edits: [{ file: REPORT, find: 'throw new UnusableReport(...CUT_OFF);', by: ';' }],
		caughtBy: { files: ['test/unit/report/report.test.ts'], tests: 'never hands out a last row' },
	},
	{
		id: 'input-handed-on',
		promise: 'Where the credential cannot be used, no item comes out as if it had worked',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/run.ts',
				find: 'const { context } = run;',
				by: 'const { context } = run;\n\tawait run.open();',
			},
		],
		caughtBy: { files: ['test/engine/promotion.test.ts'], tests: 'gives failed items' },
	},
	{
		id: 'key-in-hints',
		promise: 'A hint that quotes a report shows no key',
		edits: [{ file: 'nodes/RcsPromotion/itemContext.ts', find: 'this.client.hideKey(text)', by: 'text' }],
		caughtBy: { files: key, tests: 'names the statuses there are without it' },
	},
];
