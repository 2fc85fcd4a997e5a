export interface Column {
	title: string;
	/** A field of each row; a dot leads into nested ones. */
	field: string;
}

const LONGEST_CELL = 60;

/** Rows as a small text table: numbers to the right, texts to the left. */
export function table(columns: readonly Column[], rows: readonly Record<string, unknown>[]): string {
	const cells = rows.map((row) => columns.map((column) => valueAt(row, column.field)));
	const texts = [columns.map((column) => column.title), ...cells.map((line) => line.map(cellText))];
	const widths = columns.map((_, index) => Math.max(...texts.map((line) => line[index]!.length)));
	const toTheRight = columns.map((_, index) => cells.some((line) => typeof line[index] === 'number'));
	const drawn = texts.map((line) =>
		line
			.map((text, index) => (toTheRight[index] ? text.padStart(widths[index]!) : text.padEnd(widths[index]!)))
			.join('   ')
			.trimEnd(),
	);
	const ruler = widths.map((width) => '─'.repeat(width)).join('───');
	return [drawn[0], ruler, ...drawn.slice(1)].join('\n');
}

function valueAt(row: Record<string, unknown>, field: string): unknown {
	return field.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row);
}

function cellText(value: unknown): string {
	if (value === null || value === undefined) return '–';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}
