import { ReportParser } from '../../../nodes/RcsPromotion/report/reportParser';
import type { ReportBody } from '../../../nodes/service/reportStream';

export type Body = Pick<ReportBody, 'contentType' | 'isProvenWhole'>;

export const body = (contentType = 'text/csv', isWhole = true): Body => ({
	contentType,
	isProvenWhole: () => isWhole,
});

/** Calls `take` with the text in pieces of these sizes, over and over. */
export function inPieces(text: string | Buffer, sizes: readonly number[], take: (piece: Buffer) => void): void {
	const bytes = Buffer.from(text as string);
	for (let from = 0, turn = 0; from < bytes.length; turn++) {
		const size = sizes[turn % sizes.length] as number;
		take(bytes.subarray(from, from + size));
		from += size;
	}
}

/** All rows of a report that arrives in pieces of these sizes. */
export function read(text: string | Buffer, from: Body = body(), sizes: readonly number[] = [7]) {
	const parser = new ReportParser(from);
	const rows: Array<{ values: string[]; isStray: boolean }> = [];
	const readRows = () => {
		while (parser.advance()) {
			const { row } = parser;
			const values = Array.from({ length: row.length }, (_, position) => row.text(position));
			rows.push({ values, isStray: row.hasStrayQuote });
		}
	};
	inPieces(text, sizes, (piece) => {
		parser.add(piece);
		readRows();
	});
	parser.end();
	readRows();
	const values = rows.map((row) => row.values);
	const name = parser.columns?.position('Name') ?? -1;
	return { rows, parser, values, names: values.map((row) => row[name]) };
}
