import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../../service/client';
import { findOperation } from './index';
import type { Operation, OperationRun } from './operation';
import { SharedReads } from './sharedReads';

type Pairing = IPairedItemData | IPairedItemData[];

/** The node's one loop: the only place that pairs items and that turns a throw into a failed item. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	const operation = selectedOperation(context);
	const run: OperationRun = { context, client: await ServiceClient.open(context), shared: new SharedReads() };
	if (operation.runsOnce?.(context)) {
		const pairing = items.map((_, item) => ({ item }));
		return await outputOf(run, operation, 0, pairing);
	}
	const outputs: INodeExecutionData[][] = [];
	for (let item = 0; item < items.length; item++) outputs.push(await outputOf(run, operation, item, { item }));
	// The rows of a single report may be a million, which nobody needs to have in two lists.
	return outputs.length === 1 ? (outputs[0] as INodeExecutionData[]) : outputs.flat();
}

async function outputOf(
	run: OperationRun,
	operation: Operation,
	itemIndex: number,
	pairing: Pairing,
): Promise<INodeExecutionData[]> {
	try {
		const rows: INodeExecutionData[] = await operation.execute(run, itemIndex);
		// All share one pairing, for the same reason.
		for (const row of rows) row.pairedItem = pairing;
		return rows;
	} catch (error) {
		const fault = asNodeError(run.context, error, itemIndex);
		if (!run.context.continueOnFail()) throw fault;
		return [{ json: { error: fault.message }, error: fault, pairedItem: pairing }];
	}
}

/** Anything that was not already put into words by us is a fault of ours; its text may still help whoever reports it. */
function asNodeError(context: IExecuteFunctions, error: unknown, itemIndex: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error), { itemIndex });
}

function selectedOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, name);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node has no operation "${name}" for "${resource}"`,
		{
			description: 'Choose Resource and Operation again, or update the package n8n-nodes-rcs-promotion.',
		},
	);
}
