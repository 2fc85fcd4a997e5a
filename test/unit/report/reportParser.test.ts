import { DownloadInspector } from '../../../nodes/RcsPromotion/report/downloadInspector';
import { ReportParser } from '../../../nodes/RcsPromotion/report/reportParser';
import { NotAReport, type Inspector } from '../../../nodes/service/reportStream';
import type { ReportBody } from '../../../nodes/service/reportStream';

const HEADER = 'Name,Phone,Status,Timestamp,Error,FlowId,FlowName,RetryCount,TemplateName,Language';
const ROW = 'Ana,+4915112345678,Delivered,1763600000,,,,0,spring,en';

const body = (contentType = 'text/csv', endIsMarked = true) => ({ contentType, endIsMarked }) as unknown as ReportBody;

function feed(inspector: Inspector, text: string | Buffer, chunkSize = 7): void {
	const bytes = Buffer.from(text as string);
	for (let from = 0; from < bytes.length; from += chunkSize) inspector.write(bytes.subarray(from, from + chunkSize));
	inspector.end();
}

function names(text: string | Buffer, contentType?: string): string[] {
	const found: string[] = [];
	const parser = new ReportParser(body(contentType), (columns) => {
		const name = columns.position('Name');
		return (row) => {
			found.push(row.text(name));
			return false;
		};
	});
	feed(parser, text);
	return found;
}

const faultOf = (text: string | Buffer, endIsMarked = true): Error & { advice?: string } => {
	try {
		feed(new ReportParser(body('', endIsMarked), () => () => false), text);
	} catch (error) {
		return error as Error;
	}
	throw new Error('nothing was thrown');
};

