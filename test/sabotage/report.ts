import type { Sabotage } from '../harness/sabotagePatch';

const trouble = ['test/engine/report/trouble.test.ts'];

export const sabotages: Sabotage[] = [
	{
		id: 'short-report-accepted',
		promise: 'A report whose connection breaks off is refused, never silently short',
		edits: [{ file: 'nodes/service/http.ts', find: '\t\t\tthrow this.readError;\n', by: '' }],
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
	{
		id: 'read-messages-not-delivered',
		promise: 'Rates hold for a service that counts a message which was read no longer as delivered',
		edits: [
			{
				file: 'nodes/service/counting.ts',
				find: "countersAre === 'cumulative' ? counters : separate",
				by: 'counters',
			},
		],
		caughtBy: { files: ['test/unit/service/counting.test.ts'], tests: 'no 300% delivered' },
	},
	{
		id: 'rate-made-up',
		promise: 'A rate that depends on what the counters mean is null while that is not known',
		edits: [
			{
				file: 'nodes/service/counting.ts',
				find: 'new Set(values).size === 1 ? (values[0] ?? null) : null',
				by: 'values[0] ?? null',
			},
		],
		caughtBy: { files: ['test/unit/service/counting.test.ts'], tests: 'that depend on what is not known are null' },
	},
	{
		id: 'late-counters-decide',
		promise: 'A running promotion, whose counters may arrive late, does not show that each message counts once',
		edits: [{ file: 'nodes/service/counting.ts', find: 'if (!isOver) return null;', by: '' }],
		caughtBy: {
			files: ['test/unit/service/counting.test.ts'],
			tests: 'none that runs, with counters that arrive late',
		},
	},
	{
		id: 'winner-before-the-end',
		promise: 'Compare calls no promotion the best before all are completed',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/statistics/compare.ts',
				find: "candidates.every(({ state }) => state === 'completed')",
				by: 'candidates.length > 0',
			},
		],
		caughtBy: { files: ['test/engine/compare.test.ts'], tests: 'calls none the best' },
	},
	{
		id: 'opposite-ways-compared',
		promise: 'Compare gives no verdict on two promotions whose counters contradict each other',
		edits: [
			{
				file: 'nodes/RcsPromotion/operations/statistics/comparison.ts',
				find: "if (!ways.includes('cumulative') || !ways.includes('separate')) return '';",
				by: "if (ways.length > 0) return '';",
			},
		],
		caughtBy: { files: ['test/engine/compare.test.ts'], tests: 'count in opposite ways' },
	},
	{
		id: 'columns-missing-in-silence',
		promise: 'A report whose columns have other names says so, instead of giving null without a word',
		edits: [{ file: 'nodes/RcsPromotion/report/report.ts', find: 'missing.length > 0', by: 'false' }],
		caughtBy: { files: ['test/engine/report/rows.test.ts'], tests: 'is told in one hint' },
	},
	{
		id: 'empty-report-accepted',
		promise: 'A report that is not there yet does not say that no one got the message',
		edits: [
			{
				file: 'nodes/RcsPromotion/report/report.ts',
				find: 'if (isBlank(firstText)) throw emptyError();',
				by: 'if (isBlank(firstText)) return new Report(body, chunks, scanner, new Columns([]));',
			},
		],
		caughtBy: { files: ['test/unit/report/report.test.ts'], tests: 'is not a report without rows' },
	},
];
