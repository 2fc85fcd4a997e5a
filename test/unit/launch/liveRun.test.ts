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
		...(context && { getExecutionContext: () => context }),
		...(stored && {
			getExecutionDataById: async (id: string) =>
				await (id in stored ? Promise.resolve(stored[id]) : Promise.reject(new Error(`There is no execution ${id}`))),
		}),
	} as unknown as IExecuteFunctions);

/** Neither live nor by hand, with the reason. */
const REFUSED = { neitherBecause: expect.any(String) as string };
const begun = { executionData: { nodeExecutionStack: [] }, resultData: { runData: {} } };
const withoutInput = { resultData: { runData: {} } };
const calledBy = (executionId: string, executionContext?: object) => ({
	...begun,
	parentExecution: { executionId, workflowId: '1', executionContext },
});
const asSubWorkflow = { mode: 'integrated', context: { source: 'integrated', parentExecutionId: '6' } };
const grandchild = { source: 'integrated', parentExecutionId: '5' };
const ofSource = (source: string) => ({ ...begun, executionData: { ...begun.executionData, runtimeData: { source } } });

const ofTriggers = ['trigger', 'webhook'].flatMap((mode): Array<[what: string, host: Host, kind: unknown]> => [
	[`${mode}: its execution is missing where others are shown`, { mode, active: true, stored: {} }, REFUSED],
	[`${mode}: the same, not published`, { mode, stored: {} }, REFUSED],
	[`${mode}: n8n stored nothing that it brought`, { mode, active: true, stored: { 7: withoutInput } }, REFUSED],
	[`${mode}: a host that shows none goes by what is published`, { mode, active: true }, 'live'],
	[`${mode}: the same, not published`, { mode }, REFUSED],
]);

it.each<[what: string, host: Host, kind: unknown]>([
	...ofTriggers,
	['a sub-workflow: the host does not tell what called it', { mode: 'integrated' }, 'live'],
	[
		'a sub-workflow: a host with contexts does not tell',
		{ mode: 'integrated', context: { source: 'integrated' }, stored: { 7: begun } },
		'live',
	],
	['a sub-workflow: the host tells, and never shows an execution', asSubWorkflow, 'live'],
	['a sub-workflow: the host tells, and cannot show it', { ...asSubWorkflow, stored: {} }, REFUSED],
	[
		'a sub-workflow: the one between it and the first cannot be read, nor the first',
		{ ...asSubWorkflow, stored: { 7: calledBy('6', grandchild) } },
		REFUSED,
	],
	...[
		['webhook', 'live'],
		['error', 'live'],
		['manual', 'byHand'],
	].flatMap(([source = '', kind]): Array<[string, Host, unknown]> => [
		[
			`a sub-workflow: its caller is gone, and began as ${source}`,
			{ ...asSubWorkflow, stored: { 7: calledBy('6', { source }) } },
			kind,
		],
		[
			`a sub-workflow: only its caller can be read, which began as ${source}`,
			{ ...asSubWorkflow, stored: { 6: ofSource(source) } },
			kind,
		],
		[
			`a sub-workflow: the one between it and the first is gone, which began as ${source}`,
			{ ...asSubWorkflow, stored: { 7: calledBy('6', grandchild), 5: ofSource(source) } },
			kind,
		],
	]),
	['a retry: the host does not tell how it began', { mode: 'retry' }, REFUSED],
	['a retry: nor by its context', { mode: 'retry', context: { source: 'retry' }, stored: { 7: begun } }, REFUSED],
])('%s', async (_, host, kind) => {
	expect(await kindOf(host)).toEqual(kind);
});
