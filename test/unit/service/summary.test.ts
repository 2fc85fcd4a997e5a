import { readFigures } from '../../../nodes/service/counting';
import type { Counters } from '../../../nodes/service/statistics';
import { createSummaryFields } from '../../../nodes/service/summary';

const COUNTERS = {
	attempted: 50_000,
	failed: 1210,
	sent: 48_790,
	delivered: 46_011,
	read: 15_420,
	interacted: 2077,
	optout: 92,
};
const NOTHING = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };
const HUGE = {
	...NOTHING,
	attempted: Number.MAX_SAFE_INTEGER,
	sent: Number.MAX_SAFE_INTEGER - 1,
	delivered: 8e15,
	read: 1,
};

const formatText = (summary: Parameters<typeof createSummaryFields>[0]) =>
	String(createSummaryFields(summary).summaryText);
const formatHtml = (summary: Parameters<typeof createSummaryFields>[0]) =>
	String(createSummaryFields(summary).summaryHtml);
const figuresOf = (counters: Counters) => readFigures(counters, true);
const linesOf = (counters: Counters) => formatText({ title: 'Spring', figures: figuresOf(counters) }).split('\n');

describe('summaryText', () => {
	it('shows every stage as a share of all that were attempted', () => {
		expect(linesOf(COUNTERS)).toEqual([
			'Spring',
			'██████████ Attempted: 50,000',
			'█████████░ Sent: 48,790 (97.58% of attempted)',
			'█████████░ Delivered: 46,011 (92.02% of attempted)',
			'███░░░░░░░ Read: 15,420 (30.84% of attempted)',
			'█░░░░░░░░░ Interacted: 2,077 (4.15% of attempted)',
			'█░░░░░░░░░ Failed: 1,210 (2.42% of attempted)',
			'█░░░░░░░░░ Opted Out: 92 (0.18% of attempted)',
		]);
	});

	it('counts up what a service counts once, and says so', () => {
		const [, attempted, sent, delivered, read, , failed, , , note] = linesOf({
			...{ attempted: 1000, failed: 50, sent: 100, delivered: 300, read: 500, interacted: 0, optout: 0 },
		});
		expect([attempted, sent, delivered, read, failed]).toEqual([
			'██████████ Attempted: 1,000',
			'█████████░ Sent: 900 (90% of attempted)',
			'████████░░ Delivered: 800 (80% of attempted)',
			'█████░░░░░ Read: 500 (50% of attempted)',
			'█░░░░░░░░░ Failed: 50 (5% of attempted)',
		]);
		expect(note).toMatch(/^This service counts each message once/);
	});

	it('shows the counters without a share where it is not known what they mean, and says what to set', () => {
		const lines = linesOf({ ...NOTHING, attempted: 1000, failed: 50, sent: 500, delivered: 200, read: 100 });
		expect(lines).toContain('░░░░░░░░░░ Delivered: 200');
		expect(lines).toContain('█░░░░░░░░░ Failed: 50 (5% of attempted)');
		expect(lines.at(-1)).toMatch(/set 'Counters' in the credential/);
	});

	it('shows nothing as nothing, and no rate without a divisor', () => {
		const labels = ['Attempted', 'Sent', 'Delivered', 'Read', 'Interacted', 'Failed', 'Opted Out'];
		expect(linesOf(NOTHING).slice(1)).toEqual(labels.map((label) => `░░░░░░░░░░ ${label}: 0`));
		expect(linesOf({ ...NOTHING, read: 5, delivered: 2 })[4]).toBe('░░░░░░░░░░ Read: 5');
	});

	it('says of a counter that was never sent that it was not reported, and gives no rate of it', () => {
		const counters = { ...COUNTERS, sent: null, failed: null };
		const lines = linesOf(counters);
		expect(lines).toContain('░░░░░░░░░░ Failed: not reported');
		expect(formatHtml({ title: 'Spring', figures: figuresOf(counters) })).toContain('<b>not reported</b>');
	});

	it('shows a full bar only for all, and an empty one only for nothing', () => {
		const [, attempted, sent, delivered, read, interacted] = linesOf(HUGE);
		expect(attempted).toBe('██████████ Attempted: 9,007,199,254,740,991');
		expect(sent).toBe('█████████░ Sent: 9,007,199,254,740,990 (100% of attempted)');
		expect(delivered).toBe('█████████░ Delivered: 8,000,000,000,000,000 (88.82% of attempted)');
		expect(read).toBe('█░░░░░░░░░ Read: 1 (0% of attempted)');
		expect(interacted).toBe('░░░░░░░░░░ Interacted: 0 (0% of attempted)');
	});

	it('has neither lines of its own nor signs of a chat in the name of a campaign', () => {
		const title = 'Sale <!channel>\n<https://x.example|click>\u2028of it';
		const text = formatText({ title, subtitle: 'Sent\n', figures: figuresOf(NOTHING) });
		expect(text).not.toMatch(/[<>]/);
		expect(text.split('\n')[0]).toBe('Sale ‹!channel› ‹https://x.example|click› of it (Sent )');
	});

	it('says what else is to be known, also without figures', () => {
		expect(formatText({ title: 'T', notes: ['They could not be read.'] })).toBe('T\n\nThey could not be read.');
	});
});

describe('summaryHtml', () => {
	const html = formatHtml({
		title: `<img src=x onerror="alert(1)"> & 'sons'`,
		subtitle: '</table><script>',
		figures: figuresOf(COUNTERS),
		notes: ['<u>'],
	});

	it('lets nothing through that a mail program would take for markup', () => {
		expect(
			html
				.match(/<\/?([a-z]+)/g)
				?.map((tag) => tag.replace(/<\/?/, ''))
				.filter((tag) => !['table', 'tr', 'td', 'span', 'b', 'br'].includes(tag)),
		).toEqual([]);
		expect(html).not.toMatch(/<script|<img|<style|class=|onerror="/);
		expect(html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;sons&#39;');
	});

	it('shows the same figures as the text', () => {
		for (const figure of ['50,000', '92.02% of attempted', '2.42% of attempted', '0.18% of attempted']) {
			expect(html).toContain(figure);
		}
	});

	it('gives bars a length from nothing to all', () => {
		const widths = (counters: Counters) =>
			[
				...formatHtml({ title: 'T', figures: figuresOf(counters) }).matchAll(
					/<tr><td width="(\d+)%" height="14" style="[^"]*background-color:(#|rgba)/g,
				),
			].map(([, width, color]) => (color === '#' ? Number(width) : 0));
		expect(widths(NOTHING)).toEqual([0, 0, 0, 0, 0, 0, 0]);
		expect(widths(HUGE)).toEqual([100, 99, 89, 1, 0, 0, 0]);
	});

	it('closes every tag in order', () => {
		const open: string[] = [];
		for (const [, closing, tag] of html.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
			if (tag === 'br') continue;
			if (closing === '') open.push(tag as string);
			else expect(open.pop()).toBe(tag);
		}
		expect(open).toEqual([]);
	});
});
