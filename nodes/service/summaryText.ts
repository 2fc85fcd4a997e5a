import { barsOf, lostOf, wayOf, type Bar, type Summary } from './summary';
import { grouped } from './values';

const BLOCKS = 10;

/**
 * Reads well in a chat: no columns that need a typewriter's font, the bars stand first and are equally long. It is plain
 * text, so what a chat may take for a mention or a link is taken out of names.
 */
export function summaryText({ title, subtitle, counters, breakdowns = [], notes = [] }: Summary): string {
	const heading = subtitle ? `${title} (${subtitle})` : title;
	const lines = [heading];
	if (counters) lines.push(...wayOf(counters).map(line), ...lostOf(counters).map(line));
	for (const breakdown of breakdowns) {
		const bars = barsOf(breakdown);
		lines.push('', `${breakdown.title}: ${bars.length === 0 ? 'none' : grouped(breakdown.total)}`, ...bars.map(line));
	}
	if (notes.length > 0) lines.push('', ...notes);
	return lines.map(harmless).join('\n');
}

function line({ label, value, share, meaning }: Bar): string {
	return `${blocks(share)} ${label}: ${grouped(value)}${meaning === '' ? '' : ` (${meaning})`}`;
}

/** A bar is empty only for nothing and full only for all. */
function blocks(share: number): string {
	const rounded = Math.round(share * BLOCKS);
	const filled = share <= 0 ? 0 : share >= 1 ? BLOCKS : Math.min(BLOCKS - 1, Math.max(1, rounded));
	return '█'.repeat(filled) + '░'.repeat(BLOCKS - filled);
}

function harmless(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
		.replaceAll('<', '‹')
		.replaceAll('>', '›');
}
