/** A value that should be text, as text: expressions and services also hand over numbers, and anything else is no text. */
export function plainText(value: unknown): string {
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** For comparing what people and services write. */
export const comparable = (value: unknown): string => plainText(value).trim().toLowerCase();

/** Never through a character that takes two units. */
export function shortened(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
