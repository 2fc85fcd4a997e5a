/** What is live on hosts that tell less than n8n's engine does in test/engine/launch/liveRun. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { wasStartedLive } from '../../../nodes/RcsPromotion/launch/liveRun';

interface Host {
	mode: string;
	active?: boolean;
	/** Of this execution; undefined on hosts without contexts. */
	told?: object;
	/** What n8n has stored, by execution. This one is 7. Undefined on a host that never shows an execution. */
	stored?: Record<string, object>;
}

const live = async ({ mode, active = false, told, stored }: Host) =>
	await wasStartedLive({
		getMode: () => mode,
		getWorkflow: () => ({ id: '1', active }),
		getExecutionId: () => '7',
		getExecutionContext: () => told,
		getExecutionDataById:
			stored &&
			(async (id: string) => {
				if (stored[id] === undefined) throw new Error(`There is no data of execution ${id}`);
				return await Promise.resolve(stored[id]);
			}),
	} as unknown as IExecuteFunctions);

const begun = { executionData: { nodeExecutionStack: [] }, resultData: { runData: {} } };
const calledBy = (executionId: string, executionContext?: object) => ({
	...begun,
	parentExecution: { executionId, workflowId: '1', executionContext },
});
const asSubWorkflow = { mode: 'integrated', told: { source: 'integrated', parentExecutionId: '6' } };
const grandchild = { source: 'integrated', parentExecutionId: '5' };
const ofSource = (source: string) => ({ ...begun, executionData: { ...begun.executionData, runtimeData: { source } } });

describe('a trigger whose execution n8n cannot show', () => {
	it.each(['trigger', 'webhook'])('is not known where others are shown, published or not: %s', async (mode) => {
		for (const active of [true, false]) expect(await live({ mode, active, stored: {} })).toBeNull();
	});

	it.each(['trigger', 'webhook'])('goes by what is published on a host that shows none: %s', async (mode) => {
		expect(await live({ mode, active: true })).toBe(true);
		expect(await live({ mode })).toBe(false);
	});

	it.each(['trigger', 'webhook'])('is a test if what it brings is missing in what n8n stored: %s', async (mode) => {
		const stored = { 7: { resultData: { runData: {} } } };
		for (const active of [true, false]) expect(await live({ mode, active, stored })).toBe(false);
	});
});

describe('a sub-workflow', () => {
	it('is live on a host that does not tell what called it', async () => {
		expect(await live({ mode: 'integrated' })).toBe(true);
		expect(await live({ mode: 'integrated', told: { source: 'integrated' }, stored: { 7: begun } })).toBe(true);
	});

	it.each([
		{ what: 'the execution that called it is gone', first: 'webhook', isLive: true },
		{ what: 'the execution that called it is gone', first: 'manual', isLive: false },
	])('$what, which began as $first', async ({ first, isLive }) => {
		expect(await live({ ...asSubWorkflow, stored: { 7: calledBy('6', { source: first }) } })).toBe(isLive);
	});

	it.each([
		{ first: 'trigger', isLive: true },
		{ first: 'manual', isLive: false },
	])('its own execution cannot be read, that of its caller can: $first', async ({ first, isLive }) => {
		expect(await live({ ...asSubWorkflow, stored: { 6: ofSource(first) } })).toBe(isLive);
	});

	it.each([
		{ first: 'trigger', isLive: true },
		{ first: 'manual', isLive: false },
	])('the one between it and the first is gone: $first', async ({ first, isLive }) => {
		const stored = { 7: calledBy('6', grandchild), 5: ofSource(first) };
		expect(await live({ ...asSubWorkflow, stored })).toBe(isLive);
	});

	it('is not known if its host tells what called it, and cannot show how that began', async () => {
		expect(await live({ ...asSubWorkflow, stored: {} })).toBeNull();
		expect(await live({ ...asSubWorkflow, stored: { 7: calledBy('6', grandchild) } })).toBeNull();
	});

	it('is a test if its host tells what called it, and never shows an execution', async () => {
		expect(await live(asSubWorkflow)).toBe(false);
	});
});

describe('Retry', () => {
	it('is a test on a host that does not tell how the execution began', async () => {
		expect(await live({ mode: 'retry' })).toBe(false);
		expect(await live({ mode: 'retry', told: { source: 'retry' }, stored: { 7: begun } })).toBe(false);
	});
});

it('a host that knows none of these questions is asked for what it knows', async () => {
	const host = (mode: string, active: boolean) =>
		({
			getMode: () => mode,
			getWorkflow: () => ({ active }),
			getExecutionId: () => '7',
		}) as unknown as IExecuteFunctions;
	expect(await wasStartedLive(host('trigger', true))).toBe(true);
	expect(await wasStartedLive(host('trigger', false))).toBe(false);
	expect(await wasStartedLive(host('integrated', false))).toBe(true);
	expect(await wasStartedLive(host('retry', false))).toBe(false);
});
