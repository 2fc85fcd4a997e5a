/** The node as a tool in the hands of an AI agent. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { EngineParts } from './engineParts';
import { begin, type ExecutionMode } from './execution';
import { AGENT, START } from './helperNodes';
import type { RunResult } from './runResult';
import type { NodeSetup } from './workflow';

export interface ToolCall extends NodeSetup {
	/** May hold `={{ $fromAI('name') }}`. */
	parameters?: INodeParameters;
	/** What the model fills in: one entry per call. */
	calls?: Array<Record<string, string>>;
	/**
	 * `request`: the engine runs the tool as a node, as today's agents ask it to; the default.
	 * `subNode`: the agent runs the tool within its own execution, as older agents do; `subNodesAtOnce`: all calls at once.
	 */
	way?: 'request' | 'subNode' | 'subNodesAtOnce';
	items?: INodeExecutionData[];
	mode?: ExecutionMode;
	published?: boolean;
}

export const TOOL_NAME = 'RCS Tool';
export const AGENT_NAME = 'Agent';

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
				parameters: { way, calls: calls.map((parameters) => ({ tool: TOOL_NAME, parameters })) },
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
	if (result.error) return result.error.message;
	const [answer] = result.output(0, { node: AGENT_NAME, run: result.runs(AGENT_NAME).length - 1 });
	return (answer?.json.answers as string[])[0] ?? '';
}
