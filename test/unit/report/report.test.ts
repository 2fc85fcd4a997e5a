import { DownloadInspector } from '../../../nodes/RcsPromotion/operations/report/download';
import { Report } from '../../../nodes/RcsPromotion/report/report';
import { UnusableAnswer } from '../../../nodes/service/http';
import { bodyOf, piecesOf, read } from './reading';

const HEADER = 'Name,Phone,Status,Timestamp,Error,FlowId,FlowName,RetryCount,TemplateName,Language';
const ROW = 'Ana,+4915112345678,Delivered,1763600000,,,,0,spring,en';

const names = async (text: string | Buffer) => (await read(text)).names;

const faultOf = async (text: string | Buffer): Promise<Error & { description?: string }> => {
	try {
		await read(text, [1009]);
	} catch (error) {
		return error as Error;
	}
	throw new Error('nothing was thrown');
};

describe('a report', () => {
	it('may begin with empty lines, have its columns anywhere and more of them', async () => {
		expect(await names('\n\r\n Status ,Extra, NAME\nSent,x,Ana\nSent,y,Ben')).toEqual(['Ana', 'Ben']);
	});

	it('may have its names between quotation marks', async () => {
		expect(await names('"Name","Status","a,b,c,d"\n"Ana","Sent","x"\n')).toEqual(['Ana']);
	});

	it('counts rows, and those whose values may stand in the wrong columns', async () => {
		expect((await read(`${HEADER}\n${ROW}\nToo,Few\n${ROW},many\n${ROW}`)).report).toMatchObject({
			rowsRead: 4,
			problemRows: 2,
		});
	});

	it.each([
		['a page', '<!DOCTYPE html>\n<html><body>Sign in</body></html>'],
		['JSON with the names of columns', '{"success":false,"missing":["Name","Phone","Status"]}'],
		['a list with the names of columns', '["Name","Phone","Status"]'],
		['part of a page with the names of columns', '<p>Error, status, phone, sorry</p>'],
		['a word that is the name of a column', 'Error'],
		['words of which one is the name of a column', 'Error, report is not ready yet'],
		['another table', 'id,amount\n1,2\n'],
		['a table without commas', `${HEADER}\n${ROW}\n`.replaceAll(',', ';')],
		['a file without line breaks', 'x'.repeat(200_000)],
		['a report written as JSON text', JSON.stringify(`${HEADER}\n${ROW}\n`)],
		['a report whose lines are each in quotation marks', `"${HEADER}"\n"${ROW}"\n`],
	])('is not %s', async (_, text) => {
		expect(await faultOf(text)).toBeInstanceOf(UnusableAnswer);
	});

	it.each([
		['nothing', ''],
		['a byte order mark', '\uFEFF'],
		['line breaks', '\r\n\r\n'],
	])('without the names of its columns is not a report without rows: %s', async (_, text) => {
		expect(await faultOf(text)).toMatchObject({ message: 'The report is empty' });
	});

	it.each([
		['a last row with fewer values', `${HEADER}\n${ROW}\nBen,+4915`, 'its last row is cut off'],
		['a quotation mark at the very end', `${HEADER}\n${ROW}\n"`, 'its last row is cut off'],
	])('ended early with %s', async (_, text, words) => {
		const fault = await faultOf(text);
		expect(fault.message).toContain('The report ended early');
		expect(fault.message).toContain(words);
		expect(fault.description).toContain('Run this again');
	});

	it.each([
		['in the end', `${HEADER}\n${ROW}\n`, '   '],
		['in the end', `${HEADER}\n${ROW}\n`, '\t'],
		['in the middle', `${HEADER}\n${ROW}\n  \n`, ROW],
	])('may have a line %s that holds nothing to see', async (_, text, rest) => {
		expect((await read(text + rest)).report).toMatchObject({ rowsRead: rest === ROW ? 2 : 1, problemRows: 0 });
	});

	it.each(['\n', '\uFEFF\n', '\r\n\r\n'])('may begin with an empty line: %j', async (blank) => {
		for (const size of [1, 2, 3, 1000]) {
			expect((await read(`${blank}${HEADER}\n${ROW}\n`, [size])).names).toEqual(['Ana']);
		}
	});

	it.each([
		['"Ben"x,+1', '"Ben"x'],
		['"Ben "Big" Smith",+1', '"Ben "Big" Smith"'],
		['"Be""n" ,+1', '"Be""n" '],
		['"Ben,+1', '"Ben'],
		['",+1', '"'],
	])('takes a stray quotation mark in %s for a letter, and reads the rows around as they are', async (line, name) => {
		for (const [text, at] of [
			[`Name,Phone\nAna,+1\n${line}\n"Sm""ith, J",+1\nZoe,+1\n`, 1],
			[`Name,Phone\nAna,+1\n${line}\n`, 1],
			[`Name,Phone\n${line}\r\nAna,+1`, 0],
		] as const) {
			for (const size of [1, 3, 1000]) {
				const { rows, report } = await read(text, [size]);
				expect(rows[at]).toMatchObject({ values: [name, '+1'], isStray: true });
				expect(rows.filter(({ isStray }) => isStray)).toHaveLength(1);
				// A report that was cut within a quoted value ends like this, too.
				const complete = at === rows.length - 1 ? null : true;
				expect(report).toMatchObject({ problemRows: 1, complete });
				if (rows.length === 4) expect(rows[2]?.values[0]).toBe('Sm"ith, J');
			}
		}
	});

	it('shows its rows while it arrives, and is refused as soon as it cannot be a report', async () => {
		const report = await Report.open(bodyOf(`${HEADER}\n${ROW}\n${ROW}\n`, [HEADER.length + 1 + ROW.length + 1]));
		const { value: first } = await report.rowsByChunk().next();
		expect([...(first ?? [])]).toHaveLength(1);
		const endless = bodyOf('x'.repeat(65_536), [65_535, 1]);
		const chunks = async function* () {
			yield* endless.chunks();
			throw new Error('It was read on');
		};
		await expect(Report.open({ ...endless, chunks })).rejects.toThrow(UnusableAnswer);
	});

	it('may have a column name of several lines', async () => {
		expect(await names('Name,Status,"No\nte"\nAna,Sent,x\n')).toEqual(['Ana']);
	});

	it('reads its first line the same wherever a piece of it ends', async () => {
		for (let size = 1; size <= 40; size++) {
			expect([size, (await read('\r\rName,Phone\rÉlise,1\r', [size])).names]).toEqual([size, ['Élise']]);
		}
	});

	it('is only as complete as can be proven, where in pieces by a line break at its end', async () => {
		const whole = `${HEADER}\n${ROW}\n`;
		const complete = async (text: string, isProven: (endsWithLine: boolean) => boolean) =>
			(await read(text, [7], isProven)).report.complete;
		expect(await complete(whole.trim(), () => true)).toBe(true);
		expect(await complete(whole, () => false)).toBe(null);
		expect(await complete(whole, (endsWithLine) => endsWithLine)).toBe(true);
		expect(await complete(whole.trim(), (endsWithLine) => endsWithLine)).toBe(null);
	});

	it('does not collect the whole report behind a lost quotation mark', async () => {
		const text = `${HEADER}\n"${`${ROW}\n`.repeat(40_000)}`;
		const { report } = await read(text, [64 * 1024]);
		expect(report).toMatchObject({ rowsRead: 40_000, problemRows: 1, complete: true });
	});

	it('cannot be read where a row has no end', async () => {
		const readRow = async (row: string) => (await read(`${HEADER}\n${row}\n`, [64 * 1024])).report.rowsRead;
		expect([await readRow('x'.repeat(1_000_000)), await readRow('x,'.repeat(999))]).toEqual([1, 1]);
		const refusal = 'Row 2 of the report has more than a megabyte or 1,000 values';
		await expect(readRow('x'.repeat(1_200_000))).rejects.toThrow(refusal);
		await expect(readRow('x,'.repeat(1000))).rejects.toThrow(refusal);
	});

	it('may begin with the mark of UTF-8', async () => {
		for (const size of [1, 2, 3, 7, 1000]) {
			const text = '\uFEFF"Phone",Name\r\n+49,Søren "S" 名前\r\n+50,"Ann, B"\r\n';
			const { names: found, report } = await read(text, [size]);
			expect(found).toEqual(['Søren "S" 名前', 'Ann, B']);
			expect(report).toMatchObject({ rowsRead: 2, complete: true });
			expect(report.columns.names).toEqual(['Phone', 'Name']);
		}
	});
});

