import { Report } from '../../../nodes/RcsPromotion/report/report';
import type { CurrentRow } from '../../../nodes/RcsPromotion/report/row';
import type { RowFilters } from '../../../nodes/RcsPromotion/report/rowFilter';

export const rowOf = (values: string[]): CurrentRow => ({
	length: values.length,
	hasStrayQuote: false,
	text: (position) => values[position] ?? '',
});

export const NO_FILTER: RowFilters = {
	statuses: [],
	statusesToLeaveOut: [],
	errorReason: 'any',
};

/** A body that arrives in pieces of these sizes, over and over. */
export const bodyOf = (
	text: string | Buffer,
	sizes: readonly number[] = [7],
	isProvenComplete: IsProvenComplete = () => true,
) => ({
	isProvenComplete,
	answer: { kind: 'answer' as const, status: 200, headers: {}, body: '' },
	async *chunks(): AsyncGenerator<Uint8Array, void> {
		yield* piecesOf(text, sizes);
	},
});

type IsProvenComplete = (endsWithLineBreak: boolean) => boolean;

export function piecesOf(text: string | Buffer, sizes: readonly number[]): Buffer[] {
	const bytes = Buffer.from(text as string);
	const pieces: Buffer[] = [];
	for (let from = 0; from < bytes.length; from += pieces.at(-1)?.length ?? 0) {
		pieces.push(bytes.subarray(from, from + (sizes[pieces.length % sizes.length] as number)));
	}
	return pieces;
}

/** All rows of a report. */
export async function read(...given: Parameters<typeof bodyOf>) {
	const report = await Report.open(bodyOf(...given));
	const rows: Array<{ values: string[]; isStray: boolean }> = [];
	for await (const portion of report.rowsByChunk()) {
		for (const row of portion) {
			const values = Array.from({ length: row.length }, (_, position) => row.text(position));
			rows.push({ values, isStray: row.hasStrayQuote });
		}
	}
	const values = rows.map((row) => row.values);
	const name = report.columns.position('Name');
	return { rows, report, values, names: values.map((row) => row[name]) };
}
