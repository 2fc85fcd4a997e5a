import { looksLikeReport, Columns, DOCUMENTED_COLUMNS } from '../../../nodes/RcsPromotion/report/columns';
import { toPhoneDigits } from '../../../nodes/RcsPromotion/report/row';
import { countRows } from '../../../nodes/RcsPromotion/operations/report/summarize';
import { Report } from '../../../nodes/RcsPromotion/report/report';
import { RowFilter } from '../../../nodes/RcsPromotion/report/rowFilter';
import { ROW_FIELDS, createRowMapper } from '../../../nodes/RcsPromotion/report/rowItems';
import { reportFileName } from '../../../nodes/RcsPromotion/operations/report/download';
import { bodyOf, NO_FILTER, rowOf } from './reading';

const IDS = { promotionId: 'p-1', accountId: 'acc' };
const HEADER: readonly string[] = DOCUMENTED_COLUMNS;
const ANA = ['Ana', '+49 151 / 12345678', 'Failed', '1763600000', 'Not reachable', 'f1', 'Flow', '2', 'spring', 'en'];

const counted = async (header: string[], rows: string[][]) =>
	await countRows(
		await Report.open(bodyOf([header, ...rows].map((values) => `${values.join()}\n`).join(''), [65_536])),
	);

const simplifiedRows = (columns: Columns, ids: typeof IDS) => createRowMapper('simplified', columns, ids);

describe('a simplified row', () => {
	const simplified = (values: string[], header = HEADER) => simplifiedRows(new Columns(header), IDS)(rowOf(values));

	it('has typed values under plain names, the IDs last', () => {
		expect(Object.entries(simplified(ANA))).toEqual([
			['phone', '+49 151 / 12345678'],
			['name', 'Ana'],
			['status', 'Failed'],
			['errorReason', 'Not reachable'],
			['time', '2025-11-20T00:53:20.000Z'],
			['retryCount', 2],
			['phoneDigits', '4915112345678'],
			['promotionId', 'p-1'],
			['accountId', 'acc'],
		]);
	});

	it('has null for what the report does not have, and no other shape', () => {
		const row = simplified(['x'], ['Cost']);
		expect(Object.keys(row)).toEqual(Object.keys(simplified(ANA)));
		expect(Object.values(row).filter((value) => value !== null)).toEqual(Object.values(IDS));
	});

	it.each(['Phone', 'Name', 'Status', 'Error'])('reads %s where it comes first', (column) => {
		expect(Object.values(simplified(['Blocked'], [column]))).toContain('Blocked');
	});

	it.each([
		['1763600000000', '2025-11-20T00:53:20.000Z'],
		['1763600000123456', '2025-11-20T00:53:20.123Z'],
		[' 2025-11-20T01:53:20+01:00 ', '2025-11-20T00:53:20.000Z'],
		['2025-11-20 00:53:20', null],
		['2025-99-20T00:53:20Z', null],
		['0', null],
		['', null],
		['9e99', null],
	])('knows the moment of «%s»', (timestamp, iso) => {
		expect(simplified([timestamp], ['Timestamp'])).toMatchObject({ time: iso });
	});

	it.each([
		['', null],
		['12', 12],
		['3 of 5', null],
		['-1', null],
	])('counts «%s» retries as %s', (text, retryCount) => {
		expect(simplified([text], ['RetryCount'])).toMatchObject({ retryCount });
	});

	it.each(['', 'unknown', '+49170****501'])('has no digits to find a contact by where the phone is «%s»', (phone) => {
		expect(simplified([phone], ['Phone'])).toMatchObject({ phone, phoneDigits: null });
	});

	it('says where its values may stand in the wrong columns', () => {
		expect(simplified(ANA).rowProblem).toBeUndefined();
		const makeItem = simplifiedRows(new Columns(['Phone', 'Name']), IDS);
		expect(makeItem(rowOf(['+1'])).rowProblem).toBe('1 value for 2 columns');
		expect(makeItem({ ...rowOf(['+1', 'a', 'b']), hasStrayQuote: true }).rowProblem).toBe(
			'a quotation mark (") in the wrong place',
		);
	});

	it('has beside it what else the document names, for choosing fields', () => {
		const row = createRowMapper(ROW_FIELDS, new Columns(HEADER), IDS)(rowOf(ANA));
		expect(row).toEqual({
			...simplified(ANA),
			flowId: 'f1',
			flowName: 'Flow',
			templateName: 'spring',
			language: 'en',
		});
		expect(createRowMapper(['language', 'phone'], new Columns(['Phone']), IDS)(rowOf(['+1']))).toEqual({
			language: null,
			phone: '+1',
			...IDS,
		});
	});
});

