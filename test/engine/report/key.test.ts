import { byId, setups } from '../support/setup';

const { withService } = setups();

/** Its rows and its file are as the service wrote them; what is said about it is not. */
describe('a report that repeats the key', () => {
	withService('names the statuses there are without it', async ({ simulator, run }) => {
		const { apiKey } = simulator;
		const spelled = [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey)];
		const extraRows = spelled.map((key) => ({ Status: `Key ${key} was refused` }));
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 0, extraRows } });
		const parameters = { promotionId: byId(promotionId), filters: { statuses: ['bounced'] } };
		const { hints } = await run('report.getAll', parameters);
		const said = hints.map(({ message }) => message).join('\n');
		expect(said).toContain('Key [hidden] was refused');
		expect(said).not.toContain(apiKey);
	});

	withService.each([
		{ operation: 'report.getAll', status: 200, wrap: (words: string) => words },
		{ operation: 'report.download', status: 200, wrap: (words: string) => `<html><title>${words}</title></html>` },
		{ operation: 'report.summarize', status: 400, wrap: (message: string) => JSON.stringify({ message }) },
	])('says what came instead without it, wherever it is cut: $operation, $status', async (setup, given) => {
		const { simulator, run } = setup;
		const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 5 } });
		for (let before = 270; before <= 305; before += 5) {
			const body = given.wrap(`${'x'.repeat(before)} ${simulator.apiKey} and so on`);
			simulator.addFault({ endpoint: 'report', fault: { kind: 'status', status: given.status, body } });
			const { error } = await run(given.operation, { promotionId: byId(promotionId), returnAll: true });
			expect(error?.message).toContain('xxx');
			expect(`${error?.message} ${error?.description}`).not.toContain(simulator.apiKey.slice(0, 6));
		}
	});
});
