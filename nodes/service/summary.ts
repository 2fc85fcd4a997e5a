import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { RATES, ratesOf, type Counter, type Counters, type Rate } from './statistics';
import { grouped, shortened } from './values';

export const summaryOption: INodeProperties = {
	displayName: 'Summary',
	name: 'summary',
	type: 'boolean',
	default: false,
	description:
		'Whether to add a ready-made summary of the figures: summaryText for chats such as Slack, summaryHtml for emails',
};

export const summaryFields = (summary: Summary): IDataObject => ({
	summaryText: summaryText(summary),
	summaryHtml: summaryHtml(summary),
});

/** What a summary shows, before it is text or HTML. */
export interface Summary {
	title: string;
	subtitle?: string;
	counters?: Counters;
	breakdowns?: Breakdown[];
	/** Sentences below the figures. */
	notes?: string[];
}

/** How rows spread over the values of a column. */
interface Breakdown {
	title: string;
	total: number;
	/** The most frequent first. */
	counts: Array<{ value: string; count: number }>;
}

type Tone = 'way' | 'failed' | 'optedOut' | 'neutral';

/** One line of a summary: a bar, a number, and what the number means. */
interface Bar {
	label: string;
	value: number;
	/** The length of the bar, from 0 to 1. */
	share: number;
	/** Such as «93.75% of sent»; empty where there is no rate. */
	meaning: string;
	tone: Tone;
}

const LABELS: Record<Counter, string> = {
	attempted: 'Attempted',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	interacted: 'Interacted',
	failed: 'Failed',
	optout: 'Opted out',
};

/** From all recipients to those who did something; what got lost on the way stands beside it. */
const WAY: Counter[] = ['attempted', 'sent', 'delivered', 'read', 'interacted'];
const LOST: Array<[Counter, Tone]> = [
	['failed', 'failed'],
	['optout', 'optedOut'],
];

const wayOf = (counters: Counters): Bar[] => WAY.map((counter) => bar(counters, counter, 'way'));
const lostOf = (counters: Counters): Bar[] => LOST.map(([counter, tone]) => bar(counters, counter, tone));

const MOST_LINES = 8;

function barsOf({ counts, total }: Breakdown): Bar[] {
	const shown = counts.slice(0, MOST_LINES);
	const rest = total - shown.reduce((sum, { count }) => sum + count, 0);
	const lines = rest > 0 ? [...shown, { value: 'All others', count: rest }] : shown;
	return lines.map(({ value, count }) => ({
		label: value === '' ? '(empty)' : shortened(value, LONGEST_LABEL),
		value: count,
		share: share(count, total),
		meaning: percentText(total > 0 ? (count / total) * 100 : 0, count),
		tone: 'neutral',
	}));
}

/** Rounding must not turn a few into 0%, or nearly all into 100%. */
function percentText(value: number, count: number): string {
	if (value < 0.01 && count > 0) return 'under 0.01%';
	if (value < 100 && value >= 99.995) return 'over 99.99%';
	return `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;
}

const LONGEST_LABEL = 60;

function bar(counters: Counters, counter: Counter, tone: Tone): Bar {
	// Counters of a campaign under way need not be consistent, so the longest bar is the largest one.
	const largest = Math.max(...WAY.map((stage) => counters[stage]), counters.failed, counters.optout);
	const value = counters[counter];
	return { label: LABELS[counter], value, share: share(value, largest), meaning: meaningOf(counters, counter), tone };
}

function meaningOf(counters: Counters, counter: Counter): string {
	const found = Object.entries(RATES).find(([, [dividend]]) => dividend === counter) as
		[Rate, (typeof RATES)[Rate]] | undefined;
	if (!found) return '';
	const [rate, [, divisor]] = found;
	const value = ratesOf(counters)[rate];
	return value === null ? '' : `${percentText(value, counters[counter])} of ${LABELS[divisor].toLowerCase()}`;
}

function share(value: number, whole: number): number {
	return whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;
}

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

/**
 * For email: tables and inline styles only, as mail programs drop style sheets. Text takes the color of its surroundings and
 * nothing has a background but the bars, whose colors are seen on white and on black, so it fits light and dark mail alike.
 */
const COLORS: Record<Tone, string> = { way: '#3b7ddd', failed: '#d9534f', optedOut: '#c98a1b', neutral: '#7a869a' };
const TRACK = 'rgba(128,128,128,0.18)';
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;";
const FADED = 'opacity:0.7;';
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

export function summaryHtml({ title, subtitle, counters, breakdowns = [], notes = [] }: Summary): string {
	const rows = [heading(title, subtitle)];
	if (counters) rows.push(...wayOf(counters).map(barRow), gap(), ...lostOf(counters).map(barRow));
	for (const breakdown of breakdowns) {
		const bars = barsOf(breakdown);
		rows.push(caption(breakdown.title, bars.length === 0 ? 'none' : grouped(breakdown.total)), ...bars.map(barRow));
	}
	rows.push(...notes.map(note));
	return `<table ${TABLE} width="100%" style="max-width:560px;border-collapse:collapse;${FONT}">${rows.join('')}</table>`;
}

function heading(title: string, subtitle = ''): string {
	const second = subtitle === '' ? '' : ` <span style="font-weight:normal;${FADED}">${escapedHtml(subtitle)}</span>`;
	return wide(`padding:0 0 8px;font-size:16px;font-weight:bold;`, escapedHtml(title) + second);
}

function caption(title: string, total: string): string {
	return wide('padding:16px 0 4px;font-weight:bold;', `${escapedHtml(title)}: ${escapedHtml(total)}`);
}

const note = (text: string) => wide(`padding:12px 0 0;font-size:12px;line-height:16px;${FADED}`, escapedHtml(text));
const gap = () => wide('height:8px;line-height:8px;font-size:1px;', '&nbsp;');
const wide = (style: string, html: string) => `<tr><td colspan="3" align="left" style="${style}">${html}</td></tr>`;

function barRow({ label, value, share, meaning, tone }: Bar): string {
	const aside =
		meaning === ''
			? ''
			: `<br><span style="font-size:12px;line-height:14px;white-space:nowrap;${FADED}">${escapedHtml(meaning)}</span>`;
	return (
		`<tr><td width="28%" align="left" valign="middle" style="padding:3px 12px 3px 0;word-break:break-word;">${escapedHtml(label)}</td>` +
		`<td width="37%" valign="middle" style="padding:3px 0;">${barTable(share, COLORS[tone])}</td>` +
		`<td width="35%" align="right" valign="middle" style="padding:3px 0 3px 12px;line-height:16px;">` +
		`<b>${grouped(value)}</b>${aside}</td></tr>`
	);
}

/** A bar is empty only for nothing and full only for all. */
function barTable(share: number, color: string): string {
	const filled = share <= 0 ? 0 : share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
	const cell = (width: number, style: string) =>
		width === 0
			? ''
			: `<td width="${width}%" height="14" style="height:14px;font-size:1px;line-height:14px;${style}">&nbsp;</td>`;
	return (
		`<table ${TABLE} width="100%" style="border-collapse:collapse;"><tr>` +
		cell(filled, `background-color:${color};`) +
		cell(100 - filled, `background-color:${TRACK};`) +
		'</tr></table>'
	);
}

function escapedHtml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
