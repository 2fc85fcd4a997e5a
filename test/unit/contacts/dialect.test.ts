import { dialectOf } from '../../../nodes/RcsPromotion/contacts/dialect';
import type { Delimiter } from '../../../nodes/RcsPromotion/contacts/types';

describe('the delimiter that makes most sense of the beginning', () => {
	test.each<[string, string, Delimiter]>([
		['commas', 'name,phone\nAnn,1', 'comma'],
		['semicolons', 'name;phone\nAnn;1', 'semicolon'],
		['tabs', 'name\tphone\nAnn\t1', 'tab'],
		['semicolons with commas in values', 'name;phone\n"Doe, Ann";1\nBo, Li, and Co;2', 'semicolon'],
		['commas with semicolons in values', 'name,phone\nAnn; Bo; Cy,1', 'comma'],
		['quoted names', '"name";"phone"\n"Ann";"1"', 'semicolon'],
		['names nobody knows', 'Vorname;Handy\nAnn;1\nBo;2', 'semicolon'],
		['a known name, although commas cut more evenly', 'language;x,y\n1;2;3,a\n4;5;6,b', 'semicolon'],
		['a known name, although commas make more columns', 'language;a,b,c\n1;2,3,4', 'semicolon'],
		['rows cut evenly, although commas make more columns', 'Kunde;Nr, alt, neu\nA;1\nB;2', 'semicolon'],
		['more columns where both cut evenly', 'A;B,C;D\n1;2,3;4', 'semicolon'],
		['one column that nobody knows', 'Nummer\n1,2\n3,4', 'comma'],
		['one column', 'phone\n1\n2', 'comma'],
		['one column with commas in its values', 'phone\n"1,2"', 'comma'],
		['a byte order mark', '\ufeffphone;name\n1;Ann', 'semicolon'],
		['a quotation mark that never closes', 'name;phone\n"Ann;1\n', 'semicolon'],
		['nothing', '', 'comma'],
	])('%s', async (_name, head, delimiter) => {
		expect((await dialectOf(head, 'auto')).delimiter).toBe(delimiter);
	});
	test('what was chosen is not second-guessed', async () => {
		expect((await dialectOf('name,phone\n1,2', 'tab')).delimiter).toBe('tab');
		expect(await dialectOf('sep=;\nname;phone', 'comma')).toMatchObject({ delimiter: 'comma', hasSeparatorLine: true });
	});
});

describe("Excel's note on the delimiter", () => {
	test.each<[string, Delimiter, boolean]>([
		['sep=;\r\nname;phone', 'semicolon', true],
		['SEP=\t\nname\tphone', 'tab', true],
		['"sep=,"\nname;phone', 'comma', true],
		['\ufeffsep=;\nphone', 'semicolon', true],
		['sep=|\nname;phone', 'semicolon', true],
		['sep=;', 'semicolon', true],
		['separator;phone\n', 'semicolon', false],
		['sep=;;phone\n', 'semicolon', false],
		['name,sep=;\nAnn,1', 'comma', false],
	])('%j', async (head, delimiter, hasSeparatorLine) => {
		expect(await dialectOf(head, 'auto')).toMatchObject({ delimiter, hasSeparatorLine });
	});
});
