import type { INodeParameters } from 'n8n-workflow';
import { byId, items, setups } from '../support/setup';
import { withRawService } from './rawService';
import { rowsOf, SHAPE, withReport } from './support';

const { underEveryPersonality, withService } = setups();

describe('Report: Get Many', () => {
	underEveryPersonality('gives every recipient as a typed row', async (setup) => {
		const { simulator } = setup;
		const { promotionId, facts } = withReport(setup, { rows: 2345, failedPerThousand: 10 });
		const { json, items: rows } = await rowsOf(setup, promotionId);
		expect(json).toHaveLength(facts.rows);
		expect([...new Set(json.map((row) => Object.keys(row).join()))]).toEqual([SHAPE.join()]);
		expect(json.filter(({ status }) => status === facts.failedStatus)).toHaveLength(facts.failedRows);
		expect(json.filter(({ errorReason }) => errorReason !== '')).toHaveLength(facts.failedRows);
		const first = json[0] as Record<string, string>;
		expect(first).toMatchObject({ accountId: simulator.accountId, promotionId, retryCount: expect.any(Number) });
		expect(first.phoneDigits).toBe(first.phone?.replace('+', ''));
		expect(Math.abs(Date.parse(first.time ?? '') - simulator.now())).toBeLessThan(400 * 24 * 3600 * 1000);
		expect(new Set(json.map(({ phone }) => phone)).size).toBe(2345);
		expect(rows[0]?.pairedItem).toEqual({ item: 0 });
		expect(rows[0]?.pairedItem).toBe(rows[2344]?.pairedItem);
	});

	withService('tells of rows that are longer or shorter than the header', async (setup) => {
		const { promotionId, facts } = withReport(setup, { rows: 5, raggedRows: true });
		const { json, hints } = await rowsOf(setup, promotionId, { simplify: false });
		expect(json).toHaveLength(facts.rows);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining(`2 rows of the report of ${promotionId} may have values in the wrong columns`),
		]);
		const problems = json.map(({ rowProblem }) => rowProblem).filter((problem) => problem !== undefined);
		expect(problems).toEqual(['2 values for 10 columns', '12 values for 10 columns']);
		const { json: counted } = await setup.run('report.summarize', { promotionId: byId(promotionId) });
		expect(counted[0]).toMatchObject({ rows: facts.rows, problemRows: 2 });
		expect(json.find(({ extraValues }) => extraValues !== undefined)?.extraValues).toEqual(['too', 'many']);
	});
});

describe('Limit', () => {
	withService('takes no more of a long report than it needs', async (setup) => {
		const { promotionId, facts } = withReport(setup, { rows: 1_000_000 });
		const { json, error, hints } = await setup.run('report.getAll', { promotionId: byId(promotionId), limit: 20 });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(20);
		expect(hints).toEqual([]);
		await setup.simulator.waitForRequest({ after: 0, endpoint: 'report', stage: 'dropped' });
		const [request] = setup.simulator.requests({ endpoint: 'report' });
		expect(request?.answeredBytes ?? 0).toBeLessThan(facts.bytes / 4);
		expect(setup.requests('report')).toBe(1);
	});

	withService('has nothing to do with the rows after it', async (setup) => {
		const body = `Name,Phone\nAnn,1\nBen,2\nCy\n${'x,'.repeat(2000)}\n`;
		await withRawService(setup, { body }, async (run) => {
			const { error, json, hints } = await run('report.getAll', { returnAll: false, limit: 2 });
			expect([error, json.map(({ name }) => name)]).toEqual([undefined, ['Ann', 'Ben']]);
			expect(hints.filter(({ message }) => message.includes('wrong columns'))).toEqual([]);
		});
	});
});

