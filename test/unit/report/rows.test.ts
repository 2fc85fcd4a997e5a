import { Columns, DOCUMENTED_COLUMNS } from '../../../nodes/RcsPromotion/report/columns';
import { readRowPhone } from '../../../nodes/RcsPromotion/report/row';
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
		['Timestamp', '1763600000000', { time: '2025-11-20T00:53:20.000Z' }],
		['Timestamp', '2025-11-20 00:53:20', { time: null }],
		['RetryCount', '12', { retryCount: 12 }],
		['RetryCount', '3.0', { retryCount: 3 }],
		['RetryCount', '', { retryCount: null }],
		['RetryCount', '3 of 5', { retryCount: null }],
		['RetryCount', '-1', { retryCount: null }],
		['Phone', 'unknown', { phone: 'unknown', phoneDigits: null }],
		['Phone', '+49170****501', { phone: '+49170****501', phoneDigits: null }],
	])('shows of %s «%s» %j', (column, text, shown) => {
		expect(simplified([text], [column])).toMatchObject(shown);
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
		const others = { flowId: 'f1', flowName: 'Flow', templateName: 'spring', language: 'en' };
		expect(row).toEqual({ ...simplified(ANA), ...others });
		const few = createRowMapper(['language', 'phone'], new Columns(['Phone']), IDS)(rowOf(['+1']));
		expect(few).toEqual({ language: null, phone: '+1', ...IDS });
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
		const rows = statuses.map((status) => ['+1', status]);
		const { byStatus } = await counted(['Phone', 'Status'], rows);
		expect(Object.entries(byStatus ?? {})).toEqual(Object.entries({ '(empty)': 3, ['__proto__']: 1, constructor: 1 }));
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
		const without = await counted(['Phone', 'Name'], failed);
		expect(without).toEqual({ rows: 4, byStatus: null, withErrorReason: null, byErrorReason: null });
	});

	it('keep the beginning of a value that is very long', async () => {
		const long = `${'x'.repeat(298)}😀${'y'.repeat(100_000)}`;
		const rows = [long, `${long}z`].map((status) => ['+1', status]);
		const { byStatus } = await counted(['Phone', 'Status'], rows);
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
		const rows = ['404', '503', '503', 'Blocked', '503', 'Blocked'].map((code) => ['+1', code]);
		const { byErrorReason } = await counted(['Phone', 'Error'], rows);
		expect(Object.entries(byErrorReason ?? {})).toEqual(Object.entries({ 'code 503': 3, Blocked: 2, 'code 404': 1 }));
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
		[HEADER.map((name) => name.replace('Phone', 'Phone Number').replace('Status', 'State')), ['Phone', 'Status']],
		[HEADER, []],
	])('know which of the documented ones a header lacks: %j', (header, missing) => {
		expect(new Columns(header).listMissing()).toEqual(missing);
	});

	it('take the first of two with one name', () => {
		expect(new Columns(['Reason', 'Phone', 'Phone']).position('Phone')).toBe(1);
	});
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
	['491701234567', '491701234567'],
	['0049 170 / 1234567', '491701234567'],
	['0170 1234567', undefined],
	['', undefined],
])('a phone such as %j is found by "%s"', (text, digits) => expect(readRowPhone(text)?.digits).toBe(digits));
