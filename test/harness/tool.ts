/** The node as a tool in the hands of an AI agent. */
import { randomUUID } from 'node:crypto';
import { ExecuteContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, IRunExecutionData } from 'n8n-workflow';
import type { EngineParts } from './engineParts';
import { begin, type ExecutionMode } from './execution';
import { withIsolate } from './expressions';
import { AGENT, START } from './helperNodes';
import type { RunResult } from './runResult';
import type { NodeSetup } from './workflow';

export interface ToolCall extends NodeSetup {
	/** May hold `={{ $fromAI('name') }}`. */
	parameters?: INodeParameters;
	/** What the model fills in: one entry per call. */
	calls?: IDataObject[];
	/**
	 * `request`: the engine runs the tool as a node, as today's agents ask it to; the default.
	 * `subNode`: the agent runs the tool within its own execution, as older agents do.
	 */
	way?: 'request' | 'subNode';
	items?: INodeExecutionData[];
	mode?: ExecutionMode;
	published?: boolean;
}

const TOOL_NAME = 'RCS Tool';
const AGENT_NAME = 'Agent';

/** The result speaks of the tool; the agent's own answers are in `output(0, { node: AGENT_NAME })`. */
export async function callTool(engine: EngineParts, call: ToolCall): Promise<RunResult> {
	const { calls = [{}], way = 'request', items, mode, published, type, ...tool } = call;
	const plainType = type ?? engine.nodeTypes.defaultType;
	const running = begin(engine, {
		nodes: [
			{ name: 'Start', type: START },
			{
				name: AGENT_NAME,
				type: AGENT,
				parameters: { way, calls: calls.map((parameters) => ({ tool: TOOL_NAME, parameters })) } as INodeParameters,
			},
			{ ...tool, name: TOOL_NAME, type: `${plainType}Tool` },
		],
		connections: {
			Start: { main: [[{ node: AGENT_NAME, type: 'main', index: 0 }]] },
			[TOOL_NAME]: { ai_tool: [[{ node: AGENT_NAME, type: 'ai_tool', index: 0 }]] },
		},
		items,
		mode,
		published,
		resultOf: TOOL_NAME,
	});
	return await running.finished;
}

/** What the agent hears of its first call. */
export function toolAnswer(result: RunResult): string {
	// Older engines end the execution where newer ones tell the agent.
	if (result.error) return JSON.stringify([{ error: result.error.message }]);
	const [answer] = result.output(0, { node: AGENT_NAME, run: result.runs(AGENT_NAME).length - 1 });
	return (answer?.json.answers as string[])[0] ?? '';
}

/** n8n Agents run a tool like that: a context of its own, of no workflow that is saved and no execution that keeps anything. */
export async function callInAgents(
	engine: EngineParts,
	{ parameters = {}, credentials, given = {} }: Pick<ToolCall, 'parameters' | 'credentials'> & { given?: IDataObject },
): Promise<{ items: INodeExecutionData[] } | { error: string }> {
	const type = `${engine.nodeTypes.defaultType}Tool`;
	const node: INode = {
		...{ id: randomUUID(), name: TOOL_NAME, type, typeVersion: 1, position: [0, 0] },
		...{ parameters, credentials },
	};
	const { nodeTypes } = engine;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const items = [{ json: given }];
	const input = { main: [items] };
	const data = { startData: {}, resultData: { runData: {} } } as unknown as IRunExecutionData;
	const additionalData = engine.additionalData('internal');
	const stack = { node, data: input, source: null };
	const context = new ExecuteContext(workflow, node, additionalData, 'internal', data, 0, items, input, stack, []);
	try {
		const output = await withIsolate(workflow, async () => await nodeTypes.getByName(type).execute?.call(context));
		return { items: (output as INodeExecutionData[][])[0] ?? [] };
	} catch (error) {
		return { error: (error as Error).message };
	}
}