describe('a raw row', () => {
	it('has the columns under their own names and in their order, and never a key that n8n takes for a failed item', () => {
		const given: Array<[string, string]> = [
			['Name', 'Name'],
			['Error', 'Error'],
			['error', 'serviceError'],
			[' ', 'Column 4'],
			[' Name ', 'Name 2'],
			['Name', 'Name 3'],
			['__proto__', 'column __proto__'],
			['promotionId', 'column promotionId'],
			['accountId', 'column accountId'],
			['rowProblem', 'column rowProblem'],
			['extraValues', 'column extraValues'],
		];
		const makeItem = createRowMapper('raw', new Columns(given.map(([header]) => header)), IDS);
		const values = given.map((_, index) => `=${index}`);
		const row = makeItem(rowOf(values));
		expect(Object.entries(row)).toEqual([
			...given.map(([, name], index) => [name, values[index]]),
			...Object.entries(IDS),
		]);
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		const rowProblem = '13 values for 11 columns';
		expect(makeItem(rowOf([...values, 'x', 'y']))).toEqual({ ...row, extraValues: ['x', 'y'], rowProblem });
	});
});

describe('the counts of a report', () => {
	it('count values called "(empty)" together with empty ones', async () => {
		const statuses = ['', '(empty)', ' (empty)', '__proto__', 'constructor'];
		const { byStatus } = await counted(
			['Phone', 'Status'],
			statuses.map((status) => ['+1', status]),
		);
		expect(Object.entries(byStatus as object)).toEqual([
			['(empty)', 3],
			['__proto__', 1],
			['constructor', 1],
		]);
	});

	it('are null for columns that the report lacks, and sum up values after the first thousand', async () => {
		const late = Array.from({ length: 1500 }, (_, row) => ['Sent', `Message ${row} is late`, '9']);
		const failed = ['Not reachable', ' Not reachable ', '', 'Blocked'].map((reason) => ['Failed', reason, '10']);
		const json = await counted(['Status', 'Error', 'RetryCount'], [...failed, ...late]);
		expect(json).toMatchObject({
			rows: 1504,
			withErrorReason: 1503,
			byStatus: { Sent: 1500, Failed: 4 },
			byErrorReason: { 'Not reachable': 2, '(all others)': 502 },
		});
		expect(await counted(['Phone', 'Name'], failed)).toMatchObject({
			byStatus: null,
			withErrorReason: null,
			byErrorReason: null,
		});
	});

	it('keep the beginning of a value that is very long', async () => {
		const long = `${'x'.repeat(298)}😀${'y'.repeat(100_000)}`;
		const { byStatus } = await counted(
			['Phone', 'Status'],
			[
				['+1', long],
				['+1', `${long}z`],
			],
		);
		expect(byStatus).toEqual({ [`${'x'.repeat(298)}…`]: 2 });
	});
});