describe('a report', () => {
	it.each([
		['nothing', ''],
		['a byte order mark', '\uFEFF'],
		['line breaks', '\r\n\r\n'],
		['a header', HEADER],
		['a header with its line break', `${HEADER}\n`],
	])('may be %s', (_, text) => {
		expect(names(text)).toEqual([]);
	});

	it('may begin with empty lines, have its columns anywhere and more of them', () => {
		expect(names('\n\r\n Status ;Extra; NAME\nSent;x;Ana\nSent;y;Ben')).toEqual(['Ana', 'Ben']);
	});

	it('finds a delimiter between quotation marks', () => {
		expect(names('"Name"\t"Status"\t"a,b,c,d"\n"Ana"\t"Sent"\t"x"\n')).toEqual(['Ana']);
	});

	it('reads the encoding that its content type names', () => {
		const latin = Buffer.from('Name,Phone\nÉlise,1\n', 'latin1');
		expect(names(latin, 'text/csv; charset=ISO-8859-1')).toEqual(['Élise']);
		expect(names(Buffer.from('Name,Phone\nÉlise,1\n'), 'text/csv')).toEqual(['Élise']);
	});

	it.each(['iso-8859-1', 'ISO8859-1', 'latin1', 'windows-1252', 'cp1252', '"ISO-8859-1"', "'iso-8859-1'"])(
		'reads what Windows writes where its content type says %s',
		(charset) => {
			const bytes = Buffer.concat([Buffer.from('Name,Phone\nL'), Buffer.from([0x92, 0xe9, 0x80]), Buffer.from(',1\n')]);
			expect(names(bytes, `text/csv; charset=${charset}`)).toEqual(['L’é€']);
		},
	);

	it('counts rows and those of another length than the header', () => {
		const parser = new ReportParser(body(), () => () => false);
		feed(parser, `${HEADER}\n${ROW}\nToo,Few\n${ROW},many\n${ROW}`);
		expect(parser).toMatchObject({ rows: 4, unevenRows: 2, stopped: false });
	});

	it.each([
		['a page', '<!DOCTYPE html>\n<html><body>Sign in</body></html>'],
		['JSON', '{"message": "Report not ready"}'],
		['JSON with the names of columns', '{"success":false,"missing":["Name","Phone","Status"]}'],
		['a list with the names of columns', '["Name","Phone","Status"]'],
		['part of a page with the names of columns', '<p>Error, status, phone, sorry</p>'],
		['a word that is the name of a column', 'Error'],
		['a quoted word that is the name of a column', '"Error"\n'],
		['words of which one is the name of a column', 'Error, report is not ready yet'],
		['words of which two are the names of columns', 'Error, status, sorry'],
		['a message below such a word', 'error\nplease try later\n'],
		['a sentence', 'The report is being prepared.'],
		['another table', 'id,amount\n1,2\n'],
		['a file without line breaks', 'x'.repeat(200_000)],
	])('is not %s', (_, text) => {
		expect(faultOf(text)).toBeInstanceOf(NotAReport);
	});

	it.each([
		['a last row with fewer values', `${HEADER}\n${ROW}\nBen,+4915`, 'its last row is cut off'],
		['a quotation mark that is never closed', `${HEADER}\n${ROW}\n"Ben,+49`, 'row 3'],
		['a quotation mark at the very end', `${HEADER}\n${ROW}\n"`, 'row 3'],
	])('ended early with %s', (_, text, words) => {
		const fault = faultOf(text, false);
		expect(fault.message).toContain('The report ended early');
		expect(fault.message).toContain(words);
		expect(fault.advice).toContain('Run this again');
	});

	it('cannot be read where a quotation mark is never closed although the service says that this was all', () => {
		for (const text of [`${HEADER}\n"Bob,+4915,Read\n${ROW}\n`, `${HEADER}\n${ROW}\n"`]) {
			expect(faultOf(text).message).toMatch(/^Row \d of the report cannot be read: .* never closed$/);
			expect(faultOf(text).advice).toContain('Download');
		}
	});

	it.each([
		['in the end', `${HEADER}\n${ROW}\n`, '   '],
		['in the end', `${HEADER}\n${ROW}\n`, '\t'],
		['in the end', `${HEADER}\n${ROW}\n`, '\x1a'],
		['in the end', `${HEADER}\n${ROW}\n`, '\0\0'],
		['in the middle', `${HEADER}\n${ROW}\n  \n`, ROW],
	])('may have a line %s that holds nothing to see', (_, text, rest) => {
		const parser = new ReportParser(body(), () => () => false);
		feed(parser, text + rest);
		expect(parser).toMatchObject({ rows: rest === ROW ? 2 : 1, unevenRows: 0 });
	});

	it.each([' \n', '\uFEFF\n', '\t \r\n\r\n', '\uFEFF \n'])('may begin with a line that shows nothing: %j', (blank) => {
		for (const size of [1, 2, 3, 1000]) {
			const found: string[] = [];
			const parser = new ReportParser(body(), (columns) => (row) => {
				found.push(row.text(columns.position('Phone')));
				return false;
			});
			feed(parser, `${blank}${HEADER}\n${ROW}\n`, size);
			expect(found).toEqual(['+4915112345678']);
		}
	});

	it('is not whole although its last row, which is cut off, was enough', () => {
		for (const text of [`${HEADER}\nBen,+4915`, `${HEADER}\n${ROW}\nBen,+4915`]) {
			const wanted = text.split('\n').length - 1;
			let rows = 0;
			const parser = new ReportParser(body('', false), () => () => ++rows === wanted);
			expect(() => feed(parser, text, 1000)).toThrow('its last row is cut off');
		}
	});

	it('may lack columns, but not where its only line could be cut off', () => {
		expect(names('Name,Phone,Status,Templ')).toEqual([]);
		expect(faultOf('Name,Phone,Status,Templ', false).message).toContain('its first line is cut off');
		expect(() => names(HEADER)).not.toThrow();
	});

	it('names the line that is no CSV', () => {
		expect(faultOf(`${HEADER}\n${ROW}\n"Ben"x,1\n`).message).toContain('Row 3 of the report cannot be read');
	});

	it('does not collect the whole report behind a lost quotation mark', () => {
		const parser = new ReportParser(body(), () => () => false);
		parser.write(Buffer.from(`${HEADER}\n"`));
		const chunk = Buffer.alloc(64 * 1024, `${ROW}\n`);
		expect(() => {
			for (let written = 0; written < 40; written++) parser.write(chunk);
		}).toThrow('far too long');
	});

	it('says that it cannot read UTF-16', () => {
		expect(faultOf(Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le')).message).toContain('UTF-16');
	});
});

describe('a report that is downloaded', () => {
	const download = (text: string) => feed(new DownloadInspector(body()), text);

	it('is let through when a row is no CSV', () => {
		expect(() => download(`${HEADER}\n"Ben"x,1\n`)).not.toThrow();
	});

	it('is refused when it is none, or ended early', () => {
		expect(() => download('<html></html>')).toThrow(NotAReport);
		expect(() => download(`${HEADER}\n${ROW}\nBen,+4915`)).toThrow('its last row is cut off');
	});
});
