import type { IDataObject } from 'n8n-workflow';
import { meetService } from '../unit/meet/support';
import { withRawServer } from './support/rawServer';
import { byId, quickWaits, setups } from './support/setup';

/** What `npm run meet` says of a service is what the nodes do there. */

const { underEveryPersonality, withService } = setups();
quickWaits();

const RATES = ['deliveryRate', 'readRate', 'interactionRate', 'failureRate', 'optOutRate'];
const COUNTERS = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'];

const shown = (value: unknown, ifNull: string) => (value === null ? ifNull : String(value));

/** What the page says of statistics, from an item of Statistics: Get. */
const statisticsLines = (json: IDataObject) => [
	COUNTERS.map((counter) => `${counter} ${shown(json[counter], 'not sent')}`).join(', '),
	`Counters are: ${shown(json.countersAre, 'not known')}`,
	`Rates in percent: ${RATES.map((rate) => `${rate} ${shown(json[rate], 'not known')}`).join(', ')}`,
];

underEveryPersonality('meet says what the nodes read', async ({ simulator, run }) => {
	const { promotionId } = simulator.addPromotion({ phase: 'completed', recipients: 300 });
	const of = { promotionId: byId(promotionId) };
	const { page, code } = await meetService(simulator);
	const [statistics = {}] = (await run('statistics.get', of)).json;
	for (const line of statisticsLines(statistics)) expect(page).toContain(line);
	const [summary = {}] = (await run('report.summarize', of)).json;
	const statuses = Object.entries(summary.byStatus as object).map(([status, count]) => `"${status}" ${count}`);
	expect(page).toContain(`Rows: 300, ${summary.complete === true ? 'complete' : 'perhaps not all'}`);
	for (const status of statuses) expect(page).toContain(status);
	const raw = (await run('report.getAll', { ...of, returnAll: true, simplify: false })).json;
	expect(page).toContain(`Phones: ${String(raw[0]?.Phone).startsWith('+') ? 'with' : 'without'} + 300`);
	// Seconds have ten digits, and each further unit three more.
	const unit = { 10: 'seconds', 13: 'milliseconds', 16: 'microseconds' }[String(raw[0]?.Timestamp).length];
	expect(page).toContain(`Times: ${unit} 300`);
	expect(page).toContain('Delimiter in its first line: comma');
	expect(code).toBe(0);
});

const LIST = JSON.stringify({ promotions: [{ promotionId: 'a', name: 'Spring', status: 'Completed' }] });
const STATISTICS = { attempted: 100, failed: 4, sent: 96, delivered: 90, read: 30, interacted: 2, optout: 0 };
const REPORT = 'Name,Phone,Status,Timestamp\nAnna,+4915112345678,Read,2026-11-20T10:00:00Z\n';
const REFUSAL = { success: false, message: 'Not today' };

interface Answers {
	list?: string;
	statistics?: object;
	report?: string;
}

withService.each<{ what: string; answers: Answers }>([
	{ what: 'as documented', answers: {} },
	{ what: 'with semicolons in the report', answers: { report: REPORT.replaceAll(',', ';') } },
	{ what: 'with tabs in the report', answers: { report: REPORT.replaceAll(',', '\t') } },
	{ what: 'with a report of which a row is cut off', answers: { report: `${REPORT}Ben,+49151` } },
	{ what: 'with counters that are null', answers: { statistics: { ...STATISTICS, read: null, failed: null } } },
	{ what: 'whose statistics deny success', answers: { statistics: { ...STATISTICS, ...REFUSAL } } },
	{ what: 'whose report denies success', answers: { report: JSON.stringify(REFUSAL) } },
	{ what: 'whose list denies success', answers: { list: JSON.stringify({ ...REFUSAL, promotions: [] }) } },
])('meet says what the nodes do with a service: $what', async ({ engine }, { answers }) => {
	const { list = LIST, statistics = STATISTICS, report = REPORT } = answers;
	await withRawServer(
		engine,
		({ url = '' }, response) => {
			const path = url.split('?')[0] ?? '';
			response.end(path.endsWith('/stats') ? JSON.stringify(statistics) : path.endsWith('/report') ? report : list);
		},
		async ({ origin, run }) => {
			const { page } = await meetService({ baseUrl: origin, accountId: 'acme', apiKey: 'key-of-a-test' });
			const listed = await run('promotion.getAll');
			expect(page).toContain(`List: ${listed.error ? 'does not work' : 'works'}`);
			if (listed.error) {
				expect(page).toContain(listed.error.message);
				return;
			}
			const read = await run('statistics.get', { promotionId: byId('a') });
			expect(page).toContain(`Statistics: ${read.error ? 'does not work' : 'works'}`);
			if (read.error) expect(page).toContain(read.error.message);
			else for (const line of statisticsLines(read.json[0] ?? {})) expect(page).toContain(line);
			const summarized = await run('report.summarize', { promotionId: byId('a') });
			expect(page).toContain(`Report: ${summarized.error ? 'does not work' : 'works'}`);
			if (summarized.error) expect(page).toContain(summarized.error.message);
			const signs = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
			const sign = /[,;\t]/.exec(report)?.[0] as keyof typeof signs;
			expect(page).toContain(`Delimiter in its first line: ${signs[sign]}`);
		},
	);
});
