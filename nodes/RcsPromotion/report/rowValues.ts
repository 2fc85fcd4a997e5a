import { timestampMs } from '../../service/timestamps';
import type { Row } from './row';

/** What services write where there is no reason. */
const NO_REASON =
	/^[([]?(|[-–—.']+|0+(\.0+)?|null|nil|none|nan|empty|#?n ?\/? ?a|n\.a\.|not applicable|\\n|undefined|false|no[ _-]?errors?|ok|success(ful)?|\{|\[)[)\]}]?[.!]?$/i;

/** The error reason of a row; empty when there is none. */
export function errorReasonOf(row: Row, position: number): string {
	if (row.isEmpty(position)) return '';
	const text = row.text(position);
	return NO_REASON.test(text.trim()) ? '' : text;
}

/** The last moment a Date can hold. */
const LAST_MS = 8.64e15;

export function timeOf(row: Row, position: number): number | null {
	if (row.isEmpty(position)) return null;
	const ms = timestampMs(row.digits(position) ?? row.text(position));
	return ms !== null && ms <= LAST_MS ? ms : null;
}

export function countOf(row: Row, position: number): number | null {
	const trimmed = row.text(position).trim();
	return row.digits(position) ?? (/^\d{1,15}(\.0+)?$/.test(trimmed) ? Number(trimmed) : null);
}
