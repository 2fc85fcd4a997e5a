import type { Sabotage } from '../../tools/sabotage/types';

const trouble = ['test/engine/report/trouble.test.ts'];
const rows = ['test/engine/report/rows.test.ts'];
const key = ['test/engine/report/key.test.ts'];
const pure = ['test/unit/report/reportParser.test.ts', 'test/unit/report/rows.test.ts'];

export const sabotages: Sabotage[] = [
	{
		id: 'short-report-accepted',
		promise: 'A report whose connection breaks off is refused, never silently short',
		edits: [
			{
				file: 'nodes/service/reportStream.ts',
				find: '		throw this.fault;\n	}\n\n	/**\n	 * The same',
				by: '	}\n\n	/**\n	 * The same',
			},
		],
		caughtBy: { files: trouble, tests: 'fewer bytes than announced|a last chunk that never comes|a broken chunk' },
	},
	{
		id: 'cut-row-accepted',
		promise: 'A report whose last row is cut in half is refused',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/reportParser.ts',
				find: "throw cutOff('its last row is cut off');",
				by: 'return;',
			},
		],
		caughtBy: { files: [...trouble, ...pure], tests: 'cut in half|with fewer values' },
	},
	{
		id: 'last-report-row-dropped',
		promise: 'The last row of a report counts, with or without a line break',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/reportParser.ts',
				find: 'this.scan(() => this.scanner?.end());',
				by: '',
			},
		],
		caughtBy: {
			files: [...rows, ...pure],
			tests: 'needs no line break at the end|counts rows and those of another length',
		},
	},
	{
		id: 'report-error-key',
		promise: 'The Error column never becomes a top-level key that n8n takes for a failed item',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/rowItems.ts',
				find: 'errorReason: text(row, error),',
				by: 'error: text(row, error),',
			},
		],
		caughtBy: { files: rows, tests: 'gives every recipient as a typed row' },
	},
	{
		id: 'report-raw-error-key',
		promise: 'A column that the service calls error is renamed in raw rows',
		edits: [{ file: 'nodes/RcsPromotion/report/columns.ts', find: "	['error', 'serviceError'],\n", by: '' }],
		caughtBy: { files: [...rows, ...pure], tests: 'none with a key that means a failed item|never a key that n8n' },
	},
	{
		id: 'report-read-twice',
		promise: 'A report that began to arrive is not asked for again',
		edits: [
			{
				file: 'nodes/service/client.ts',
				find: 'fault instanceof BrokenOff && body.bytesRead === 0',
				by: 'fault instanceof BrokenOff',
			},
		],
		caughtBy: { files: trouble, tests: 'fewer bytes than announced' },
	},
	{
		id: 'page-taken-for-report',
		promise: 'A web page with status 200 is no empty report',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/reportParser.ts',
				find: 'if (delimiter === undefined) throw new NotAReport(beginning);',
				by: 'if (delimiter === undefined) return;',
			},
		],
		caughtBy: { files: [...trouble, ...pure], tests: 'a web page that comes|is not a page' },
	},
	{
		id: 'phone-neutralized',
		promise: 'Formulas are neutralised everywhere but in the phone',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/rowItems.ts',
				find: 'phone: phoneText,',
				by: 'phone: phoneText === null ? null : safe(phoneText),',
			},
		],
		caughtBy: { files: [...rows, ...pure], tests: 'neutralises formulas|never touches the phone' },
	},
	{
		id: 'uncertain-end-unsaid',
		promise: 'Where completeness cannot be proven a hint says so',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/report/fields.ts',
				find: 'if (!isUncertain) return;',
				by: 'if (!isUncertain || promotionId !== "") return;',
			},
		],
		caughtBy: { files: trouble, tests: 'without a marked end' },
	},
	{
		id: 'shared-string-mistaken',
		promise: 'Values that repeat share a string, values that differ do not',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/csvScanner.ts',
				find: 'bytes !== undefined && this.isAt(bytes, start, end)',
				by: 'bytes !== undefined && bytes.length === end - start',
			},
		],
		caughtBy: { files: ['test/unit/report/csvScanner.test.ts'], tests: 'never mistakes one for another' },
	},
	{
		id: 'summary-unescaped',
		promise: 'What a campaign is called is never markup in a summary',
		edits: [{ file: 'nodes/service/summaryHtml.ts', find: ".replaceAll('<', '&lt;')", by: '' }],
		caughtBy: { files: ['test/unit/report/summary.test.ts'], tests: 'lets nothing through' },
	},
	{
		id: 'key-in-report-rows',
		promise: 'A report that repeats the key gives no row with it',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/keyHiding.ts',
				find: 'watch.suspects() ? withoutKey(row, hide) : row',
				by: 'row',
			},
		],
		caughtBy: { files: key, tests: 'gives rows without it' },
	},
	{
		id: 'key-in-report-header',
		promise: 'The key is no name of a value',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/keyHiding.ts',
				find: 'new Columns(columns.header.map(hide))',
				by: 'columns',
			},
		],
		caughtBy: { files: key, tests: 'whatever the column' },
	},
	{
		id: 'key-in-report-counts',
		promise: 'A report that repeats the key is summarized without it',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/report/summarize.ts',
				find: 'counts.hideKey();',
				by: '',
			},
		],
		caughtBy: { files: key, tests: 'is summarized without it' },
	},
	{
		id: 'key-in-report-hint',
		promise: 'The hint at the statuses there are does not show the key',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/report/getAll.ts',
				find: 'hide(status)',
				by: 'status',
			},
		],
		caughtBy: { files: key, tests: 'names the statuses there are without it' },
	},
	{
		id: 'key-across-chunks',
		promise: 'A key that falls apart into two pieces of a report is noticed',
		edits: [
			{
				file: 'nodes/service/keyWatch.ts',
				find: ' || holds(acrossBorder, needle)',
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/service/keyWatch.test.ts'], tests: 'is always suspected' },
	},
	{
		id: 'key-in-a-row-begun-before',
		promise: 'A row that goes on in the next piece of a report is searched for what stood in its beginning',
		edits: [
			{
				file: 'nodes/service/keyWatch.ts',
				find: 'this.inRowBegun ||= this.inChunk;',
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/service/keyWatch.test.ts'], tests: 'is always suspected' },
	},
	{
		id: 'chunks-pile-up',
		promise: 'What was read of a report does not pile up to the limit of V8',
		edits: [
			{
				file: 'nodes/service/reportStream.ts',
				find: '\t\t\t\tthis.clearing.read(chunk.length);\n',
				by: '',
			},
		],
		caughtBy: { files: ['test/unit/service/earlyClearing.test.ts'], tests: 'every way to read a report' },
	},
	{
		id: 'silence-for-ever',
		promise: 'A service that falls silent in the middle of a report does not hold the execution for ever',
		edits: [{ file: 'nodes/service/silence.ts', find: 'this.giveUp = reject;', by: '' }],
		caughtBy: { files: ['test/unit/service/silence.test.ts'], tests: 'is given up when it was' },
	},
	{
		id: 'compressed-report',
		promise: 'Reports come uncompressed, as a compressed one can end early without a trace',
		edits: [{ file: 'nodes/service/client.ts', find: ", 'accept-encoding': 'identity'", by: '' }],
		caughtBy: {
			files: ['test/engine/report/trouble.test.ts'],
			tests: 'report.summarize asks for the report uncompressed',
		},
	},
	{
		id: 'half-a-key-in-a-message',
		promise: 'The key is hidden before a text is cut short',
		edits: [
			{
				file: 'nodes/service/client.ts',
				find: 'new NotAReport(this.hideInAnswers(thrown.head))',
				by: 'new NotAReport(thrown.head)',
			},
		],
		caughtBy: { files: key, tests: 'wherever the words are cut: report.summarize' },
	},
	{
		id: 'cut-off-row-was-enough',
		promise: 'A last row cut off is no whole one, also where it reaches the limit',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/reportParser.ts',
				find: 'if (this.scanner.totals.endsWithLineBreak) return;',
				by: 'if (this.scanner.totals.endsWithLineBreak || this.stopped) return;',
			},
		],
		caughtBy: { files: ['test/unit/report/reportParser.test.ts'], tests: 'which is cut off, was enough' },
	},
	{
		id: 'half-a-key-in-a-count',
		promise: 'The key is hidden before a long value of a report is shortened',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/tally.ts',
				find: 'shortened(this.hide(value), LONGEST_VALUE)',
				by: 'shortened(value, LONGEST_VALUE)',
			},
		],
		caughtBy: { files: key, tests: 'cut out of long texts' },
	},
];
