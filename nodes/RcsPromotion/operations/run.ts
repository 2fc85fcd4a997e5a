import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../../service/client';
import { asSentence } from '../../service/values';
import { ItemContext, Run } from '../itemContext';
import { findOperation } from './index';
import type { Operation } from './operation';

type Pairing = IPairedItemData | IPairedItemData[];

/** The node's one loop: the only place that pairs items and that turns a throw into a failed item. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [];
	const operation = selectedOperation(context);
	const run = new Run(context, await ServiceClient.open(context), operation);
	const first = new ItemContext(run, 0);
	if (operation.runsOnce?.(first)) {
		const all = inputs.map((_, item) => ({ item }));
		return await outputOf(first, operation, all);
	}
	const outputs: INodeExecutionData[][] = [];
	for (let item = 0; item < inputs.length; item++) {
		outputs.push(await outputOf(new ItemContext(run, item), operation, { item }));
	}
	// The rows of a single report may be a million, which nobody needs to have in two lists.
	return outputs.length === 1 ? (outputs[0] as INodeExecutionData[]) : outputs.flat();
}

async function outputOf(item: ItemContext, operation: Operation, pairing: Pairing): Promise<INodeExecutionData[]> {
	try {
		const outputs: INodeExecutionData[] = await operation.execute(item);
		// All share one pairing, for the same reason.
		for (const output of outputs) output.pairedItem = pairing;
		return outputs;
	} catch (error) {
		const fault = asNodeError(item, error);
		// All that an AI agent hears of it.
		if (item.isTool && fault.description) fault.message = `${asSentence(fault.message)} ${fault.description}`;
		// n8n writes "[item 0]" behind the message, which is wrong for what is true of all items.
		if (Array.isArray(pairing)) delete fault.context.itemIndex;
		if (!item.context.continueOnFail()) throw fault;
		return [{ json: { error: fault.message }, error: fault, pairedItem: pairing }];
	}
}

/** Anything that was not already put into words by us is a fault of ours; its text may still help whoever reports it. */
function asNodeError({ context, itemIndex }: ItemContext, error: unknown): NodeApiError | NodeOperationError {
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
			description: "Choose 'Resource' and 'Operation' again, or update the package n8n-nodes-rcs-promotion.",
		},
	);
}
