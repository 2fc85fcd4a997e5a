import { barsOf, lostOf, wayOf, type Bar, type Summary, type Tone } from './summary';
import { grouped } from './values';

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
