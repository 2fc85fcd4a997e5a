import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asHtml, asSentence, shortened } from '../../service/values';
import { asNodeError, Refusal } from '../../form/refusal';
import { ItemContext, NodeRun } from '../itemContext';
import { resources } from './index';
import type { Operation } from './operation';
import { getAll as getPromotions } from './promotion/getAll';
import { fitForModel } from './tool/answer';
import { refuseUnreviewedInput } from './tool/setup';
import { adviseModel } from './tool/texts';

/** The node's only loop, and the only place that pairs items and turns a thrown error into a failed item. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	const run = new NodeRun(context);
	const outputs: INodeExecutionData[][] = [];
	for (let index = 0; index < inputs.length; index++) {
		const { rows, runsOnce } = await runItem(run, index);
		const pairedItem = runsOnce ? inputs.map((_, item) => ({ item })) : { item: index };
		// All rows share one pairing object, because there may be a million rows.
		for (const row of rows) row.pairedItem = (runsOnce && row.pairedItem) || pairedItem;
		outputs.push(rows);
		if (runsOnce) break;
	}
	run.showHints();
	return outputs.flat();
}

/**
 * The rows of an item, or of the one call for all items. Everything that can fail happens in here, including opening the credential:
 * if a node throws while On Error is set to Continue, n8n treats it as successful and passes on its input.
 */
async function runItem(run: NodeRun, itemIndex: number): Promise<{ rows: INodeExecutionData[]; runsOnce: boolean }> {
	const { context } = run;
	let runsOnce = false;
	let operation: Operation | undefined;
	let item: ItemContext | undefined;
	try {
		operation = selectedOperation(context);
		item = new ItemContext(run, itemIndex, operation);
		if (item.isTool) refuseUnreviewedInput(item, operation);
		runsOnce = operation.runsOnce?.(item) === true;
		item.client = await run.openClient(itemIndex, runsOnce);
		const rows = await operation.execute(item);
		if (itemIndex === 0 && !operation.writes && !runsOnce) run.readCountOfFirstItem = run.reads.size;
		if (!item.isTool) return { rows, runsOnce };
		return { rows: fitForModel(rows, run.hints, operation === getPromotions, item.client.hideKey), runsOnce };
	} catch (error) {
		const fault = asNodeError(error, context.getNode());
		fault.context.itemIndex ??= itemIndex;
		if (run.isTool) fault.description = adviseModel(error, operation);
		// What was entered or passed may be the key itself.
		if (item) fault.message = item.hideKey(fault.message);
		// n8n would add "[item 0]" to the message, which is wrong if the error applies to all items.
		if (runsOnce) delete fault.context.itemIndex;
		if (run.isTool) fault.message = shortened(fault.message, LONGEST_FOR_A_MODEL);
		if (context.continueOnFail() && !mustThrow(run)) return { rows: [failedItem(context, fault)], runsOnce };
		// An AI agent gets only the message. n8n's editor shows a description as HTML.
		if (run.isTool) fault.message = `${asSentence(fault.message)} ${fault.description}`;
		fault.description = run.isTool ? '' : asHtml(fault.description ?? '');
		throw fault;
	}
}

const LONGEST_FOR_A_MODEL = 1_000;

/** n8n gives a model nothing of a tool with an error output, but what it throws. */
const mustThrow = ({ context, isTool }: NodeRun) => isTool && context.getNode().onError === 'continueErrorOutput';

/** What happened, and what to do next. */
function failedItem(context: IExecuteFunctions, fault: ReturnType<typeof asNodeError>): INodeExecutionData {
	const item = { json: { error: fault.message, advice: fault.description ?? '' } };
	// n8n finds the items of the error output by this property, but writes only the message of an item that keeps it. Its copy has none.
	if (context.getNode().onError === 'continueErrorOutput') Object.defineProperty(item, 'error', { value: fault });
	return item;
}

function selectedOperation(context: IExecuteFunctions): Operation {
	// n8n leaves out an operation that it does not know.
	const resource = context.getNodeParameter('resource', 0, '');
	const operation = resources[resource]?.operations[context.getNodeParameter('operation', 0, '')];
	if (operation) return operation;
	throw new Refusal(
		'This version of the node does not have the chosen operation',
		"Choose 'Resource' and 'Operation' again, or update the package n8n-nodes-rcs-promotion.",
	);
}
