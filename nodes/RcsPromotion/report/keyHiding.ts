import type { KeyWatch } from '../../service/keyWatch';
import type { Redact } from '../../service/redact';
import { Columns } from './columns';
import type { CsvRow } from './csvRow';
import type { MakeItem } from './rowItems';

/** Items in which the key is hidden, should the service repeat it; looked for only in rows that may hold it. */
export function itemsWithoutKey(
	columns: Columns,
	watch: KeyWatch,
	hide: Redact,
	itemsOf: (columns: Columns) => MakeItem,
): MakeItem {
	const makeItem = itemsOf(new Columns(columns.header.map(hide)));
	return (row) => makeItem(watch.suspects() ? withoutKey(row, hide) : row);
}

function withoutKey(row: CsvRow, hide: Redact): CsvRow {
	const text = (position: number) => hide(row.text(position));
	return {
		length: row.length,
		text,
		digits: (position) => (text(position) === row.text(position) ? row.digits(position) : undefined),
		isEmpty: (position) => row.isEmpty(position),
	};
}
