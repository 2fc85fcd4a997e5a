import type { BenchCase } from '../frame/benchCase';
import { prepareReport, type ReportInput } from '../frame/reportCase';
import { sideWith } from './parserNodes';

/** All rows become items. Here the peer is csv-parse, and the floor is uDSV. */
export const benchCase: BenchCase<ReportInput> = {
	name: 'report-parser-items-100k',
	title: 'Parsers: 100,000 rows as items',
	limits: {},
	async prepare() {
		const { input, facts, stop } = await prepareReport(100_000);
		return { input, expected: { items: facts.rows }, stop };
	},
	sides: {
		ours: sideWith('scanner', () => []),
		peer: sideWith('csvParse', () => []),
		floor: sideWith('udsv', () => []),
	},
};
