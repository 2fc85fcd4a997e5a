import type { WorkflowExecuteMode } from 'n8n-workflow';
import { decideToSend, type Circumstances } from '../../../nodes/RcsPromotion/launch/sendDecision';

const tests: WorkflowExecuteMode[] = ['manual', 'chat', 'evaluation'];
const live: WorkflowExecuteMode[] = ['trigger', 'webhook', 'integrated', 'cli', 'retry', 'error', 'internal'];

const circumstances = (given: Partial<Circumstances>): Circumstances => ({
	hostMode: 'trigger',
	isTool: false,
	startedAsTest: false,
	contacts: 1000,
	...given,
});
const sends = (given: Partial<Circumstances>) => decideToSend('careful', circumstances(given)).send;

describe('Send: careful', () => {
	it.each(live)('sends everything in mode %s', (hostMode) => {
		expect(sends({ hostMode })).toBe(true);
		expect(sends({ hostMode, contacts: null })).toBe(true);
	});

	it.each(tests)('sends to at most ten in mode %s', (hostMode) => {
		expect(decideToSend('careful', circumstances({ hostMode, contacts: 10 }))).toEqual({
			send: true,
			isSmallTest: true,
		});
		expect(sends({ hostMode, contacts: 0 })).toBe(true);
		expect(sends({ hostMode, contacts: 11 })).toBe(false);
		expect(sends({ hostMode, contacts: null })).toBe(false);
	});

	it.each([...tests, ...live])('never sends for an agent in mode %s', (hostMode) => {
		expect(sends({ hostMode, isTool: true, contacts: 1 })).toBe(false);
	});

	it('keeps an execution that began as a test a test when it is retried', () => {
		expect(sends({ hostMode: 'retry', startedAsTest: true, contacts: 11 })).toBe(false);
		expect(sends({ hostMode: 'retry', startedAsTest: true, contacts: 3 })).toBe(true);
	});

	it('says why and how to send', () => {
		const decision = decideToSend('careful', circumstances({ hostMode: 'manual', contacts: 5000 }));
		expect(decision).toEqual({
			send: false,
			why: expect.stringContaining('5,000') as string,
			wayOut: expect.stringContaining('Publish') as string,
		});
	});
});

describe('Send: always and never', () => {
	it.each([...tests, ...live])('are obeyed in mode %s', (hostMode) => {
		for (const isTool of [false, true]) {
			for (const contacts of [3, 5000, null]) {
				const given = circumstances({ hostMode, isTool, contacts });
				expect(decideToSend('always', given)).toEqual({ send: true, isSmallTest: false });
				expect(decideToSend('dryRun', given).send).toBe(false);
			}
		}
	});
});
