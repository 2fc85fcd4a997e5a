import type { Sabotage } from '../../tools/sabotage/types';

const trouble = ['test/engine/report/trouble.test.ts'];
const key = ['test/engine/report/key.test.ts'];

const ITEMS = 'nodes/RcsPromotion/report/rowItems.ts';

export const sabotages: Sabotage[] = [
	{
		id: 'short-report-accepted',
		promise: 'A report whose connection breaks off is refused, never silently short',
		edits: [{ file: 'nodes/service/answerBody.ts', find: '\t\tthrow this.fault;\n', by: '' }],
		caughtBy: { files: trouble, tests: 'fewer bytes than announced|a last chunk that never comes|a broken chunk' },
	},
	{
		id: 'key-in-report-rows',
		promise: 'A report that repeats the key gives no row with it',
		edits: [{ file: ITEMS, find: 'watch.suspects() ? withoutKey(row, hide) : row', by: 'row' }],
		caughtBy: { files: key, tests: 'gives rows without it' },
	},
	{
		id: 'key-across-chunks',
		promise: 'A key that falls apart into two pieces of a report is noticed',
		edits: [{ file: 'nodes/service/keyWatch.ts', find: ' || acrossBorder.includes(needle)', by: '' }],
		caughtBy: { files: ['test/unit/service/keyWatch.test.ts'], tests: 'is always suspected' },
	},
];
