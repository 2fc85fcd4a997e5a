/**
 * The same small node around three parsers: what it fetches, which rows it keeps and the items it makes are the same.
 * docs/report-parser.md tells what came of it.
 */
import { inferSchema, initParser, type Parser } from 'udsv';
import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData, type INodeType } from 'n8n-workflow';
import { Columns } from '../../nodes/RcsPromotion/report/columns';
import type { CsvRow, OnRow } from '../../nodes/RcsPromotion/report/csvRow';
import { ReportParser } from '../../nodes/RcsPromotion/report/reportParser';
import { RowFilter } from '../../nodes/RcsPromotion/report/rowFilter';
import { simplifiedRows } from '../../nodes/RcsPromotion/report/rowItems';
import { createCsvParser } from '../../nodes/vendor/csvParse';
import type { Bench, Side } from '../frame/benchCase';
import { finished, type ReportInput } from '../frame/reportCase';

export type ParserName = 'scanner' | 'csvParse' | 'udsv';

/** A row of a parser that makes strings of all values, seen as ours is. */
class StringRow implements CsvRow {
	values: string[] = [];

	get length(): number {
		return this.values.length;
	}

	text(position: number): string {
		return this.values[position] ?? '';
	}

	digits(position: number): number | undefined {
		const text = this.text(position);
		return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
	}

	isEmpty(position: number): boolean {
		return this.text(position) === '';
	}
}

type Feed = { write(chunk: Uint8Array): void; end(): void };
type OnColumns = (columns: Columns) => OnRow;

const feeds: Record<ParserName, (onColumns: OnColumns) => Feed> = {
	scanner: (onColumns) => new ReportParser({ contentType: 'text/csv', endIsMarked: true }, onColumns),

	csvParse(onColumns) {
		let onRow: OnRow | undefined;
		const row = new StringRow();
		return createCsvParser({
			delimiter: ',',
			onRecord(record) {
				if (!onRow) onRow = onColumns(new Columns(record));
				else {
					row.values = record;
					onRow(row);
				}
				return undefined;
			},
		});
	},

	udsv(onColumns) {
		let onRow: OnRow | undefined;
		let parser: Parser | undefined;
		const row = new StringRow();
		const decoder = new TextDecoder();
		return {
			write(chunk) {
				const text = decoder.decode(chunk, { stream: true });
				if (!parser) {
					const schema = inferSchema(text);
					parser = initParser(schema);
					onRow = onColumns(new Columns(schema.cols.map(({ name }) => name)));
				}
				parser.chunk(text, parser.stringArrs, (values: string[]) => {
					row.values = values;
					onRow?.(row);
					return true;
				});
			},
			end: () => void parser?.end(),
		};
	},
};

/** Runs a node around the parser; with `statuses` only rows of those become items. */
export function sideWith(parserName: ParserName, statuses: (input: ReportInput) => string[]): Side<ReportInput> {
	return async ({ engine }: Bench, input) => {
		engine.nodeTypes.add('bench.parser', nodeAround(parserName, input, statuses(input)));
		return async () => {
			const { items } = await finished(engine.run({ name: 'Parser', type: 'bench.parser', credentials: {} }));
			return { found: { items: items.length } };
		};
	};
}

function nodeAround(parserName: ParserName, input: ReportInput, statuses: string[]): INodeType {
	return {
		description: {
			displayName: 'Parser',
			name: 'parser',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Parser' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const { url, apiKey } = input;
			const body = (await this.helpers.httpRequest({
				url,
				headers: { 'x-api-key': apiKey },
				encoding: 'stream',
			})) as AsyncIterable<Uint8Array>;
			const found: INodeExecutionData[] = [];
			const pairedItem = { item: 0 };
			const feed = feeds[parserName]((columns) => {
				const filter = new RowFilter({ statuses, phoneDigits: '' }, columns, (text) => text);
				const makeItem = simplifiedRows(columns, input, false);
				return (row) => {
					if (filter.matches(row)) found.push({ json: makeItem(row), pairedItem });
					return false;
				};
			});
			for await (const chunk of body) feed.write(chunk);
			feed.end();
			return [found];
		},
	};
}
