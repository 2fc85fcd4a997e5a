import type { Sabotage } from '../../tools/sabotage/types';

const files = ['test/unit/vendor/csvParse.test.ts'];

export const sabotages: Sabotage[] = [
	{
		id: 'last-csv-row-dropped',
		promise: 'A last row without a line break counts like any other',
		edits: [
			{
				file: 'nodes/vendor/csvParse.ts',
				find: 'if (!this.ended && !this.totals.stopped) this.parse(undefined, true);',
				by: '',
			},
		],
		caughtBy: { files, tests: 'no line break at the end' },
	},
	{
		id: 'csv-line-off',
		promise: 'A bad file names its line, also after values with line breaks',
		edits: [
			{
				file: 'nodes/vendor/csvParse.ts',
				find: 'return this.totals.lines + 1 + (this.engine.info.empty_lines - this.emptyLines);',
				by: 'return this.engine.info.lines;',
			},
		],
		caughtBy: { files, tests: 'faults name the line' },
	},
	{
		id: 'csv-unbounded-row',
		promise: 'A quotation mark that is never closed does not fill the memory',
		edits: [
			{
				file: 'nodes/vendor/csvParse.ts',
				find: 'max_record_size: options.maximumRowBytes ?? defaultMaximumRowBytes,',
				by: '',
			},
		],
		caughtBy: { files, tests: 'a row that never ends' },
	},
];
