import { giveWay, inPortions } from '../../service/clock';
import { trimmed } from '../../service/values';
import { CsvFault, readCsv, type CsvRow } from '../../vendor/csvParse';
import { contactRefusal } from '../issues';
import type { BinaryFile } from './binaryFile';
import type { Contact, FieldNames } from './contact';
import { chooseFields, createContactReader, type ContactSource } from './contactSource';
import { convertToUtf8, findDelimiter, findEncoding, type EncodingChoice } from './csvText';
import { mayBeNumber } from './phone';
import { getReasonText } from './reasons';

/** A file with its header read. */
interface CsvFile {
	headers: readonly string[];
	/** The rows below the header; those without any value are skipped. To be read once. */
	rows: () => AsyncGenerator<CsvRow[]>;
	findFault: (row: CsvRow) => Contact['fault'];
}

/** Contacts from a file. */
export async function readContactsInFile(
	file: BinaryFile,
	encoding: EncodingChoice,
	typed: FieldNames,
): Promise<ContactSource> {
	const { headers, rows, findFault } = await openCsvFile(file, encoding);
	const fields = chooseFields(typed, new Map(headers.map((header, position) => [header, position])), true);
	for (const name of fields.flatMap(({ found }) => found)) {
		if (headers.indexOf(name) === headers.lastIndexOf(name)) continue;
		throw contactRefusal(
			'unknownColumn',
			`The file has more than one column named "${name}"`,
			'In the file, rename the ones you do not want to use.',
		);
	}
	const readContact = createContactReader(fields);
	return {
		from: 'csvFile',
		fields,
		names: () => [...headers],
		async *contacts() {
			for await (const portion of rows()) yield portion.map((row) => readContact(row.values, row.line, findFault(row)));
		},
	};
}

async function openCsvFile({ bytes }: BinaryFile, choice: EncodingChoice): Promise<CsvFile> {
	const encoding = await findEncoding(bytes, choice);
	const delimiter = findDelimiter(bytes, encoding);
	const portions = readRows(convertToUtf8(bytes, encoding), delimiter);
	for (let next = await portions.next(); !next.done; next = await portions.next()) {
		const [header, ...below] = next.value;
		if (!header) continue;
		return {
			headers: header.values.map(trimmed),
			rows: async function* () {
				yield* inPortions(below);
				yield* portions;
			},
			findFault: createFaultFinder(header.values.length, delimiter),
		};
	}
	throw contactRefusal(
		'noRows',
		'The file is empty',
		'Provide a CSV file with a header row and one row for each contact.',
	);
}

async function* readRows(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow[]> {
	try {
		for await (const rows of readCsv(bytes, delimiter)) {
			yield rows.filter(({ values }) => !values.every((value) => value.trim() === ''));
			await giveWay();
		}
	} catch (error) {
		if (!(error instanceof CsvFault)) throw error as Error;
		const { what, advice } = getReasonText(error.kind);
		throw contactRefusal(error.kind, `Line ${error.line}: ${what}`, advice, error.line);
	}
}

function createFaultFinder(columnCount: number, delimiter: string): CsvFile['findFault'] {
	return findFault;

	function findFault({ values, lineCount }: CsvRow): Contact['fault'] {
		// Fewer are fine: some programs leave out empty values at the end.
		if (values.length > columnCount && values.slice(columnCount).some((value) => value.trim() !== ''))
			return 'tooManyValues';
		return lineCount > 1 && values.some(holdsRow) ? 'swallowedRows' : undefined;
	}

	/**
	 * Whether a line of a value looks like a row: as many values, one of which may be a phone number. A note over several lines does not,
	 * and neither do two numbers in one cell, unless the file has nothing but a column of numbers.
	 */
	function holdsRow(value: string, position: number): boolean {
		const lines = value.split('\n');
		return (
			lines.length > 1 &&
			lines.some((line, index) => {
				const cells = line.split(delimiter);
				// The first line may begin in the middle of a row.
				const skipped = index === 0 ? position : 0;
				const isRow = cells.length + skipped === columnCount && (cells.length > 1 || columnCount === 1);
				return isRow && cells.some(mayBeNumber);
			})
		);
	}
}

/** The number of rows in a file of which nothing else is used. */
export async function countRows(file: BinaryFile, encoding: EncodingChoice): Promise<number> {
	const { rows, findFault } = await openCsvFile(file, encoding);
	let count = 0;
	for await (const portion of rows()) {
		count += portion.length;
		for (const row of portion) {
			const fault = findFault(row);
			if (!fault) continue;
			const { what, advice } = getReasonText(fault);
			throw contactRefusal(fault, `Line ${row.line}: ${what}`, advice, row.line);
		}
	}
	return count;
}