describe('an error reason', () => {
	// Signs and zeros, also as a database pads a column, and what programs write where they have no value.
	const none = ['', '-', '--', '–', '[]', '{}', "''", '0', '0000', '0.0', ' '.repeat(20), '-'.repeat(20)];
	none.push(' null ', 'NULL', 'undefined', 'null'.padEnd(20));
	// What the service means by them, its document does not say, so they are shown as they are.
	const some = ['Unknown', 'none', 'N/A', 'OK', '404', '-1', '0.5', '#1', 'E0', 'null pointer', '无', '٤'];

	it('that is a number is counted in the order of how often it occurs', async () => {
		const codes = ['404', '503', '503', 'Blocked', '503', 'Blocked'];
		const counts = await counted(
			['Phone', 'Error'],
			codes.map((code) => ['+1', code]),
		);
		expect(Object.entries(counts.byErrorReason as object)).toEqual([
			['code 503', 3],
			['Blocked', 2],
			['code 404', 1],
		]);
	});

	it.each([...none.map((text) => [text, ''] as const), ...some.map((text) => [text, text] as const)])(
		'of «%s» is «%s», for rows, filters and counts alike',
		async (text, reason) => {
			const [columns, row] = [new Columns(['Phone', 'Error']), rowOf(['+1', text])];
			expect(simplifiedRows(columns, IDS)(row).errorReason).toBe(reason);
			expect(new RowFilter({ ...NO_FILTER, errorReason: 'with' }, columns).matches(row)).toBe(reason !== '');
			expect(await counted(['Phone', 'Error'], [['+1', text]])).toMatchObject({
				withErrorReason: reason === '' ? 0 : 1,
				byErrorReason: reason === '' ? {} : { [/^\d+$/.test(reason) ? `code ${reason}` : reason]: 1 },
			});
		},
	);
});

describe('the columns', () => {
	it.each([
		['phone', 'Phone'],
		[' PHONE ', 'Phone'],
		['Retry Count', 'RetryCount'],
		['retry-count', 'RetryCount'],
		['template_name', 'TemplateName'],
	] as const)('understand %s', (name, column) => {
		expect(new Columns(['x', name]).position(column)).toBe(1);
	});

	it.each([
		[
			['Name', 'Phone Number', 'Delivery Status', 'Error', 'Timestamp', 'Flow ID', 'FlowName'],
			['Phone', 'Status', 'RetryCount', 'TemplateName', 'Language'],
		],
		[HEADER, []],
	])('know which of the documented ones a header lacks: %j', (header, missing) => {
		expect(new Columns(header).listMissing()).toEqual(missing);
	});

	it('take the first of two with one name', () => {
		expect(new Columns(['Reason', 'Phone', 'Phone']).position('Phone')).toBe(1);
	});
});

it.each([
	['Name,Phone,[Tag]', true],
	['\n"retry count", NAME\nCost', true],
	['Name,Cost\nName,Phone', false],
	['Name;Phone', false],
	['["Name","Phone","Status"]', false],
	['  {"rows":1,"Phone":"+49","Status":"Sent",Name,Phone', false],
	['<tr>,Name,Phone', false],
])('text that begins with %j is a report: %s', (text, isReport) => {
	expect(looksLikeReport(text)).toBe(isReport);
});

it.each([
	['6650f1c2a1', 'rcs-report-6650f1c2a1-2026-11-20.csv'],
	['a/b\\c..d', 'rcs-report-a-b-c..d-2026-11-20.csv'],
	['../../x', 'rcs-report-..-..-x-2026-11-20.csv'],
	['名前', 'rcs-report---2026-11-20.csv'],
])('the file of promotion %s is called %s', (promotionId, fileName) => {
	expect(reportFileName(promotionId, '2026-11-20')).toBe(fileName);
});

it.each([
	['+491701234567', '491701234567'],
	['491701234567', '491701234567'],
	['0049 170 / 1234567', '491701234567'],
	['+49 (0)170 1234567', '491701234567'],
	['\u202a+491701234567\u202c', '491701234567'],
	['491701234567.0', ''],
	['4.9E+11', ''],
	['0170 1234567', ''],
	['', ''],
])('a phone such as %j is found by "%s"', (text, digits) => expect(toPhoneDigits(text)).toBe(digits));
