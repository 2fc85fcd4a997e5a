import { Columns, delimiterOf } from '../../../nodes/RcsPromotion/report/columns';
import type { ScannedRow } from '../../../nodes/RcsPromotion/report/scannedRow';
import { reportFileName } from '../../../nodes/RcsPromotion/operations/report/download';
import { phoneDigits } from '../../../nodes/service/phoneDigits';
import { RowFilter, type RowFilters } from '../../../nodes/RcsPromotion/report/rowFilter';
import { RowCounts } from '../../../nodes/RcsPromotion/report/rowCounts';
import { rawRows, simplifiedRows } from '../../../nodes/RcsPromotion/report/rowItems';

const IDS = { accountId: 'acc', promotionId: 'p-1' };
const HEADER = [
	'Name',
	'Phone',
	'Status',
	'Timestamp',
	'Error',
	'FlowId',
	'FlowName',
	'RetryCount',
	'TemplateName',
	'Language',
];

const rowOf = (values: string[]): ScannedRow => ({
	length: values.length,
	hasStrayQuote: false,
	text: (position) => values[position] ?? '',
	digits: (position) => (/^\d{1,15}$/.test(values[position] ?? '') ? Number(values[position]) : undefined),
	isEmpty: (position) => (values[position] ?? '') === '',
});

describe('a simplified row', () => {
	const simplified = (values: string[], header = HEADER, neutralize = false) =>
		simplifiedRows(new Columns(header), IDS, neutralize)(rowOf(values));

	it('has typed values under plain names', () => {
		const values = ['Ana', '+49 151 / 234', 'Failed', '1763600000', 'Not reachable', 'f1', 'Flow', '2', 'spring', 'en'];
		expect(simplified(values)).toEqual({
			...IDS,
			phone: '+49 151 / 234',
			phoneDigits: '49151234',
			name: 'Ana',
			status: 'Failed',
			errorReason: 'Not reachable',
			timestamp: '1763600000',
			timestampIso: '2025-11-20T00:53:20.000Z',
			retryCount: 2,
		});
	});

	it('has null for what the report does not have, and no other shape', () => {
		const row = simplified(['+1', 'x'], ['Phone', 'Extra']);
		expect(Object.keys(row)).toEqual(Object.keys(simplified([])));
		expect(row).toMatchObject({ phone: '+1', name: null, retryCount: null, timestamp: null, timestampIso: null });
		expect(Object.values(simplified(['7'], ['Cost'])).filter((value) => value !== null)).toEqual(
			Object.values(IDS).reverse(),
		);
	});

	it.each(['Phone', 'Name', 'Status', 'Error'])('reads %s where it comes first', (column) => {
		expect(Object.values(simplified(['Blocked'], [column]))).toContain('Blocked');
	});

	it('leaves alone what has the mark of a formula further on', () => {
		expect(simplified(['Sale -20% @ noon'], ['Name'], true)).toMatchObject({ name: 'Sale -20% @ noon' });
	});

	it.each([
		['1763600000000', '2025-11-20T00:53:20.000Z'],
		['1763600000123456', '2025-11-20T00:53:20.123Z'],
		['2025-11-20T01:53:20+01:00', '2025-11-20T00:53:20.000Z'],
		[' 2025-11-20T00:53:20Z ', '2025-11-20T00:53:20.000Z'],
		['2025-11-20 00:53:20', null],
		['2025-99-20T00:53:20Z', null],
		['0', null],
		['', null],
		['soon', null],
		['9e99', null],
	])('knows the moment of «%s»', (timestamp, iso) => {
		expect(simplified([timestamp], ['Timestamp'])).toMatchObject({ timestamp, timestampIso: iso });
	});

	it.each([
		['', null],
		[' 3 ', 3],
		[' 12 ', 12],
		['3 of 5', null],
		['x', null],
		['-1', null],
	])('counts «%s» retries as %s', (text, retryCount) => {
		expect(simplified([text], ['RetryCount'])).toMatchObject({ retryCount });
	});

	it('neutralises formulas everywhere but in the phone', () => {
		const values = ['=1+1', '+49151', '-x', '1763600000', '@SUM(A1)', '\tx', '\rx', '1', '+y', 'en'];
		expect(simplified(values, HEADER, true)).toMatchObject({
			name: "'=1+1",
			phone: '+49151',
			phoneDigits: '49151',
			status: "'-x",
			errorReason: "'@SUM(A1)",
		});
		expect(simplified(values)).toMatchObject({ name: '=1+1', errorReason: '@SUM(A1)' });
	});
});

