import type { IDataObject } from 'n8n-workflow';
import { areRatesOpen, computePercent, RATES_NOT_KNOWN, type Figures } from './counting';
import type { Counter } from './statistics';
import { grouped } from './values';

export const createSummaryFields = (summary: Summary): IDataObject => ({
	summaryText: formatText(summary),
	summaryHtml: formatHtml(summary),
});

/** The content of a summary, before it becomes text or HTML. */
interface Summary {
	title: string;
	subtitle?: string;
	/** Left out if none could be read. */
	figures?: Figures;
	/** Sentences below them. */
	notes?: string[];
}

/** One line of a summary: a bar, a number, and what the number means. */
interface Bar {
	label: string;
	/** Null if the service did not send it. */
	value: number | null;
	/** The length of the bar, from 0 to 1. */
	share: number;
	/** The share in words, for example "93.75% of attempted"; empty if there is none. */
	meaning: string;
	color: string;
}

/** Each is a part of the one before. */
const FUNNEL: Counter[] = ['attempted', 'sent', 'delivered', 'read', 'interacted'];
/** Recipients lost on the way, shown below. */
const LOSSES: Counter[] = ['failed', 'optout'];

export const LABELS: Record<Counter, string> = {
	attempted: 'Attempted',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	interacted: 'Interacted',
	failed: 'Failed',
	optout: 'Opted Out',
};

/** Visible on white and on black. */
const BLUE = '#3b7ddd';
const COLORS: Partial<Record<Counter, string>> = { failed: '#d9534f', optout: '#c98a1b' };

const createBars = ({ figures }: Summary): Bar[][] =>
	figures ? [FUNNEL, LOSSES].map((group) => group.map((counter) => createBar(figures, counter))) : [];

/** All bars are shares of the same whole. Without it, or if it is not known how many got so far, there is only the service's counter. */
function createBar({ counters, reached }: Figures, counter: Counter): Bar {
	const [count, whole] = [reached[counter], reached.attempted];
	const percent = computePercent(count, whole);
	const meaning = counter === 'attempted' || percent === null ? '' : `${percent}% of attempted`;
	return {
		label: LABELS[counter],
		value: count ?? counters[counter],
		share: toShare(count, whole),
		meaning,
		color: COLORS[counter] ?? BLUE,
	};
}

/** What people should know who read the figures alone. */
function createNotes({ figures, notes = [] }: Summary): string[] {
	if (figures && areRatesOpen(figures)) return [RATES_NOT_KNOWN, ...notes];
	return figures?.countersAre === 'separate' ? [COUNTED_UP, ...notes] : notes;
}

const COUNTED_UP =
	'This service counts each message once, under its latest state. Here, a message that was read also counts as delivered and sent.';

const formatValue = ({ value }: Bar) => (value === null ? 'not reported' : grouped(value));

const toShare = (value: number | null, whole: number | null) =>
	value !== null && whole !== null && whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;

/** How many parts of a bar to fill: none only if the share is 0, and all only if it is 1. */
function countFilled(parts: number, share: number): number {
	if (share === 0 || share === 1) return share * parts;
	return Math.min(parts - 1, Math.max(1, Math.round(share * parts)));
}

const BLOCKS_PER_BAR = 10;

/** For a chat, whose font is not monospaced: the bars come first and have equal length. */
function formatText(summary: Summary): string {
	const { title, subtitle = '' } = summary;
	const lines = createBars(summary).flatMap((bars) => bars.map(formatLine));
	const notes = createNotes(summary);
	const blank = notes.length > 0 ? [''] : [];
	return [subtitle === '' ? title : `${title} (${subtitle})`, ...lines, ...blank, ...notes].map(toChatText).join('\n');
}

function formatLine(bar: Bar): string {
	const { label, share, meaning } = bar;
	const filled = countFilled(BLOCKS_PER_BAR, share);
	const blocks = '█'.repeat(filled) + '░'.repeat(BLOCKS_PER_BAR - filled);
	return `${blocks} ${label}: ${formatValue(bar)}${meaning === '' ? '' : ` (${meaning})`}`;
}

/** Replaces the characters that a chat may read as a mention or a link. */
function toChatText(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
		.replaceAll('<', '‹')
		.replaceAll('>', '›');
}

/** For email: tables and inline styles, as mail programs drop style sheets. Only bars have a background, for light and dark mode. */
const TRACK = 'rgba(128,128,128,0.18)';
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;";
const SMALL = 'font-size:12px;line-height:16px;opacity:0.7;';
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

function formatHtml(summary: Summary): string {
	const { title, subtitle = '' } = summary;
	const aside = ` <span style="font-weight:normal;opacity:0.7;">${escapeHtml(subtitle)}</span>`;
	const rows = [formatRow('font-size:16px;font-weight:bold;', escapeHtml(title) + (subtitle === '' ? '' : aside))];
	for (const bars of createBars(summary)) {
		rows.push(formatRow('height:8px;line-height:8px;font-size:1px;', '&nbsp;'), ...bars.map(createBarRow));
	}
	rows.push(...createNotes(summary).map((note) => formatRow(`padding:12px 0 0;${SMALL}`, escapeHtml(note))));
	return `<table ${TABLE} style="max-width:560px;border-collapse:collapse;${FONT}">${rows.join('')}</table>`;
}

const formatRow = (style: string, html: string) =>
	`<tr><td colspan="3" align="left" style="${style}">${html}</td></tr>`;

function createBarRow(bar: Bar): string {
	const { label, share, meaning, color } = bar;
	const aside = meaning === '' ? '' : `<br><span style="white-space:nowrap;${SMALL}">${escapeHtml(meaning)}</span>`;
	return (
		`<tr><td width="28%" align="left" valign="middle" style="padding:3px 12px 3px 0;word-break:break-word;">${escapeHtml(label)}</td>` +
		`<td width="37%" valign="middle" style="padding:3px 0;">${createBarTable(share, color)}</td>` +
		`<td width="35%" align="right" valign="middle" style="padding:3px 0 3px 12px;line-height:16px;">` +
		`<b>${formatValue(bar)}</b>${aside}</td></tr>`
	);
}

function createBarTable(share: number, color: string): string {
	const filled = countFilled(100, share);
	const part = (width: number, background: string) =>
		`<td width="${width}%" height="14" style="height:14px;font-size:1px;line-height:14px;background-color:${background};">&nbsp;</td>`;
	const parts = [filled > 0 ? part(filled, color) : '', filled < 100 ? part(100 - filled, TRACK) : ''];
	return `<table ${TABLE} style="border-collapse:collapse;"><tr>${parts.join('')}</tr></table>`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
