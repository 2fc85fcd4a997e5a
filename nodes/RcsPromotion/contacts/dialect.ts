import { CsvFault, isEmptyLine, readCsv, type CsvOptions } from '../../vendor/csvParse';
import { isColumnName } from './names';
import type { Delimiter, DelimiterChoice } from './types';

const delimiterCharacters: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t' };
/** The most usual first: it wins where nothing tells them apart. */
const delimiters: readonly Delimiter[] = ['comma', 'semicolon', 'tab'];
const SAMPLE_ROWS = 500;

/** How a CSV file is written, judged by its beginning. */
export interface Dialect {
	delimiter: Delimiter;
	/** Whether the first line is Excel's note `sep=;`. */
	hasSeparatorLine: boolean;
	/** Whether lines end as on an old Mac, so that other programs see one line. */
	hasOldLineBreaks: boolean;
	/** The first rows, the header among them. */
	sample: string[][];
}

export async function dialectOf(head: string, choice: DelimiterChoice): Promise<Dialect> {
	const text = head.replace(/^\ufeff/, '');
	const separator = /^"?sep=(.)"?[ \t]*(?:[\r\n]|$)/i.exec(text)?.[1];
	const hasSeparatorLine = separator !== undefined;
	const noted = choice === 'auto' ? delimiters.find((name) => delimiterCharacters[name] === separator) : choice;
	const samples = await Promise.all(
		(noted ? [noted] : delimiters).map(async (delimiter) => ({
			delimiter,
			sample: await sampleRows(text, delimiter, hasSeparatorLine),
		})),
	);
	const best = samples.reduce((one, next) => (scoreOf(next.sample) > scoreOf(one.sample) ? next : one));
	return { ...best, hasSeparatorLine, hasOldLineBreaks: /^[^\r\n]*\r(?!\n)/.test(text) };
}

/** Where the rows begin, and what separates their values. */
export const csvOptionsOf = ({
	delimiter,
	hasSeparatorLine,
}: Pick<Dialect, 'delimiter' | 'hasSeparatorLine'>): CsvOptions => ({
	delimiter: delimiterCharacters[delimiter],
	fromLine: hasSeparatorLine ? 2 : 1,
});

/** The one that makes most sense of the header; among equals, the one that cuts the rows into equally many values. */
function scoreOf(rows: string[][]): number {
	const [header = []] = rows;
	const known = header.filter(isColumnName).length;
	const even = header.length > 1 ? rows.filter((row) => row.length === header.length).length / rows.length : 0;
	return known * 1000 + even * 100 + Math.min(header.length, 50);
}

async function sampleRows(text: string, delimiter: Delimiter, hasSeparatorLine: boolean): Promise<string[][]> {
	const rows: string[][] = [];
	const bytes = (async function* () {
		yield Buffer.from(text, 'utf8');
	})();
	const options = { ...csvOptionsOf({ delimiter, hasSeparatorLine }), relaxQuotes: true };
	try {
		for await (const portion of readCsv(bytes, options)) {
			for (const { values } of portion) if (!isEmptyLine(values)) rows.push(values);
			if (rows.length >= SAMPLE_ROWS) break;
		}
	} catch (fault) {
		// What was read before the fault is sample enough; the check itself names the fault.
		if (!(fault instanceof CsvFault)) rows.length = 0;
	}
	return rows;
}
