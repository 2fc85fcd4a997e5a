/** One row as CSV, with comma and CR LF. Values stay as they are; quotation marks stand where a reader needs them. */
export function csvRow(values: readonly string[]): string {
	if (values.length === 1 && values[0] === '') return '""\r\n'; // An empty line would be no row at all.
	let row = '';
	for (let index = 0; index < values.length; index++) {
		if (index > 0) row += ',';
		row += quoted(values[index] as string);
	}
	return row + '\r\n';
}

function quoted(value: string): string {
	for (let at = 0; at < value.length; at++) {
		const code = value.charCodeAt(at);
		if (code === 34 || code === 44 || code === 10 || code === 13) return `"${value.replaceAll('"', '""')}"`;
	}
	return value;
}
