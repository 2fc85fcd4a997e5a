import { Columns } from '../../../nodes/RcsPromotion/report/columns';
import { readRowPhone } from '../../../nodes/RcsPromotion/report/row';
import { RowFilter, type RowFilters } from '../../../nodes/RcsPromotion/report/rowFilter';
import { NO_FILTER, rowOf } from './reading';

describe('the filters', () => {
	const judged = (filters: Partial<RowFilters>, rows: string[][], header = ['Status', 'Error', 'Phone']) => {
		const filter = new RowFilter({ ...NO_FILTER, ...filters }, new Columns(header));
		return { kept: rows.filter((values) => filter.matches(rowOf(values))).map(([status]) => status), filter };
	};
	const ROWS = [
		['Failed', 'why', '+49 151 12345671'],
		[' failed ', '  ', '0049 (0)151-12345671'],
		['Sent', '', '+49 151 12345672'],
	];

	const phone = (text: string) => ({ e164Number: readRowPhone(text)?.e164Number });

	it.each<[string, Partial<RowFilters>, string[]]>([
		['all', {}, ['Failed', ' failed ', 'Sent']],
		['those with a status, in any case', { statuses: ['FAILED'] }, ['Failed', ' failed ']],
		['those with one of several', { statuses: ['sent', 'x', 'Failed'] }, ['Failed', ' failed ', 'Sent']],
		['all but those with a status', { statusesToLeaveOut: ['FAILED'] }, ['Sent']],
		['nobody who is wanted and left out', { statuses: ['failed'], statusesToLeaveOut: ['failed'] }, []],
		['those with an error reason', { errorReason: 'with' }, ['Failed']],
		['those without one', { errorReason: 'without' }, [' failed ', 'Sent']],
		['one phone, however it is written', phone('(+49) 15112345671'), ['Failed', ' failed ']],
		[
			'what all agree on',
			{ statuses: ['failed', 'sent'], errorReason: 'without', ...phone('4915112345672') },
			['Sent'],
		],
	])('keep %s', (_, filters, kept) => {
		expect(judged(filters, ROWS).kept).toEqual(kept);
	});

	it.each([
		['+54 11 2345-6789', '+5491123456789'],
		['+54 9 11 2345-6789', '541123456789'],
		['+52 1 55 1234 5678', '+525512345678'],
	])('%s is the person of %s', (lookedFor, inRow) => {
		expect(judged(phone(lookedFor), [['Sent', '', inRow]]).kept).toEqual(['Sent']);
	});

	it('name the statuses there are only when no row passes', () => {
		const rows = [...ROWS, ['Sent'], ['']];
		const instead = (filters: Partial<RowFilters>) => judged(filters, rows).filter.statusesIfNoneWanted;
		expect(instead({ statuses: ['sent'] })).toEqual([]);
		expect(instead({ statuses: ['bounced'] })).toEqual(['Sent', 'Failed', 'failed', '']);
		expect(instead({ statusesToLeaveOut: ['sent'] })).toEqual([]);
		expect(instead({ statuses: ['sent'], statusesToLeaveOut: ['sent'] })).toEqual(['Sent', 'Failed', 'failed', '']);
	});

	it.each<[string, Partial<RowFilters>]>([
		['Status', { statuses: ['x'] }],
		['Status', { statusesToLeaveOut: ['x'] }],
		['Error', { errorReason: 'without' }],
		['Phone', phone('+4915112345671')],
	])('refuse a report that lacks the column %s', (column, filters) => {
		expect(() => judged(filters, [], ['Name'])).toThrow(`has no column ${column}`);
	});
});
