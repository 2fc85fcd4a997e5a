import { Report } from '../../../nodes/RcsPromotion/report/report';
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
	const report = new Report(from);
	const rows: Array<{ values: string[]; isStray: boolean }> = [];
	const readRows = () => {
		for (const row of report.rows()) {
			const values = Array.from({ length: row.length }, (_, position) => row.text(position));
			rows.push({ values, isStray: row.hasStrayQuote });
		}
	};
	inPieces(text, sizes, (piece) => {
		report.add(piece);
		readRows();
	});
	report.end();
	readRows();
	const values = rows.map((row) => row.values);
	const name = report.columns?.position('Name') ?? -1;
	return { rows, report, values, names: values.map((row) => row[name]) };
}
