import { harm, type Sabotage } from '../harness/sabotagePatch';

export const sabotages: Sabotage[] = [
	harm(
		'short-report-accepted',
		'A report whose connection breaks off is refused, never silently short',
		['service/http.ts', '\t\t\tthrow this.readError;\n', ''],
		['engine/report/trouble', 'fewer bytes than announced|a last chunk that never comes|a broken chunk'],
	),
	harm(
		'compare-calls-chance-a-difference',
		'Compare names a better promotion only if the difference is more than chance',
		['RcsPromotion/operations/statistics/comparison.ts', 'found.low > 0', 'found.difference > 0'],
		['engine/compare', 'where no difference can be told'],
	),
	harm(
		'input-handed-on',
		'Where the credential cannot be used, no item comes out as if it had worked',
		[
			'RcsPromotion/operations/run.ts',
			'const { context } = run;',
			'const { context } = run;\n\tawait run.openClient(itemIndex, false);',
		],
		['engine/promotion', 'gives failed items'],
	),
	harm(
		'read-messages-not-delivered',
		'Rates hold for a service that counts a message which was read no longer as delivered',
		['service/counting.ts', "countersAre === 'cumulative' ? counters : separate", 'counters'],
		['unit/service/counting', 'no 300% delivered'],
	),
	harm(
		'rate-made-up',
		'A rate that depends on what the counters mean is null while that is not known',
		['service/counting.ts', 'new Set(values).size === 1 ? (values[0] ?? null) : null', 'values[0] ?? null'],
		['unit/service/counting', 'that depend on what is not known are null'],
	),
	harm(
		'late-counters-decide',
		'A running promotion, whose counters may arrive late, does not show that each message counts once',
		['service/counting.ts', 'if (!isOver) return null;', ''],
		['unit/service/counting', 'none that runs, with counters that arrive late'],
	),
	harm(
		'winner-before-the-end',
		'Compare calls no promotion the best before all are completed',
		[
			'RcsPromotion/operations/statistics/compare.ts',
			"candidates.every(({ state }) => state === 'completed')",
			'candidates.length > 0',
		],
		['engine/compare', 'calls none the best'],
	),
	harm(
		'opposite-ways-compared',
		'Compare gives no verdict on two promotions whose counters contradict each other',
		[
			'RcsPromotion/operations/statistics/comparison.ts',
			"if (!ways.includes('cumulative') || !ways.includes('separate')) return '';",
			"if (ways.length > 0) return '';",
		],
		['engine/compare', 'count in opposite ways'],
	),
	harm(
		'columns-missing-in-silence',
		'A report whose columns have other names says so, instead of giving null without a word',
		['RcsPromotion/report/report.ts', 'missing.length > 0', 'false'],
		['engine/report/rows', 'is told in one hint'],
	),
	harm(
		'empty-report-accepted',
		'A report that is not there yet does not say that no one got the message',
		[
			'RcsPromotion/report/report.ts',
			'if (isBlank(firstText)) throw emptyError();',
			'if (isBlank(firstText)) return new Report(body, chunks, scanner, new Columns([]));',
		],
		['unit/report/report', 'is not a report without rows'],
	),
];
