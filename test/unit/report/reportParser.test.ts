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

	it('counts rows and those of another length than the header', () => {
		const parser = new ReportParser(body(), () => () => false);
		feed(parser, `${HEADER}\n${ROW}\nToo,Few\n${ROW},many\n${ROW}`);
		expect(parser).toMatchObject({ rows: 4, unevenRows: 2, stopped: false });
	});

	it.each([
		['a page', '<!DOCTYPE html>\n<html><body>Sign in</body></html>'],
		['JSON', '{"message": "Report not ready"}'],
		['a sentence', 'The report is being prepared.'],
		['another table', 'id,amount\n1,2\n'],
		['a file without line breaks', 'x'.repeat(200_000)],
	])('is not %s', (_, text) => {
		expect(faultOf(text)).toBeInstanceOf(NotAReport);
	});

	it.each([
		['a last row with fewer values', `${HEADER}\n${ROW}\nBen,+4915`, 'its last row is cut off'],
		['a quotation mark that is never closed', `${HEADER}\n${ROW}\n"Ben,+49`, 'line 3'],
		['a quotation mark at the very end', `${HEADER}\n${ROW}\n"`, 'line 3'],
	])('ended early with %s', (_, text, words) => {
		const fault = faultOf(text);
		expect(fault.message).toContain('The report ended early');
		expect(fault.message).toContain(words);
		expect(fault.advice).toContain('Run this again');
	});

	it('may lack columns, but not where its only line could be cut off', () => {
		expect(names('Name,Phone,Stat')).toEqual([]);
		expect(faultOf('Name,Phone,Stat', false).message).toContain('its first line is cut off');
		expect(() => names(HEADER)).not.toThrow();
	});

	it('names the line that is no CSV', () => {
		expect(faultOf(`${HEADER}\n${ROW}\n"Ben"x,1\n`).message).toContain('Line 3 of the report cannot be read');
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