describe('a report that is downloaded', () => {
	async function download(text: string | Buffer, isProvenComplete = (endsWithLineBreak: boolean) => endsWithLineBreak) {
		const chunks = async function* () {
			yield* piecesOf(text, [64 * 1024]);
		};
		const inspector = new DownloadInspector({
			answer: bodyOf('').answer,
			chunks,
			isProvenComplete,
			readError: undefined,
		});
		const passed: Uint8Array[] = [];
		for await (const chunk of inspector.chunks()) passed.push(chunk);
		expect(Buffer.concat(passed)).toEqual(Buffer.from(text as string));
		return inspector;
	}

	it.each([
		['a stray quotation mark', `${HEADER}\n"Ben"x,1\n`, true],
		['a row without an end', `${HEADER}\n${'x'.repeat(1_100_000)}\n`, true],
		['a title above the columns', `Report for Spring\n\n${HEADER}\n${ROW}\n`, false],
		['other columns and braces', 'id;tags\n1;{new}\n', false],
		['UTF-16', Buffer.from(`\uFEFF${HEADER}\n${ROW}\n`, 'utf16le'), false],
		['gzip', Buffer.from('1f8b0800000000000003', 'hex'), false],
	])('is let through with %s', async (_, text, isReport) => {
		expect((await download(text)).isReport).toBe(isReport);
	});

	it.each([
		['a web page', '<html>\n<body>Sign, in</body>\n<p>a, b</p></html>'],
		['an answer in JSON', '{"message": "Report not ready",\n"code": 1, "x": 2}'],
		['an answer in JSON below an empty line', '\n {"message": "Report not ready",\n"code": 1, "x": 2}'],
	])('is refused when it is %s', async (_, text) => {
		await expect(download(text)).rejects.toThrow(UnusableAnswer);
	});

	it('is only as complete as can be proven, with the line break at its end', async () => {
		const completeOf = async (all: string[], isProven?: () => boolean) =>
			await Promise.all(all.map(async (text) => (await download(text, isProven)).complete));
		const texts = ['', `${HEADER}\n${ROW}\n`, `${HEADER}\r`, `${HEADER}\n${ROW}`, `${HEADER}\n${ROW}\nBen,+4915`];
		expect(await completeOf(texts)).toEqual([true, true, true, null, null]);
		expect(await completeOf(texts, () => true)).toEqual(Array(5).fill(true));
	});
});