describe('Filters', () => {
	underEveryPersonality('keep the rows that are asked for', async (setup) => {
		const { promotionId, facts } = withReport(setup, { rows: 3000, failedPerThousand: 10 });
		const count = async (filters: INodeParameters) => {
			const { json, hints } = await rowsOf(setup, promotionId, { filters });
			expect(hints.filter(({ message }) => message.includes('statuses'))).toEqual([]);
			return json.length;
		};
		const failed = facts.failedStatus.toUpperCase();
		expect(await count({})).toBe(3000);
		expect(await count({ statuses: [` ${failed} `] })).toBe(30);
		expect(await count({ statuses: `={{ ['${failed}', 'x'] }}` })).toBe(30);
		expect(await count({ errorReason: 'any' })).toBe(3000);
		expect(await count({ errorReason: 'with' })).toBe(30);
		expect(await count({ errorReason: 'without' })).toBe(2970);
		expect(await count({ errorReason: '={{ "without" }}', statuses: [failed] })).toBe(0);
		const few = await rowsOf(setup, promotionId, { limit: 3, returnAll: false, filters: { statuses: [failed] } });
		expect(few.json.map(({ status }) => status)).toEqual(Array(3).fill(facts.failedStatus));
		const { json } = await rowsOf(setup, promotionId, { limit: 1, returnAll: false });
		const phone = String(json[0]?.phoneDigits);
		expect(await count({ phone: `00${phone.slice(0, 2)} ${phone.slice(2, 5)}-${phone.slice(5)}` })).toBe(1);
	});

	withService('name the statuses there are when none matches', async (setup) => {
		const { promotionId, facts } = withReport(setup, { rows: 3000, failedPerThousand: 10 });
		const { json, hints } = await rowsOf(setup, promotionId, { filters: { statuses: ['bounced'] } });
		expect(json).toEqual([]);
		const hint = hints.map(({ message }) => message).find((message) => message.includes('statuses')) ?? '';
		const commonestFirst = Object.entries(facts.byStatus)
			.sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
			.map(([status]) => status);
		expect(hint).toContain(`Its most common statuses are: ${commonestFirst.join(', ')}.`);
	});

	withService('leave out statuses, however they are given', async (setup) => {
		const extraRows = [{ Status: 'Delivered' }, { Status: 'Delivered' }, { Status: 'Read' }];
		const { promotionId } = withReport(setup, { rows: 0, extraRows });
		for (const given of [['delivered', 'Failed'], '["Delivered"]', '={{ JSON.stringify(["Delivered"]) }}']) {
			const { json, hints } = await rowsOf(setup, promotionId, { filters: { statusesToLeaveOut: given } });
			expect([json.map(({ status }) => status), hints]).toEqual([['Read'], []]);
		}
	});

	withService('say so when nobody has the phone number', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 1200, failedPerThousand: 0 });
		const { hints } = await rowsOf(setup, promotionId, { filters: { phone: '+1 415 555 9999' } });
		expect(hints.map(({ message }) => message)).toEqual([
			`The report of ${promotionId} has 1,200 recipients, and none of them matches the filters.`,
		]);
	});

	withService.each<{ filters: INodeParameters; message: string }>([
		{ filters: { phone: 'none' }, message: "'Phone' is not a phone number with its country code" },
		{ filters: { statuses: [''] }, message: "'Statuses' is empty" },
		{
			filters: { statusesToLeaveOut: ['Read', '={{ $json.nothing }}'] },
			message: "'Statuses to Leave Out' has an empty entry",
		},
	])('refuse what would let every row through: $filters', async (setup, { filters, message }) => {
		const { promotionId } = withReport(setup, { rows: 1 });
		const { error } = await rowsOf(setup, promotionId, { filters });
		expect(error?.message).toBe(message);
		expect(setup.requests('report')).toBe(0);
	});
});

