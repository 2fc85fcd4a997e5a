import { createHash } from 'node:crypto';
import { binaryModes } from '../../harness/binaryStore';
import { byId, setups } from '../support/setup';
import { withRawService } from './rawService';

describe.each(binaryModes)('Report: Download into %s', (binaryMode) => {
	const { underEveryPersonality, withService } = setups({ binaryMode });

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
			const { complete, ...json } = items[0]?.json ?? {};
			expect([true, null]).toContain(complete);
			expect(json).toEqual({
				accountId: simulator.accountId,
				promotionId,
				fileName: expect.stringMatching(/^rcs-report-.*-\d{4}-\d{2}-\d{2}\.csv$/),
				bytes: facts.bytes,
			});
			expect(items[0]?.pairedItem).toEqual({ item: 0 });
		}
	});

	withService('dates the file by the time zone of the workflow', async ({ simulator, engine, credentials }) => {
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 1 } });
		const parameters = { resource: 'report', operation: 'download', promotionId: byId(promotionId) };
		const dateIn = async (timezone: string) => {
			const { json } = await engine.run({ nodes: [{ credentials, parameters }], settings: { timezone } });
			return /\d{4}-\d{2}-\d{2}/.exec(String(json[0]?.fileName))?.[0];
		};
		// 25 hours apart, so that it is never the same day in both.
		const [east = '', west = ''] = [await dateIn('Pacific/Kiritimati'), await dateIn('Pacific/Niue')];
		expect(east > west).toBe(true);
	});

	withService('puts the file where it is asked to', async ({ simulator, run }) => {
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 1 } });
		const { binary } = await run('report.download', { promotionId: byId(promotionId), outputBinaryProperty: 'report' });
		expect(Object.keys(binary[0] ?? {})).toEqual(['report']);
		const { error } = await run('report.download', { promotionId: byId(promotionId), outputBinaryProperty: ' ' });
		expect(error?.message).toBe("'Put Output File in Field' is empty");
	});

	const ROWS = 'Name,Phone\nAna,1\nBen,2\n';
	withService.each<{ what: string; body: string | Buffer; names?: string[] }>([
		{ what: 'a stray quotation mark', body: 'Name,Phone\n"Ana"x,1\nBen,2\n', names: ['"Ana"x', 'Ben'] },
		{ what: 'UTF-16', body: Buffer.from(`\uFEFF${ROWS}`, 'utf16le') },
	])('keeps a file with $what as it is', async (setup, { body, names }) => {
		await withRawService(setup, { body }, async (run) => {
			const bytes = Buffer.from(body as string);
			const { binary, hints, json } = await run('report.download');
			const file = binary[0]?.data;
			expect(file && (await setup.engine.readBinary(file)).equals(bytes)).toBe(true);
			expect(json[0]).toMatchObject({ bytes: bytes.length, complete: true });
			const doubts = hints.filter(({ message }) => message.includes('does not look like a delivery report'));
			expect(doubts).toHaveLength(names === undefined ? 1 : 0);
			const rows = await run('report.getAll');
			if (names) expect(rows.json.map(({ name }) => name)).toEqual(names);
			else expect(rows.error?.message).toContain("The service's answer could not be read");
		});
	});
});
