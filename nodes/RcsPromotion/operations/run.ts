import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ServiceClient } from '../../service/client';
import { asHtml, asSentence, shortened } from '../../service/values';
import { asNodeError, Refusal } from '../../service/refusal';
import { ItemContext, NodeRun } from '../itemContext';
import { resources } from './index';
import type { Operation } from './operation';
import { fitForModel } from './tool/fitForModel';
import { adviseModel, refuseAsTool } from './tool/texts';

/** The node's only loop, and the only place that pairs items and turns a thrown error into a failed item. */
export async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	const run = new NodeRun(context);
	const outputs: INodeExecutionData[][] = [];
	for (let index = 0; index < inputs.length; index++) {
		const { items, runsOnce } = await runItem(run, index);
		const pairedItem = runsOnce ? inputs.map((_, item) => ({ item })) : { item: index };
		for (const item of items) {
			// Find Invalid runs once for all items, and pairs what it returns itself.
			const isPaired = runsOnce && item.pairedItem !== undefined;
			// All share one object, because there may be a million of them.
			if (!isPaired) item.pairedItem = pairedItem;
		}
		outputs.push(items);
		if (runsOnce) break;
	}
	run.showHints();
	return outputs.flat();
}

/**
 * The output of an item, or of the one call for all items. Everything that can fail happens in here, including opening the credential:
 * if a node throws while On Error is set to Continue, n8n treats it as successful and passes on its input.
 */
async function runItem(run: NodeRun, itemIndex: number): Promise<{ items: INodeExecutionData[]; runsOnce: boolean }> {
	const { context } = run;
	let runsOnce = false;
	let operation: Operation | undefined;
	let client: ServiceClient | undefined;
	try {
		operation = selectedOperation(context);
		const item = new ItemContext(run, itemIndex, operation);
		if (item.isTool) refuseAsTool(item, operation);
		runsOnce = operation.runsOnce?.(item) === true;
		client = item.client = await run.openClient(itemIndex, runsOnce);
		const items = await operation.execute(item);
		return { items: item.isTool ? fitForModel(items, run, operation, client.hideKey) : items, runsOnce };
	} catch (error) {
		const failure = createNodeError(run, error, operation, client);
		// n8n would add "[item 0]" to the message, which is wrong if the error applies to all items.
		if (runsOnce) delete failure.context.itemIndex;
		else failure.context.itemIndex ??= itemIndex;
		if (run.isTool) {
			if (operation?.writes) warnPeople(run, failure.message);
			if (!hasErrorOutput(context)) return { items: [failedItem(context, failure)], runsOnce };
			// n8n gives a model nothing else of such a tool.
			failure.message = `${asSentence(failure.message)} ${failure.description}`;
		} else if (context.continueOnFail()) return { items: [failedItem(context, failure)], runsOnce };
		// n8n's editor shows a description as HTML.
		throw Object.assign(failure, { description: asHtml(failure.description ?? '') });
	}
}

/** Of a change that was not made, although an AI agent is told. */
function warnPeople({ context, hints }: NodeRun, message: string): void {
	hints.set(message, 'warning');
	context.logger.warn(`RCS Promotion, node "${context.getNode().name}": ${message}`);
}

/** What went wrong, with advice for a person or a model. Without the key: someone may have typed it into a field, or a model may have passed it. */
function createNodeError(run: NodeRun, thrown: unknown, operation?: Operation, client?: ServiceClient) {
	const error = asNodeError(thrown, run.context.getNode());
	if (client) error.message = client.hideKey(error.message);
	if (!run.isTool) return error;
	error.description = adviseModel(thrown, operation);
	error.message = shortened(error.message, LONGEST_FOR_A_MODEL);
	return error;
}

const LONGEST_FOR_A_MODEL = 1_000;

const hasErrorOutput = (context: IExecuteFunctions) => context.getNode().onError === 'continueErrorOutput';

/** What happened, and what to do next. */
function failedItem(context: IExecuteFunctions, error: ReturnType<typeof asNodeError>): INodeExecutionData {
	const item = { json: { error: error.message, advice: error.description ?? '' } };
	// n8n finds the items of the error output by `error`. Not enumerable, so that the copy it passes on keeps our JSON: of an item with
	// `error`, n8n writes only the message.
	if (hasErrorOutput(context)) Object.defineProperty(item, 'error', { value: error });
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
