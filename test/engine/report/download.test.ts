import { createHash } from 'node:crypto';
import { binaryModes } from '../../harness/binaryStore';
import { byId, worlds } from '../support/world';

describe.each(binaryModes)('Report: Download into %s', (binaryMode) => {
	const { underEveryPersonality, inOneWorld } = worlds({ binaryMode });

	underEveryPersonality('keeps every byte', async ({ simulator, run, engine }) => {
		for (const report of [
			{ rows: 20_000 },
			{ rows: 3, awkwardRows: true, raggedRows: true, byteOrderMark: true, delimiter: ';' },
			{ rows: 0 },
			{ rows: 5, finalLineEnding: false },
			{ empty: true },
		]) {
			const { promotionId } = simulator.addPromotion({ phase: 'completed', report });
			const facts = simulator.reportFacts(promotionId);
			const { items, error } = await run('report.download', { promotionId: byId(promotionId) });
			expect(error).toBeUndefined();
			const file = items[0]?.binary?.data;
			if (!file) throw new Error('There is no file');
			const content = await engine.readBinary(file);
			expect(createHash('sha256').update(content).digest('hex')).toBe(facts.sha256);
			expect(file).toMatchObject({ mimeType: 'text/csv', fileExtension: 'csv', fileName: items[0]?.json.fileName });
			expect(items[0]?.json).toEqual({
				accountId: simulator.accountId,
				promotionId,
				fileName: expect.stringMatching(/^rcs-report-.*-\d{4}-\d{2}-\d{2}\.csv$/),
				bytes: facts.bytes,
			});
			expect(items[0]?.pairedItem).toEqual({ item: 0 });
		}
	});

	inOneWorld('puts the file where it is asked to', async ({ simulator, run }) => {
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 1 } });
		const { binary } = await run('report.download', { promotionId: byId(promotionId), outputBinaryProperty: 'report' });
		expect(Object.keys(binary[0] ?? {})).toEqual(['report']);
		const { error } = await run('report.download', { promotionId: byId(promotionId), outputBinaryProperty: ' ' });
		expect(error?.message).toBe('Put Output File in Field is empty');
	});

	inOneWorld('keeps a file whose rows are no CSV', async ({ simulator, run, engine }) => {
		const body = 'Name,Phone\n"Ana"x,1\nBen,2\n';
		const { promotionId } = simulator.addPromotion({ phase: 'completed' });
		simulator.misbehave({
			endpoint: 'report',
			times: 'always',
			fault: { kind: 'status', status: 200, body, contentType: 'text/csv' },
		});
		const { binary, hints } = await run('report.download', { promotionId: byId(promotionId) });
		const file = binary[0]?.data;
		expect(file && String(await engine.readBinary(file))).toBe(body);
		expect(hints.map(({ message }) => message)).toEqual([
			'Row 2 of the report cannot be read: there is text right after the quotation mark that closes a value. The file is as the service sent it.',
		]);
		const { error } = await run('report.getAll', { promotionId: byId(promotionId) });
		expect(error?.message).toContain('Row 2 of the report cannot be read');
		expect(error?.description).toContain('Use Download');
	});
});