describe('a raw row', () => {
	it('has the columns under their own names, and never a key that n8n takes for a failed item', () => {
		const header = ['Name', 'Error', 'error', '', 'Name', '__proto__', 'promotionId', 'Phone'];
		const row = rawRows(
			new Columns(header),
			IDS,
			true,
		)(rowOf(['=x', 'e1', 'e2', 'nameless', 'again', 'p', 'other', '+1', 'more']));
		expect(row).toEqual({
			...IDS,
			Name: "'=x",
			Error: 'e1',
			serviceError: 'e2',
			'Column 4': 'nameless',
			'Name 2': 'again',
			'column __proto__': 'p',
			'column promotionId': 'other',
			Phone: '+1',
			extraValues: ['more'],
		});
		expect(Object.keys(row)).not.toContain('error');
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
	});

	it('keeps the columns in their order, whatever else they are called, and every further value', () => {
		const header = [' Cost ', ' ', 'Tag', 'Tag', 'Tag', 'accountId', 'rowProblem'];
		const makeItem = rawRows(new Columns(header), IDS, false);
		const values = ['0.07', 'x', 'a', 'b', 'c', 'theirs', 'none'];
		const names = ['Cost', 'Column 2', 'Tag', 'Tag 2', 'Tag 3', 'column accountId', 'column rowProblem'];
		const whole = makeItem(rowOf(values));
		expect(Object.keys(whole)).toEqual([...names, ...Object.keys(IDS)]);
		expect(Object.values(whole)).toEqual([...values, ...Object.values(IDS)]);
		expect(makeItem(rowOf([...values, 'more', 'and more']))).toEqual({ ...whole, extraValues: ['more', 'and more'] });
	});

	it('keeps a column that is called as its list of further values', () => {
		const makeItem = rawRows(new Columns(['Phone', 'extraValues']), IDS, false);
		expect(makeItem(rowOf(['+1', 'own', 'more']))).toMatchObject({
			'column extraValues': 'own',
			extraValues: ['more'],
		});
	});
});

it('counts what is called as nothing together with nothing', () => {
	const counts = new RowCounts((text) => text);
	const count = counts.over(new Columns(['Phone', 'Status']));
	for (const status of ['', '(empty)', ' (empty)', '__proto__', 'constructor']) count(rowOf(['+1', status]));
	const { byStatus } = counts.toJson() as { byStatus: Record<string, number> };
	expect(Object.entries(byStatus)).toEqual([
		['(empty)', 3],
		['__proto__', 1],
		['constructor', 1],
	]);
});

it('counts what the report has, without what it lacks, and sums up what is too much to list', () => {
	const counts = new RowCounts((text) => text);
	const count = counts.over(new Columns(['Status', 'Error', 'RetryCount']));
	const isItem = ['Not reachable', ' Not reachable ', '', 'Blocked'].map((reason) =>
		count(rowOf(['Failed', reason, '10'])),
	);
	for (let row = 0; row < 1500; row++) count(rowOf(['Sent', `Message ${row} is late`, '9']));
	expect(isItem).toEqual([false, false, false, false]);
	const json = counts.toJson();
	expect(json).toMatchObject({ rows: 1504, withErrorReason: 1503 });
	expect([json.byTemplate, json.byLanguage]).toEqual([{}, {}]);
	expect(json.byStatus).toEqual({ Sent: 1500, Failed: 4 });
	expect(json.byErrorReason).toMatchObject({ 'Not reachable': 2, '(all others)': 502 });
	expect(Object.keys(json.byRetryCount as object)).toEqual(['9', '10']);
});

