import type { Sabotage } from '../../tools/sabotage/types';

const files = ['test/unit/vendor/csvParse.test.ts'];
const file = 'nodes/vendor/csvParse.ts';

export const sabotages: Sabotage[] = [
	{
		id: 'last-csv-row-dropped',
		promise: 'A last row counts like any other',
		edits: [{ file, find: '	yield portion;\n	if (fault)', by: '	if (fault)' }],
		caughtBy: { files, tests: 'no line break at the end' },
	},
];
