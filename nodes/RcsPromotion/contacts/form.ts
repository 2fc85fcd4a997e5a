import { createCsvParser, CsvFault } from '../../vendor/csvParse';
import { readHeader } from './columns';
import type { Delimiter, DelimiterChoice } from './types';

export const delimiterCharacters: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t' };
/** The most usual first: it wins where nothing tells them apart. */
const delimiters: readonly Delimiter[] = ['comma', 'semicolon', 'tab'];
const SAMPLE_ROWS = 20;

/** How a CSV file is written, judged by its beginning. */
export interface FileForm {
	delimiter: Delimiter;
	/** Whether the first line is Excel's note `sep=;`. */
	hasSeparatorLine: boolean;
	lineBreak: '\r\n' | '\n' | '\r';
}

/** Lines can only be cut out of a file whose other lines may stay as they are. */
export const mustBeWrittenAnew = ({ delimiter }: FileForm) => delimiter !== 'comma';

export function formOf(head: string, choice: DelimiterChoice): FileForm {
	const text = head.replace(/^\ufeff/, '');
	const separator = /^"?sep=(.)"?[ \t]*(?:[\r\n]|$)/i.exec(text)?.[1];
	const noted = delimiters.find((name) => delimiterCharacters[name] === separator);
	const table = separator === undefined ? text : text.replace(/^[^\r\n]*(\r\n|\r|\n)?/, '');
	return {
		delimiter: choice === 'auto' ? (noted ?? likelyDelimiter(table)) : choice,
		hasSeparatorLine: separator !== undefined,
		lineBreak: (/\r\n|\r|\n/.exec(text)?.[0] ?? '\r\n') as FileForm['lineBreak'],
	};
}

/** The one that makes most sense of the header; among equals, the one that cuts the rows into equally many values. */
function likelyDelimiter(text: string): Delimiter {
	const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(sampleRows(text, delimiter)) }));
	return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function scoreOf(rows: string[][]): number {
	const [header = []] = rows;
	const known = Object.keys(readHeader(header).positions).length;
	const even = header.length > 1 ? rows.filter((row) => row.length === header.length).length / rows.length : 0;
	return known * 1000 + even * 100 + Math.min(header.length, 50);
}

function sampleRows(text: string, delimiter: Delimiter): string[][] {
	const rows: string[][] = [];
	const parser = createCsvParser({
		delimiter: delimiterCharacters[delimiter],
		relaxQuotes: true,
		onRecord: (row) => (rows.push(row) === SAMPLE_ROWS ? 'stop' : undefined),
	});
	try {
		parser.write(Buffer.from(text, 'utf8'));
		parser.end();
	} catch (fault) {
		// What was read before the fault is sample enough; the check itself names the fault.
		if (!(fault instanceof CsvFault)) rows.length = 0;
	}
	return rows;
}
