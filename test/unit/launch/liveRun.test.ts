/** What is live on hosts that tell less than n8n's engine does in test/engine/launch/liveRun. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { findRunKind } from '../../../nodes/RcsPromotion/launch/decide';

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

/** Neither live nor by hand: refused, with the reason. */
const REFUSED = { neitherBecause: expect.any(String) as string };
const begun = { executionData: { nodeExecutionStack: [] }, resultData: { runData: {} } };
const calledBy = (executionId: string, executionContext?: object) => ({
	...begun,
	parentExecution: { executionId, workflowId: '1', executionContext },
});
const asSubWorkflow = { mode: 'integrated', context: { source: 'integrated', parentExecutionId: '6' } };
const grandchild = { source: 'integrated', parentExecutionId: '5' };
const ofSource = (source: string) => ({ ...begun, executionData: { ...begun.executionData, runtimeData: { source } } });

describe('a trigger whose execution n8n cannot show', () => {
	it.each(['trigger', 'webhook'])('is refused where others are shown, published or not: %s', async (mode) => {
		for (const active of [true, false]) expect(await kindOf({ mode, active, stored: {} })).toEqual(REFUSED);
	});

	it.each(['trigger', 'webhook'])('goes by what is published on a host that shows none: %s', async (mode) => {
		expect(await kindOf({ mode, active: true })).toBe('live');
		expect(await kindOf({ mode })).toEqual(REFUSED);
	});

	it.each(['trigger', 'webhook'])('is refused if what it brings is missing in what n8n stored: %s', async (mode) => {
		const stored = { 7: { resultData: { runData: {} } } };
		for (const active of [true, false]) expect(await kindOf({ mode, active, stored })).toEqual(REFUSED);
	});
});

describe('a sub-workflow', () => {
	it('is live on a host that does not tell what called it', async () => {
		expect(await kindOf({ mode: 'integrated' })).toBe('live');
		expect(await kindOf({ mode: 'integrated', context: { source: 'integrated' }, stored: { 7: begun } })).toBe('live');
	});

	it.each([
		// How it began is known from what it called.
		{ first: 'webhook', kind: 'live' },
		{ first: 'error', kind: 'live' },
		{ first: 'manual', kind: 'byHand' },
	])('the execution that called it is gone, which began as $first', async ({ first, kind }) => {
		expect(await kindOf({ ...asSubWorkflow, stored: { 7: calledBy('6', { source: first }) } })).toEqual(kind);
	});

	it.each([
		{ first: 'trigger', kind: 'live' },
		{ first: 'manual', kind: 'byHand' },
	])('its own execution cannot be read, that of its caller can: $first', async ({ first, kind }) => {
		expect(await kindOf({ ...asSubWorkflow, stored: { 6: ofSource(first) } })).toBe(kind);
	});

	it.each([
		{ first: 'trigger', kind: 'live' },
		{ first: 'manual', kind: 'byHand' },
	])('the one between it and the first is gone: $first', async ({ first, kind }) => {
		const stored = { 7: calledBy('6', grandchild), 5: ofSource(first) };
		expect(await kindOf({ ...asSubWorkflow, stored })).toBe(kind);
	});

	it('is refused if its host tells what called it, and cannot show how that began', async () => {
		expect(await kindOf({ ...asSubWorkflow, stored: {} })).toEqual(REFUSED);
		expect(await kindOf({ ...asSubWorkflow, stored: { 7: calledBy('6', grandchild) } })).toEqual(REFUSED);
	});

	it('is live if its host tells what called it, and never shows an execution', async () => {
		expect(await kindOf(asSubWorkflow)).toBe('live');
	});
});

describe('Retry', () => {
	it('is refused on a host that does not tell how the execution began', async () => {
		expect(await kindOf({ mode: 'retry' })).toEqual(REFUSED);
		expect(await kindOf({ mode: 'retry', context: { source: 'retry' }, stored: { 7: begun } })).toEqual(REFUSED);
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
	expect(await findRunKind(host('trigger', false))).toEqual(REFUSED);
	expect(await findRunKind(host('integrated', false))).toBe('live');
	expect(await findRunKind(host('retry', false))).toEqual(REFUSED);
});
