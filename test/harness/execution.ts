/** One execution: from a request to the engine's own loop and back. */
import { WorkflowExecute } from 'n8n-core';
import * as workflowPackage from 'n8n-workflow';
import type {
	ExecuteWorkflowData,
	ExecuteWorkflowOptions,
	IExecuteData,
	INodeExecutionData,
	IPinData,
	IRun,
	IRunExecutionData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { EngineParts } from './engineParts';
import { RunResult } from './runResult';
import { read, write } from './executions';
import { afterStart, asSubWorkflow, inLoop, type NodeSetup, type WorkflowSetup } from './workflow';

/** Hosts add modes from time to time. */
export type ExecutionMode = WorkflowExecuteMode | (string & {});

interface Circumstances {
	/** What arrives at the first node; by default one empty item. */
	items?: INodeExecutionData[];
	/** How the execution was started, also in a way that only later hosts know; by default `trigger`. */
	mode?: ExecutionMode;
	/** What is left in an execution that a person, an assistant or an agent started in the place of its trigger. */
	left?: { pinData?: IPinData; manualData?: IRunExecutionData['manualData'] };
	/** The node that `items`, `hints` and `json` of the result speak of; by default the last one. */
	resultOf?: string;
}

export type RunRequest = Circumstances &
	(
		| (NodeSetup & {
				nodes?: undefined;
				loop?: number;
				/** How many workflows call the next one until the last of them runs the node. */
				calls?: number;
		  } & Pick<WorkflowSetup, 'workflowId' | 'published'>)
		| WorkflowSetup
	);

export interface RunningExecution {
	readonly finished: Promise<RunResult>;
	readonly data: IRunExecutionData;
	/** What the Stop button does. */
	cancel(): void;
	/** What is left for a Retry when the process dies at this moment: the node under way is back on the stack. */
	asLeft(): RunResult;
}

function setupOf(request: RunRequest): WorkflowSetup {
	if (request.nodes !== undefined) {
		const { workflowId, published, nodes, connections, settings, staticData } = request;
		return { workflowId, published, nodes, connections, settings, staticData };
	}
	const {
		items: _items,
		mode: _mode,
		left: _left,
		resultOf: _result,
		loop,
		calls = 0,
		workflowId,
		published,
		...node
	} = request;
	if (loop !== undefined) return { ...inLoop(node, loop), workflowId, published };
	let setup: WorkflowSetup = { ...afterStart(node), workflowId, published };
	for (let call = 0; call < calls; call++) setup = asSubWorkflow(setup);
	return setup;
}

/** Hosts before 2.0 have no factory for this record. */
function newRunData(nodeExecutionStack: IExecuteData[]): IRunExecutionData {
	const create = Reflect.get(workflowPackage, 'createRunExecutionData') as
		typeof workflowPackage.createRunExecutionData | undefined;
	if (create) return create({ executionData: { nodeExecutionStack } });
	return {
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			nodeExecutionStack,
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	} as unknown as IRunExecutionData;
}

function execute(
	engine: EngineParts,
	workflow: Workflow,
	setup: WorkflowSetup,
	someMode: ExecutionMode,
	data: IRunExecutionData,
	resultOf: string,
): RunningExecution {
	const mode = someMode as WorkflowExecuteMode;
	const input = data.executionData?.nodeExecutionStack[0]?.data ?? {};
	const additionalData = engine.additionalData(mode);
	engine.executions.add(additionalData.executionId ?? '', mode, data);
	const execution = new WorkflowExecute(additionalData, mode, data);
	const running = execution.processRunExecutionData(workflow);
	const finished = running.then((run) => new RunResult(run, setup, workflow, resultOf));
	const asLeft = () => {
		const left = read(write(data));
		const node = workflow.getNode(resultOf);
		if (node && left.executionData) left.executionData.nodeExecutionStack = [{ node, data: input, source: null }];
		const run = { data: left, mode, status: 'crashed', startedAt: new Date(), finished: false };
		return new RunResult(run as unknown as IRun, setup, workflow, resultOf);
	};
	return { finished, data, cancel: () => running.cancel(), asLeft };
}

function nameOf(setup: WorkflowSetup, index: number): string {
	return setup.nodes.at(index)?.name ?? `Node ${index < 0 ? setup.nodes.length + index + 1 : index + 1}`;
}

export function begin(engine: EngineParts, request: RunRequest): RunningExecution {
	const setup = setupOf(request);
	const workflow = engine.workflows.build(setup);
	const first = workflow.getNode(nameOf(setup, 0));
	if (!first) throw new Error('A workflow needs a node');
	const { items = [{ json: {} }], mode = 'trigger', left = {} } = request;
	const stack: IExecuteData[] = [{ node: first, data: { main: [items] }, source: null }];
	const resultOf = request.resultOf ?? nameOf(setup, -1);
	const data = newRunData(stack);
	if (left.pinData) data.resultData.pinData = left.pinData;
	if (left.manualData) data.manualData = left.manualData;
	return execute(engine, workflow, setup, mode, data, resultOf);
}

/** n8n runs a sub-workflow as an execution of its own, which knows the one that called it if the calling node says so. */
export async function runSubWorkflow(
	engine: EngineParts,
	setup: WorkflowSetup,
	{ inputData = [], parentExecution }: ExecuteWorkflowOptions,
): Promise<ExecuteWorkflowData> {
	const workflow = engine.workflows.build(setup);
	const node = workflow.getNode(nameOf(setup, 0));
	if (!node) throw new Error('A workflow needs a node');
	const data = newRunData([{ node, data: { main: [inputData] }, metadata: { parentExecution }, source: null }]);
	data.parentExecution = parentExecution;
	const { error, items } = await execute(engine, workflow, setup, 'integrated', data, nameOf(setup, -1)).finished;
	if (error) throw Object.assign(new Error(error.message), { description: error.description });
	return { executionId: '', data: [items] };
}

/**
 * n8n reads the failed execution back from its database, takes the failed run out and goes on from its stack, in mode `retry`,
 * as a new execution. What the nodes left in their context is still there.
 */
export function beginRetry(engine: EngineParts, failed: RunResult, changed?: WorkflowSetup): RunningExecution {
	const data = read(failed.stored());
	const { resultData, executionData } = data;
	delete resultData.error;
	const runsOfLast = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runsOfLast?.at(-1)?.error !== undefined) runsOfLast.pop();
	const setup = changed ?? failed.setup;
	const workflow = engine.workflows.build({ ...setup, published: false });
	for (const entry of executionData?.nodeExecutionStack ?? []) {
		const current = workflow.getNode(entry.node.name);
		if (!current) throw new Error(`The workflow has no node "${entry.node.name}" any more`);
		if (changed) entry.node = current;
	}
	return execute(engine, workflow, setup, 'retry', data, failed.nodeName);
}
