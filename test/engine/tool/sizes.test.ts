/** What a model reads is short: lists in under 5,000 tokens, anything else in under 1,000, texts of 200 characters. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, quickWaits, setups } from '../support/setup';
import { answer, tokens } from './support';

const { withService } = setups();
quickWaits();

/** Also the names of fields. A verdict, a note and a message are sentences of ours. */
function textsIn(value: unknown, field = ''): string[] {
	if (typeof value === 'string') return ['verdict', 'note', 'error', 'message'].includes(field) ? [] : [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => [name, ...textsIn(entry, name)]);
}

withService('texts of others end after 200 characters', async (setup) => {
	const long = 'Spring '.repeat(60);
	const extraRows = [{ 'Recipient Name': long, 'Error Reason': long, Status: long, Template: long }];
	const report = { rows: 3, extraRows };
	const { simulator } = setup;
	const [one, two] = [long, 'Completed'].map(
		(status, at) => simulator.addPromotion({ name: `${at} ${long}`, status, report }).promotionId,
	);
	const { promotionId: prepared } = simulator.addPromotion({ name: long, phase: 'preparation' });
	const ofOne = { promotionId: byId(one) };
	const raw = { output: 'raw' };
	const calls: Array<[string, INodeParameters]> = [
		['promotion.get', ofOne],
		['promotion.get', { ...ofOne, ...raw }],
		['promotion.getAll', {}],
		['promotion.stop', { promotionId: byId(prepared) }],
		['statistics.getAll', {}],
		['statistics.compare', { promotionIds: [one, two] as never }],
		['report.getAll', ofOne],
		['report.getAll', { ...ofOne, ...raw }],
		['report.summarize', ofOne],
	];
	for (const [operation, parameters] of calls) {
		const said = await answer(setup, operation, parameters);
		const lengths = textsIn(JSON.parse(said)).map((text) => text.length);
		expect([operation, Math.max(...lengths)]).toEqual([operation, 200]);
	}
});

withService('lists are under 5,000 tokens, and no other answer has 1,000', async (setup) => {
	const { simulator } = setup;
	// Quotation marks take two characters in what a model reads.
	const long = '"Spring" sale '.repeat(20);
	const extraRows = Array.from({ length: 200 }, (_, at) => ({
		'Recipient Name': `${at} ${long}`,
		Status: `${at} ${long}`,
	}));
	const ids = Array.from({ length: 120 }, (_, at) =>
		simulator.addPromotion({ name: `${at} ${long}`, phase: 'completed', report: { rows: 300, extraRows } }),
	).map(({ promotionId }) => promotionId);
	const ofOne = { promotionId: byId(ids[0]), returnAll: true };
	const raw = { output: 'raw', returnAll: true };
	for (const parameters of [{ returnAll: true }, raw, { filters: { nameContains: 'none' } }]) {
		expect(tokens(await answer(setup, 'promotion.getAll', parameters))).toBeLessThan(5_000);
	}
	const calls: Array<[string, INodeParameters]> = [
		['promotion.get', { ...ofOne, ...raw }],
		['statistics.getAll', { returnAll: true }],
		['statistics.getAll', raw],
		['statistics.get', { ...ofOne, output: 'selectedFields', fields: ['retries'] as never }],
		['statistics.compare', { promotionIds: ids.slice(0, 10) }],
		['statistics.compare', { promotionIds: ids.slice(0, 11) }],
		['report.getAll', ofOne],
		['report.getAll', { ...ofOne, ...raw }],
		['report.getAll', { ...ofOne, filters: { statuses: 'none' } }],
		['report.summarize', ofOne],
	];
	for (const [operation, parameters] of calls) {
		const said = await answer(setup, operation, parameters);
		const most = operation.endsWith('getAll') ? 5_000 : 1_000;
		expect([operation, parameters, said.length > 20, tokens(said) < most || said]).toEqual([
			...[operation, parameters, true, true],
		]);
	}
	const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field ${at}`, long]));
	const body = JSON.stringify({ promotions: [{ promotionId: 'wide', name: 'Wide', ...wide }] });
	simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 200, body } });
	const said = await answer(setup, 'promotion.get', { promotionId: byId('wide'), output: 'raw' });
	expect(said).toContain('"promotionId":"wide"');
	expect(said).toContain('fields that do not fit');
	expect(tokens(said)).toBeLessThan(1_000);
});
