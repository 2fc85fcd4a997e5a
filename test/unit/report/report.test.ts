import { UnreadableRow } from '../../../nodes/RcsPromotion/report/csvScanner';
import { DownloadInspector } from '../../../nodes/RcsPromotion/report/downloadInspector';
import { Report } from '../../../nodes/RcsPromotion/report/report';
import { NotAReport } from '../../../nodes/service/reportStream';
import { body, inPieces, read } from './reading';

const HEADER = 'Name,Phone,Status,Timestamp,Error,FlowId,FlowName,RetryCount,TemplateName,Language';
const ROW = 'Ana,+4915112345678,Delivered,1763600000,,,,0,spring,en';

const names = (text: string | Buffer, contentType?: string) => read(text, body(contentType)).names;

const faultOf = (text: string | Buffer, isWhole = true): Error & { advice?: string } => {
	try {
		read(text, body('', isWhole), [1009]);
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

	it.each(['iso-8859-1', 'ISO8859-1', 'latin1', 'windows-1252', 'cp1252', '"ISO-8859-1"', "'iso-8859-1'"])(
		'reads what Windows writes where its content type says %s',
		(charset) => {
			const bytes = Buffer.concat([Buffer.from('Name,Phone\nAnn,1\nL'), Buffer.from([0x92, 0xe9, 0x80, 0x0a])]);
			expect(names(bytes, `text/csv; charset=${charset}`)).toEqual(['Ann', 'L’é€']);
		},
	);

	it('counts rows, and those whose values may stand in the wrong columns', () => {
		expect(read(`${HEADER}\n${ROW}\nToo,Few\n${ROW},many\n${ROW}`).report).toMatchObject({
			rowsRead: 4,
			problemRows: 2,
		});
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
		['a message below such a word', 'error\nplease try later\n'],
		['a sentence', 'The report is being prepared.'],
		['another table', 'id,amount\n1,2\n'],
		['a file without line breaks', 'x'.repeat(200_000)],
	])('is not %s', (_, text) => {
		expect(faultOf(text)).toBeInstanceOf(NotAReport);
	});

	it.each([
		['a last row with fewer values', `${HEADER}\n${ROW}\nBen,+4915`, 'its last row is cut off'],
		['a quotation mark at the very end', `${HEADER}\n${ROW}\n"`, 'its last row is cut off'],
	])('ended early with %s', (_, text, words) => {
		const fault = faultOf(text, false);
		expect(fault.message).toContain('The report ended early');
		expect(fault.message).toContain(words);
		expect(fault.advice).toContain('Run this again');
	});

	it.each([
		['in the end', `${HEADER}\n${ROW}\n`, '   '],
		['in the end', `${HEADER}\n${ROW}\n`, '\t'],
		['in the middle', `${HEADER}\n${ROW}\n  \n`, ROW],
	])('may have a line %s that holds nothing to see', (_, text, rest) => {
		expect(read(text + rest).report).toMatchObject({ rowsRead: rest === ROW ? 2 : 1, problemRows: 0 });
	});

	it.each([' \n', '\uFEFF\n', '\t \r\n\r\n', '\uFEFF \n'])('may begin with a line that shows nothing: %j', (blank) => {
		for (const size of [1, 2, 3, 1000]) {
			expect(read(`${blank}${HEADER}\n${ROW}\n`, body(), [size]).names).toEqual(['Ana']);
		}
	});

	it('never hands out a last row that is cut off, however few rows are wanted', () => {
		const report = new Report(body('', false));
		report.add(Buffer.from(`${HEADER}\nBen,+4915`));
		report.end();
		expect(() => [...report.rows()]).toThrow('its last row is cut off');
	});

	it.each([
		['"Ben"x,+1', '"Ben"x'],
		['"Ben "Big" Smith",+1', '"Ben "Big" Smith"'],
		['"Be""n" ,+1', '"Be""n" '],
		['"Ben,+1', '"Ben'],
		['",+1', '"'],
	])('takes a stray quotation mark in %s for a letter, and reads the rows around as they are', (line, name) => {
		for (const [text, at] of [
			[`Name,Phone\nAna,+1\n${line}\n"Sm""ith, J",+1\nZoe,+1\n`, 1],
			[`Name,Phone\nAna,+1\n${line}\n`, 1],
			[`Name,Phone\n${line}\r\nAna,+1`, 0],
		] as const) {
			for (const size of [1, 3, 1000]) {
				const { rows, report } = read(text, body(), [size]);
				expect(rows[at]).toMatchObject({ values: [name, '+1'], isStray: true });
				expect(rows.filter(({ isStray }) => isStray)).toHaveLength(1);
				expect(report).toMatchObject({ problemRows: 1, complete: true });
				if (rows.length === 4) expect(rows[2]?.values[0]).toBe('Sm"ith, J');
			}
		}
	});

	it('may have values of several lines, which are no stray marks', () => {
		const { report } = read('Name,Phone\n"Two\nlines, ""so""",+1\r\n"","x"\n', body(), [1]);
		expect(report).toMatchObject({ rowsRead: 2, problemRows: 0 });
	});

	it('shows its rows while it arrives, and is refused as soon as it cannot be a report', () => {
		const report = new Report(body());
		report.add(Buffer.from(`${HEADER}\n${ROW}\n`));
		expect([...report.rows()]).toHaveLength(1);
		const endless = new Report(body());
		endless.add(Buffer.alloc(65_535, 'x'));
		expect(() => endless.add(Buffer.from('x'))).toThrow(NotAReport);
	});

	it('reads its first line the same wherever a piece of it ends', () => {
		for (const [text, expected] of [
			['\n\tName\tPhone\nx\tÉlise\t1\n', 'Élise'],
			['\r\rName,Phone\rÉlise,1\r', 'Élise'],
		] as const) {
			for (let size = 1; size <= 40; size++) {
				expect([text, size, read(text, body(), [size]).names]).toEqual([text, size, [expected]]);
			}
		}
	});

	it('sent in pieces is complete where it ends with a line, or has nothing in it', () => {
		const chunked = { contentType: '', isProvenWhole: (endsWithLine: boolean) => endsWithLine };
		const texts = ['', HEADER, `${HEADER}\n`, `${HEADER}\n${ROW}`, `${HEADER}\n${ROW}\n`];
		expect(texts.map((text) => read(text, chunked).report.complete)).toEqual([true, null, true, null, true]);
	});

	it('is only as complete as can be proven', () => {
		for (const text of ['', HEADER, `${HEADER}\n${ROW}\n`, 'Name,Phone\nAna,1']) {
			const complete = [true, false].map((isWhole) => read(text, body('', isWhole)).report.complete);
			expect(complete).toEqual([true, null]);
		}
	});

	it('does not collect the whole report behind a lost quotation mark', () => {
		const text = `${HEADER}\n"${`${ROW}\n`.repeat(40_000)}`;
		const { report } = read(text, body(), [64 * 1024]);
		expect(report).toMatchObject({ rowsRead: 40_000, problemRows: 1, complete: true });
	});

	it('cannot be read where a row has no end', () => {
		const readRow = (row: string) => read(`${HEADER}\n${row}\n`, body(), [64 * 1024]).report.rowsRead;
		expect([readRow('x'.repeat(1_000_000)), readRow('x,'.repeat(999))]).toEqual([1, 1]);
		const refusal = 'Row 2 of the report has more than a megabyte or 1,000 values';
		expect(() => readRow('x'.repeat(1_200_000))).toThrow(refusal);
		expect(() => readRow('x,'.repeat(1000))).toThrow(refusal);
	});

	it.each([
		['UTF-16 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), ''],
		['UTF-16 the other way round', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), ''],
		['UTF-8 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`), 'text/csv; charset=iso-8859-1'],
	])('is read in %s', (_, encoded, contentType) => {
		for (const size of [1, 2, 3, 7, 1000]) {
			const text = encoded('Phone;Name\r\n+49;Søren "S" 名前\r\n+50;"Ann; B"\r\n');
			const { names: found, report } = read(text, body(contentType), [size]);
			expect(found).toEqual(['Søren "S" 名前', 'Ann; B']);
			expect(report).toMatchObject({ rowsRead: 2, complete: true });
		}
	});
});

describe('a report that is downloaded', () => {
	const download = (text: string | Buffer, isWhole = true) => {
		const inspector = new DownloadInspector(body('', isWhole));
		inPieces(text, [64 * 1024], (piece) => inspector.write(piece));
		inspector.end();
		return inspector;
	};

	it.each([
		['a stray quotation mark', `${HEADER}\n"Ben"x,1\n`, undefined],
		['UTF-16', Buffer.from(`\uFEFF${HEADER}\n${ROW}\n`, 'utf16le'), undefined],
		['a title above the columns', `Report for Spring\n\n${HEADER}\n${ROW}\n`, NotAReport],
		['other columns', 'id;amount\n1;2\n', NotAReport],
		['other columns and braces', 'id;tags\n1;{new}\n', NotAReport],
		['gzip', Buffer.from('1f8b0800000000000003', 'hex'), NotAReport],
		['a row without an end', `${HEADER}\n${'x'.repeat(1_100_000)}`, UnreadableRow],
	])('is let through with %s', (_, text, unreadable) => {
		expect(download(text).complete).toBe(true);
		expect(download(text).unreadable?.constructor).toBe(unreadable);
		expect(download(text, false).complete).toBe(null);
	});

	it.each([
		['a web page', '<html>\n<body>Sign, in</body>\n<p>a, b</p></html>'],
		['an answer in JSON', '{"message": "Report not ready",\n"code": 1, "x": 2}'],
		['an answer in JSON below an empty line', '\n {"message": "Report not ready",\n"code": 1, "x": 2}'],
		['a sentence', 'The report is being prepared, come back later.'],
		['two sentences', 'Error\nplease try later\n'],
	])('is refused when it is %s', (_, text) => {
		expect(() => download(text)).toThrow(NotAReport);
	});

	it('is not proven whole by its last line break where it cannot be read', () => {
		const chunked = { contentType: '', isProvenWhole: (endsWithLineBreak: boolean) => endsWithLineBreak };
		const inspector = new DownloadInspector(chunked);
		inspector.write(Buffer.from('id;amount\n1;2\n'));
		inspector.end();
		expect(inspector.complete).toBe(null);
	});

	it('is refused when it ended early', () => {
		expect(() => download(`${HEADER}\n${ROW}\nBen,+4915`)).toThrow('its last row is cut off');
	});
});