describe('A header that lacks documented columns', () => {
	const body =
		'Name,Phone Number,Delivery Status,Error,Timestamp,FlowId,FlowName,RetryCount,TemplateName,Language\nAnn,1,ok,,,,,,,\n';

	withService.each(['getAll', 'summarize'])(
		'is told in one hint by %s, with the columns there are',
		async (setup, operation) => {
			await withRawService(setup, { body }, async (run) => {
				const { json, hints } = await run(`report.${operation}`, {});
				expect(json).toHaveLength(1);
				expect(json[0]).toMatchObject(operation === 'getAll' ? { phone: null, status: null } : { byStatus: null });
				expect(hints.map(({ message }) => message)).toEqual([
					expect.stringMatching(
						/^The report of \S+ has no columns Phone and Status, so what comes from there is null\. Its columns are "?Name"?, "?Phone Number"?, "?Delivery Status"?, "?Error/,
					),
				]);
			});
		},
	);
});

describe('A report without rows', () => {
	withService.each(['report.getAll', 'report.summarize'])('has a hint that says so: %s', async (setup, operation) => {
		const { promotionId } = withReport(setup, { rows: 0 });
		const { error, hints } = await setup.run(operation, { promotionId: byId(promotionId), returnAll: true });
		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message)).toEqual([
			`The report of ${promotionId} has no rows yet. Run this again after the promotion has sent messages.`,
		]);
	});

	withService('of fifteen promotions has ten hints, and one that says how many more there are', async (setup) => {
		const ids = Array.from({ length: 15 }, () => withReport(setup, { rows: 0 }).promotionId);
		const { hints } = await setup.run(
			'report.summarize',
			{ promotionId: byId('={{ $json.id }}') },
			{ items: ids.map((id) => ({ json: { id } })) },
		);
		expect(hints).toHaveLength(11);
		expect(hints[9]?.message).toContain(ids[9]);
		expect(hints[10]).toMatchObject({
			message: "5 more messages not shown here. Launch and Check list all of theirs in 'warnings' and 'notes'.",
			type: 'warning',
		});
	});
});

describe('several items', () => {
	withService('share one request for the same rows, and nothing else', async (setup) => {
		const ids = [4, 2].map((rows) => withReport(setup, { rows }).promotionId);
		const given = { promotionId: byId('={{ $json.id }}'), returnAll: true };
		const asked = [0, 1, 0].map((at) => ({ json: { id: ids[at] } }));
		const { items: rows } = await setup.run('report.getAll', given, { items: asked });
		expect(rows.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 2, 2]);
		expect(rows[6]?.json).toEqual(rows[0]?.json);
		expect(rows[6]?.json).not.toBe(rows[0]?.json);
		expect(setup.requests('report')).toBe(2);
	});

	withService('that ask for other rows of one report each get their own', async (setup) => {
		const { promotionId } = withReport(setup, { rows: 4 });
		const phones = (await rowsOf(setup, promotionId)).json.map(({ phone }) => phone as string);
		const { json } = await setup.run(
			'report.getAll',
			{ promotionId: byId(promotionId), returnAll: true, filters: { phone: '={{ $json.asked }}' } },
			{ items: phones.map((asked) => ({ json: { asked } })) },
		);
		expect(json.map(({ phone }) => phone)).toEqual(phones);
	});
});

describe('Summarize', () => {
	underEveryPersonality('counts the rows of a report, and reads it once for all items', async (setup) => {
		const { promotionId, facts } = withReport(setup, { rows: 4321, failedPerThousand: 20 });
		const { json } = await setup.run('report.summarize', { promotionId: byId(promotionId) }, { items: items(3) });
		expect(json).toHaveLength(3);
		expect(Object.keys(json[0] ?? {})).toEqual(
			'rows byStatus withErrorReason byErrorReason complete promotionId accountId'.split(' '),
		);
		const { rows, failedRows: withErrorReason, byStatus, byErrorReason } = facts;
		expect(json[2]).toMatchObject({ rows, withErrorReason, byStatus, byErrorReason });
		expect([setup.requests('report'), setup.requests('stats')]).toEqual([1, 0]);
	});
});
