import type { BenchCase } from '../frame/benchCase';
import { prepareReport, type ReportInput } from '../frame/reportCase';
import { sideWith } from './parserNodes';

/** One row in a hundred becomes an item. Here the peer is csv-parse, and the floor is uDSV. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-parser-filter-1m',
	title: 'Parsers: 10,000 rows out of 1,000,000',
	limits: {},
	async prepare() {
		const { input, facts, stop } = await prepareReport(1_000_000);
		return { input, expected: { items: facts.failedRows }, stop };
	},
	sides: {
		ours: sideWith('scanner', ({ failedStatus }) => [failedStatus]),
		peer: sideWith('csvParse', ({ failedStatus }) => [failedStatus]),
		floor: sideWith('udsv', ({ failedStatus }) => [failedStatus]),
	},
};
