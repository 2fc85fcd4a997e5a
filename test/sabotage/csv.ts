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
	{
		id: 'csv-line-off',
		promise: 'A bad file names its line, also after values with line breaks',
		edits: [{ file, find: 'line + 1 + lineBreaksIn(values)', by: 'line + 1' }],
		caughtBy: { files, tests: 'faults come after the rows' },
	},
	{
		id: 'csv-unbounded-row',
		promise: 'A quotation mark that is never closed does not fill the memory',
		edits: [{ file, find: 'max_record_size: LONGEST_ROW,', by: '' }],
		caughtBy: { files, tests: 'a row that never ends' },
	},
];