describe('an error reason', () => {
	const none = [
		'',
		'-',
		'--',
		'–',
		' null ',
		'NULL',
		'N/A',
		'n/a',
		'n.a.',
		'NONE',
		'None',
		'0',
		'undefined',
		'No error',
		'NO_ERROR',
		'(none)',
		'none.',
		'N / A',
		'0000',
		'OK',
		'Success',
		'false',
		'[]',
		'{}',
		'NA',
		'NoError',
		'NaN',
		'#N/A',
		'\\N',
		'0.0',
		"''",
		'Not applicable',
		'empty',
		'Success!',
		// As a database pads a column.
		' '.repeat(20),
		'none'.padEnd(20),
		'-'.repeat(20),
	];
	const some = [
		'Unknown',
		'no',
		'404',
		'-1',
		'nothing sent',
		'none of the numbers',
		'e-1',
		'not ok',
		'0.5',
		'#1',
		'Not found',
	];
	it.each([...none.map((text) => [text, ''] as const), ...some.map((text) => [text, text] as const)])(
		'of «%s» is «%s», for rows, filters and counts alike',
		(text, reason) => {
			expect(simplifiedRows(new Columns(['Phone', 'Error']), IDS, false)(rowOf(['+1', text]))).toMatchObject({
				errorReason: reason,
			});
			const filters = { statuses: [], statusesToLeaveOut: [], phoneDigits: '', includeWithoutTime: false };
			const failedOnly = new RowFilter({ ...filters, hasErrorReason: true }, new Columns(['Error']), (given) => given);
			expect(failedOnly.matches(rowOf([text]))).toBe(reason !== '');
			const counts = new RowCounts((given) => given);
			counts.over(new Columns(['Phone', 'Error']))(rowOf(['+1', text]));
			const { withErrorReason, byErrorReason } = counts.toJson();
			expect(withErrorReason).toBe(reason === '' ? 0 : 1);
			expect(byErrorReason).toEqual(reason === '' ? {} : { [reason]: 1 });
		},
	);
});

describe('the columns', () => {
	it.each([
		['phone_number', 'Phone'],
		['Phone Number', 'Phone'],
		[' PHONE ', 'Phone'],
		['Retry Count', 'RetryCount'],
		['retry-count', 'RetryCount'],
		['template_name', 'TemplateName'],
		['FLOW ID', 'FlowId'],
		['error_reason', 'Error'],
		['time stamp', 'Timestamp'],
		['Full Name', 'Name'],
		['contact_name', 'Name'],
		['Mobile', 'Phone'],
		['Mobile Number', 'Phone'],
		['MSISDN', 'Phone'],
		['Delivery Status', 'Status'],
		['message_status', 'Status'],
		['Date Time', 'Timestamp'],
		['Error Message', 'Error'],
		['Failure Reason', 'Error'],
		['Retries', 'RetryCount'],
		['retry_number', 'RetryCount'],
		['Template', 'TemplateName'],
		['Lang', 'Language'],
		['Template Language', 'Language'],
	] as const)('understand %s', (name, column) => {
		expect(new Columns(['x', name]).position(column)).toBe(1);
	});

	it('prefer the documented name, tell what they do not know, and what is missing', () => {
		const columns = new Columns(['Reason', 'Cost', 'Error', '', ' ', 'Phone', 'Phone']);
		expect(columns.position('Error')).toBe(2);
		expect(columns.unknown).toEqual(['Reason', 'Cost', 'Phone']);
		expect(columns.missing).toEqual([
			'Name',
			'Status',
			'Timestamp',
			'FlowId',
			'FlowName',
			'RetryCount',
			'TemplateName',
			'Language',
		]);
	});
});

it.each([
	['Name,Phone,[Tag]', ','],
	['Name;Phone', ';'],
	['Name\tPhone', '\t'],
	['Name|Phone', '|'],
	['Name,Cost', undefined],
	['["Name","Phone","Status"]', undefined],
	['  {"rows":1,"Phone":"+49","Status":"Sent",Name,Phone', undefined],
	['<tr>,Name,Phone', undefined],
])('the values below %j are separated by %j', (headerLine, delimiter) => {
	expect(delimiterOf(headerLine)).toBe(delimiter);
});

