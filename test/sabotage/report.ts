import type { Sabotage } from '../../tools/sabotage/types';

const trouble = ['test/engine/report/trouble.test.ts'];
const rows = ['test/engine/report/rows.test.ts'];
const key = ['test/engine/report/key.test.ts'];
const parser = ['test/unit/report/reportParser.test.ts'];

const STREAM = 'nodes/service/reportStream.ts';
const PARSER = 'nodes/RcsPromotion/report/reportParser.ts';
const ITEMS = 'nodes/RcsPromotion/report/rowItems.ts';

export const sabotages: Sabotage[] = [
	{
		id: 'short-report-accepted',
		promise: 'A report whose connection breaks off is refused, never silently short',
		edits: [
			{ file: STREAM, find: '\t\tthrow this.fault;\n\t}\n\n\t/**\n\t * The same', by: '\t}\n\n\t/**\n\t * The same' },
		],
		caughtBy: { files: trouble, tests: 'fewer bytes than announced|a last chunk that never comes|a broken chunk' },
	},
	{
		id: 'last-report-row-dropped',
		promise: 'The last row of a report counts, with or without a line break',
		edits: [{ file: PARSER, find: 'inWords(() => scanner.end());', by: '' }],
		caughtBy: {
			files: [...rows, ...parser],
			tests: 'needs no line break at the end|counts rows and those of another length',
		},
	},
	{
		id: 'unproven-end-proven',
		promise: 'A report is called complete only where that is proven',
		edits: [
			{
				file: STREAM,
				find: 'if (announced !== undefined) return Number(announced) === this.bytesRead;\n\t\treturn endsWithLineBreak && ',
				by: 'return true;\n\t\treturn endsWithLineBreak && ',
			},
		],
		caughtBy: { files: trouble, tests: 'without a marked end|does not take a compressed report' },
	},
	{
		id: 'report-raw-error-key',
		promise: 'A column that the service calls error never becomes a key that n8n takes for a failed item',
		edits: [{ file: 'nodes/RcsPromotion/report/columns.ts', find: "\t['error', 'serviceError'],\n", by: '' }],
		caughtBy: { files: rows, tests: 'none with a key that means a failed item' },
	},
	{
		id: 'page-taken-for-report',
		promise: 'A web page with status 200 is no empty report',
		edits: [
			{
				file: PARSER,
				find: 'if (delimiter === undefined) throw new NotAReport(beginning);',
				by: 'if (delimiter === undefined) return;',
			},
		],
		caughtBy: { files: [...trouble, ...parser], tests: 'a web page that comes|is not a page' },
	},
	{
		id: 'stray-quote-swallows-rows',
		promise: 'A stray quotation mark costs one row, not those behind it',
		edits: [{ file: 'nodes/RcsPromotion/report/csvScanner.ts', find: 'if (hasLineBreak) return LITERAL;', by: '' }],
		caughtBy: { files: parser, tests: 'reads a stray quotation mark' },
	},
	{
		id: 'phone-quoted',
		promise: "Nobody's phone stands in a message",
		edits: [
			{
				file: 'nodes/service/reportFaults.ts',
				find: "text.replace(/\\+?\\p{Nd}(?:[\\s()./-]*\\p{Nd}){4,}/gu, '…')",
				by: 'text',
			},
		],
		caughtBy: { files: trouble, tests: 'quotes nobody and no noise' },
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
	{
		id: 'silence-for-ever',
		promise: 'A service that falls silent in the middle of a report does not hold the execution for ever',
		edits: [{ file: 'nodes/service/silence.ts', find: 'this.giveUp = reject;', by: '' }],
		caughtBy: { files: ['test/unit/service/silence.test.ts'], tests: 'is given up when it was' },
	},
];
