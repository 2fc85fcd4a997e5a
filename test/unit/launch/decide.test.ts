import type { IExecuteFunctions } from 'n8n-workflow';
import { decide, isLiveRun, type Circumstances } from '../../../nodes/RcsPromotion/launch/decide';

interface Host {
	mode: string;
	active?: boolean;
	/** What n8n stored of the execution when it began. */
	stored?: object;
	/** The mode it began in, for a retry. */
	source?: string;
}

const live = async ({ mode, active = false, stored, source }: Host) =>
	await isLiveRun({
		getMode: () => mode,
		getWorkflow: () => ({ id: '1', active }),
		getExecutionId: () => '7',
		getExecutionDataById: async () => stored,
		getExecutionContext: () => (source === undefined ? undefined : { source }),
	} as unknown as IExecuteFunctions);

const begun = { executionData: { nodeExecutionStack: [] }, resultData: { runData: {} } };
const byHand = { ...begun, resultData: { runData: {}, pinData: { Webhook: [{ json: {} }] } } };

describe('what is live', () => {
	it.each<Host>([
		{ mode: 'trigger', active: true },
		{ mode: 'webhook', active: true },
		{ mode: 'cli' },
		{ mode: 'integrated' },
		{ mode: 'error' },
		{ mode: 'retry' },
		{ mode: 'retry', source: 'webhook' },
		// A worker of n8n, which says of no workflow that it is published.
		{ mode: 'trigger', stored: begun },
		{ mode: 'webhook', stored: { ...begun, resultData: { runData: {}, pinData: {} } } },
		{ mode: 'webhook', stored: { ...begun, manualData: undefined } },
	])('%j', async (host) => {
		expect(await live(host)).toBe(true);
	});

	it.each<Host>([
		...['manual', 'chat', 'evaluation', 'internal', 'agent', 'a mode to come', ''].flatMap((mode) => [
			{ mode, active: true, stored: begun },
			{ mode: 'retry', source: mode },
		]),
		{ mode: 'trigger' },
		{ mode: 'webhook' },
		{ mode: 'trigger', stored: byHand },
		{ mode: 'webhook', stored: { ...begun, manualData: { userId: '1' } } },
		{ mode: 'trigger', stored: { resultData: { runData: {} } } },
	])('and what is a test: %j', async (host) => {
		expect(await live(host)).toBe(false);
	});

	it('an older host that knows none of these questions is asked for what it knows', async () => {
		const host = (mode: string) =>
			({ getMode: () => mode, getWorkflow: () => ({ active: false }) }) as unknown as IExecuteFunctions;
		expect(await isLiveRun(host('retry'))).toBe(true);
		expect(await isLiveRun(host('trigger'))).toBe(false);
	});
});

const decided = (given: Partial<Circumstances>) =>
	decide({ sendMode: 'careful', isTest: true, isTool: false, beyondPhones: undefined, testPhones: ['+491'], ...given });
const LIVE = { kind: 'live' };
const beyond = 'an uploaded list goes to its own contacts';

describe('Send To: Everyone, When Published', () => {
	it('sends everything in a live run, whatever was entered for tests', () => {
		for (const testPhones of [[], ['+491']]) {
			for (const beyondPhones of [undefined, beyond]) {
				expect(decided({ isTest: false, testPhones, beyondPhones })).toEqual(LIVE);
			}
		}
	});

	it('sends a test to test phones, or to nobody', () => {
		expect(decided({})).toEqual({ kind: 'test' });
		expect(decided({ testPhones: [] }).kind).toBe('dryRun');
		expect(decided({ beyondPhones: beyond }).kind).toBe('dryRun');
	});

	it('never sends for an agent', () => {
		for (const isTest of [false, true]) expect(decided({ isTest, isTool: true }).kind).toBe('dryRun');
	});

	it('says why and how to send', () => {
		expect(decided({ testPhones: [] })).toEqual({
			kind: 'dryRun',
			why: "This is a test, and 'Test Phones' is empty",
			wayOut: expect.stringMatching(/your number in 'Test Phones'.*publish it/) as string,
		});
		// Test phones would not help, so they are not offered.
		expect(decided({ testPhones: [], beyondPhones: beyond })).toEqual({
			kind: 'dryRun',
			why: `This is a test, and ${beyond}`,
			wayOut: expect.not.stringContaining('Test Phones') as string,
		});
	});
});

it('Send To: always and nobody are obeyed', () => {
	for (const isTest of [false, true]) {
		for (const isTool of [false, true]) {
			for (const testPhones of [[], ['+491']]) {
				expect(decided({ sendMode: 'always', isTest, isTool, testPhones, beyondPhones: beyond })).toEqual(LIVE);
				expect(decided({ sendMode: 'dryRun', isTest, isTool, testPhones }).kind).toBe('dryRun');
			}
		}
	}
});
