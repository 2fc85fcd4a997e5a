/** What is live on hosts that tell less than n8n's engine does in test/engine/launch/liveRun. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { findRunKind } from '../../../nodes/RcsPromotion/launch/liveRun';

interface Host {
	mode: string;
	active?: boolean;
	/** Of this execution; undefined on hosts without contexts. */
	context?: object;
	/** What n8n has stored, by execution. This one is 7. Undefined on a host that never shows an execution. */
	stored?: Record<string, object>;
}

const kindOf = async ({ mode, active = false, context, stored }: Host) =>
	await findRunKind({
		getMode: () => mode,
		getWorkflow: () => ({ id: '1', active }),
		getExecutionId: () => '7',
		getExecutionContext: () => context,
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
const asSubWorkflow = { mode: 'integrated', context: { source: 'integrated', parentExecutionId: '6' } };
const grandchild = { source: 'integrated', parentExecutionId: '5' };
const ofSource = (source: string) => ({ ...begun, executionData: { ...begun.executionData, runtimeData: { source } } });

describe('a trigger whose execution n8n cannot show', () => {
	it.each(['trigger', 'webhook'])('is not known where others are shown, published or not: %s', async (mode) => {
		for (const active of [true, false]) expect(await kindOf({ mode, active, stored: {} })).toBe('notKnown');
	});

	it.each(['trigger', 'webhook'])('goes by what is published on a host that shows none: %s', async (mode) => {
		expect(await kindOf({ mode, active: true })).toBe('live');
		expect(await kindOf({ mode })).toBe('test');
	});

	it.each(['trigger', 'webhook'])('is a test if what it brings is missing in what n8n stored: %s', async (mode) => {
		const stored = { 7: { resultData: { runData: {} } } };
		for (const active of [true, false]) expect(await kindOf({ mode, active, stored })).toBe('test');
	});
});

describe('a sub-workflow', () => {
	it('is live on a host that does not tell what called it', async () => {
		expect(await kindOf({ mode: 'integrated' })).toBe('live');
		expect(await kindOf({ mode: 'integrated', context: { source: 'integrated' }, stored: { 7: begun } })).toBe('live');
	});

	it.each([
		{ what: 'the execution that called it is gone', first: 'webhook', kind: 'live' },
		{ what: 'the execution that called it is gone', first: 'manual', kind: 'test' },
	])('$what, which began as $first', async ({ first, kind }) => {
		expect(await kindOf({ ...asSubWorkflow, stored: { 7: calledBy('6', { source: first }) } })).toBe(kind);
	});

	it.each([
		{ first: 'trigger', kind: 'live' },
		{ first: 'manual', kind: 'test' },
	])('its own execution cannot be read, that of its caller can: $first', async ({ first, kind }) => {
		expect(await kindOf({ ...asSubWorkflow, stored: { 6: ofSource(first) } })).toBe(kind);
	});

	it.each([
		{ first: 'trigger', kind: 'live' },
		{ first: 'manual', kind: 'test' },
	])('the one between it and the first is gone: $first', async ({ first, kind }) => {
		const stored = { 7: calledBy('6', grandchild), 5: ofSource(first) };
		expect(await kindOf({ ...asSubWorkflow, stored })).toBe(kind);
	});

	it('is not known if its host tells what called it, and cannot show how that began', async () => {
		expect(await kindOf({ ...asSubWorkflow, stored: {} })).toBe('notKnown');
		expect(await kindOf({ ...asSubWorkflow, stored: { 7: calledBy('6', grandchild) } })).toBe('notKnown');
	});

	it('is a test if its host tells what called it, and never shows an execution', async () => {
		expect(await kindOf(asSubWorkflow)).toBe('test');
	});
});

describe('Retry', () => {
	it('is a test on a host that does not tell how the execution began', async () => {
		expect(await kindOf({ mode: 'retry' })).toBe('test');
		expect(await kindOf({ mode: 'retry', context: { source: 'retry' }, stored: { 7: begun } })).toBe('test');
	});
});

it('a host that knows none of these questions is asked for what it knows', async () => {
	const host = (mode: string, active: boolean) =>
		({
			getMode: () => mode,
			getWorkflow: () => ({ active }),
			getExecutionId: () => '7',
		}) as unknown as IExecuteFunctions;
	expect(await findRunKind(host('trigger', true))).toBe('live');
	expect(await findRunKind(host('trigger', false))).toBe('test');
	expect(await findRunKind(host('integrated', false))).toBe('live');
	expect(await findRunKind(host('retry', false))).toBe('test');
});
