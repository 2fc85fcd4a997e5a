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

	withService.each(['report.getAll', 'report.summarize', 'report.download'])(
		'says what came instead without it, wherever the words are cut: %s',
		async ({ simulator, run }, operation) => {
			const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 5 } });
			for (let before = 270; before <= 305; before += 5) {
				const words = `${'x'.repeat(before)} ${simulator.apiKey} and so on`;
				for (const [contentType, body] of [
					// Download keeps any text that is no web page.
					...(operation === 'report.download' ? [] : [['text/plain', words] as const]),
					['text/html', `<html><title>${words}</title></html>`],
				] as const) {
					simulator.addFault({ endpoint: 'report', fault: { kind: 'status', status: 200, body, contentType } });
					const { error } = await run(operation, { promotionId: byId(promotionId), returnAll: true });
					expect(error?.message).toContain('xxx');
					expect(`${error?.message} ${error?.description}`).not.toContain(simulator.apiKey.slice(0, 6));
				}
			}
		},
	);

	withService.each(['report.getAll', 'report.download'])(
		'says why it was refused without it, wherever the words are cut: %s',
		async ({ simulator, run }, operation) => {
			const { promotionId } = simulator.addPromotion({ phase: 'completed', report: { rows: 5 } });
			for (let before = 1; before <= 305; before += 8) {
				const body = JSON.stringify({ message: `${'x'.repeat(before)} ${simulator.apiKey} and so on` });
				simulator.addFault({ endpoint: 'report', fault: { kind: 'status', status: 400, body } });
				const { error } = await run(operation, { promotionId: byId(promotionId), returnAll: true });
				const said = `${error?.message} ${error?.description}`;
				expect(said).toContain('x');
				expect(said).not.toContain(simulator.apiKey.slice(0, 6));
			}
		},
	);
});