describe('the filters', () => {
	const judged = (filters: Partial<RowFilters>, rows: string[][], header = ['Status', 'Error', 'Phone']) => {
		const filter = new RowFilter(
			{ statuses: [], statusesToLeaveOut: [], phoneDigits: '', includeWithoutTime: false, ...filters },
			new Columns(header),
			(text) => text,
		);
		return { kept: rows.filter((values) => filter.matches(rowOf(values))).map(([status]) => status), filter };
	};
	const ROWS = [
		['Failed', 'why', '+49 151 1'],
		[' failed ', '  ', '0049151-1'],
		['Sent', '', '+49 151 2'],
	];

	it('let all pass when none is chosen', () => {
		expect(judged({}, ROWS).kept).toEqual(['Failed', ' failed ', 'Sent']);
	});

	it('compare statuses without case and outer spaces', () => {
		expect(judged({ statuses: ['FAILED'] }, ROWS).kept).toEqual(['Failed', ' failed ']);
	});

	it('take blanks for no reason', () => {
		expect(judged({ hasErrorReason: true }, ROWS).kept).toEqual(['Failed']);
		expect(judged({ hasErrorReason: false }, ROWS).kept).toEqual([' failed ', 'Sent']);
	});

	it('compare phones by their digits', () => {
		expect(judged({ phoneDigits: phoneDigits('(+49) 1511') }, ROWS).kept).toEqual(['Failed', ' failed ']);
	});

	it('must all agree', () => {
		expect(judged({ statuses: ['failed', 'sent'], hasErrorReason: false, phoneDigits: '491512' }, ROWS).kept).toEqual([
			'Sent',
		]);
	});

	it('leave statuses out, whatever their case', () => {
		expect(judged({ statusesToLeaveOut: ['FAILED'] }, ROWS).kept).toEqual(['Sent']);
		expect(judged({ statusesToLeaveOut: ['sent'], hasErrorReason: true }, ROWS).kept).toEqual(['Failed']);
		expect(judged({ statuses: ['failed'], statusesToLeaveOut: ['failed'] }, ROWS).kept).toEqual([]);
	});

	it('know a time by its unit, from the first moment on and up to the last', () => {
		const times = [
			['before', '1763599999999'],
			['first', '1763600000000'],
			['seconds', '1763600000'],
			['micro', '1763600000000001'],
			['iso', '2025-11-20T01:53:20+01:00'],
			['last', '1763600059999'],
			['after', '1763600060000'],
			['none', ''],
			['zero', '0'],
			['soon', 'soon'],
		];
		const header = ['Status', 'Timestamp'];
		const within = { sinceMs: 1_763_600_000_000, untilMs: 1_763_600_060_000 };
		const inTime = ['first', 'seconds', 'micro', 'iso', 'last'];
		expect(judged(within, times, header).kept).toEqual(inTime);
		expect(judged(within, times, header).filter.withoutTime).toBe(3);
		const all = judged({ ...within, includeWithoutTime: true }, times, header);
		expect(all.kept).toEqual([...inTime, 'none', 'zero', 'soon']);
		expect(all.filter.withoutTime).toBe(0);
		expect(judged({ sinceMs: within.untilMs }, times, header).kept).toEqual(['after']);
		expect(judged({ untilMs: within.sinceMs }, times, header).kept).toEqual(['before']);
	});

	it('know the statuses there are only when no wanted one occurs', () => {
		expect(judged({ statuses: ['sent'] }, ROWS).filter.statusesInstead).toEqual([]);
		expect(judged({ statuses: ['bounced'] }, [...ROWS, ['Sent'], ['']]).filter.statusesInstead).toEqual([
			'Sent',
			'',
			'Failed',
			'failed',
		]);
	});

	it('refuse a report that lacks the column', () => {
		expect(() => judged({ statuses: ['x'] }, [], ['Phone'])).toThrow('has no column Status');
	});
});

it.each([
	['+49 (151) 234-56', '4915123456'],
	['0049151', '49151'],
	['+491511234567', '491511234567'],
	['4.91511E+11', ''],
	['', ''],
])('phone «%s» has the digits %s', (phone, digits) => {
	expect(phoneDigits(phone)).toBe(digits);
});

it.each([
	['6650f1c2a1', 'rcs-report-6650f1c2a1-2026-11-20.csv'],
	['a/b\\c..d', 'rcs-report-a-b-c..d-2026-11-20.csv'],
	['../../x', 'rcs-report-x-2026-11-20.csv'],
	['名前', 'rcs-report-2026-11-20.csv'],
])('names the file of %s', (promotionId, fileName) => {
	expect(reportFileName(promotionId, '2026-11-20')).toBe(fileName);
});
