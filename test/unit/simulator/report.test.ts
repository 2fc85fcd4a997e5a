import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { personalities, startSimulator, type ReportOptions, type Simulator } from '../../../simulator';
import { launch, send } from './wire';

async function reportOf(service: Simulator, promotionId: string): Promise<Buffer> {
	const response = await send(service, {
		path: `/api/v2/promotion/${service.accountId}/statistics/${promotionId}/report?channel=rcs`,
	});
	expect(response.ok).toBe(true);
	return Buffer.from(await response.arrayBuffer());
}

const records = (bytes: Buffer, delimiter: string) =>
	Papa.parse<string[]>(bytes.toString('utf8').replace(/^\uFEFF/, ''), { delimiter, skipEmptyLines: true }).data;

describe('shapes of a report', () => {
	let service: Simulator;
	beforeAll(async () => {
		service = await startSimulator();
	});
	afterAll(async () => await service.stop());

	it.each<[string, Partial<ReportOptions>, (text: string) => unknown]>([
		['header only', { rows: 0 }, (text) => text.split('\n').length === 2],
		['completely empty', { empty: true, rows: 5 }, (text) => text === ''],
		['semicolons', { rows: 3, delimiter: ';' }, (text) => text.startsWith('Name;Phone;')],
		['tabs', { rows: 3, delimiter: '\t' }, (text) => text.startsWith('Name\tPhone\t')],
		['CRLF', { rows: 3, lineEnding: '\r\n' }, (text) => text.split('\r\n').length === 5],
		['a BOM', { rows: 3, byteOrderMark: true }, (text) => text.startsWith('\uFEFFName,')],
		['everything quoted', { rows: 3, quoteAll: true }, (text) => text.startsWith('"Name","Phone"')],
		['no last line ending', { rows: 3, finalLineEnding: false }, (text) => !text.endsWith('\n')],
		['no last line ending, header only', { rows: 0, finalLineEnding: false }, (text) => text.endsWith('Language')],
		['another order', { rows: 3, columns: ['Status', 'Phone'] }, (text) => text.startsWith('Status,Phone\n')],
		['an extra column', { rows: 3, columns: ['Phone', 'Channel'] }, (text) => text.includes('extra Channel')],
		['no phone', { rows: 2500, columns: ['Status'] }, (text) => text.split('\n').length === 2502],
		['more than a block', { rows: 3456 }, (text) => text.split('\n').length === 3458],
		['awkward rows', { rows: 10, awkwardRows: true }, (text) => text.includes('"Anna ""Ann"" Smith"')],
		['ragged rows', { rows: 10, raggedRows: true }, (text) => text.includes('\nToo,Few\n')],
		['many failures', { rows: 1000, failedPerThousand: 333 }, (text) => text.match(/,Failed,/g)?.length === 333],
	])('%s', async (_what, report, looksRight) => {
		const { promotionId } = service.addPromotion({ phase: 'completed', report });
		const bytes = await reportOf(service, promotionId);
		const facts = service.reportFacts(promotionId);
		expect(looksRight(bytes.toString('utf8'))).toBe(true);
		expect(bytes.length).toBe(facts.bytes);
		expect(createHash('sha256').update(bytes).digest('hex')).toBe(facts.sha256);
		expect(Math.max(0, records(bytes, report.delimiter ?? ',').length - 1)).toBe(facts.rows);
	});
});

it.each(personalities)('before and after the start under $name', async ({ name, reportInPreparation }) => {
	const service = await startSimulator({ personality: name });
	const { promotionId } = service.addPromotion({ phase: 'preparation', recipients: 20 });
	const path = `/api/v2/promotion/${service.accountId}/statistics/${promotionId}/report?channel=rcs`;
	const early = await send(service, { path });
	expect(early.ok).toBe(reportInPreparation !== 'refused');
	if (reportInPreparation === 'empty') expect(await early.text()).toBe('');
	service.update(promotionId, { phase: 'completed' });
	expect(records(await reportOf(service, promotionId), ',')).toHaveLength(21);
	await service.stop();
});

it('names the recipients of a small launch, also where their names need quotes', async () => {
	const service = await startSimulator();
	const csv = 'phone,name\n' + Array.from({ length: 1500 }, (_, n) => `+4917${n},"Ann, ""${n}"""\n`).join('');
	await launch(service, { csv });
	const { promotionId } = service.launches()[0] ?? { promotionId: '' };
	service.update(promotionId, { phase: 'completed' });
	const bytes = await reportOf(service, promotionId);
	expect(bytes.length).toBe(service.reportFacts(promotionId).bytes);
	const [, ...rows] = records(bytes, ',');
	expect(rows).toHaveLength(1500);
	expect(rows[7]?.slice(0, 2)).toEqual(['Ann, "7"', '+49177']);
	expect(new Set(rows.map((row) => row[1])).size).toBe(1500);
	await service.stop();
});
