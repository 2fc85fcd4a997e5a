/** Nodes a test puts around the node under test. They run in the same engine. */
import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	EngineRequest,
	EngineResponse,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWorkflowBase,
} from 'n8n-workflow';

export const START = 'harness.start';
export const REPEAT = 'harness.repeat';
export const AGENT = 'harness.agent';
export const CALL = 'harness.call';

function describe(name: string, more: Partial<INodeTypeDescription> = {}): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
		...more,
	};
}

const start: INodeType = {
	description: describe('start', { group: ['trigger'], inputs: [] }),
	async execute() {
		return [this.getInputData()];
	},
};

/** Sends its items round `times` times by its first output, then on by its second: what Loop Over Items does to a node. */
const repeat: INodeType = {
	description: describe('repeat', {
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [{ displayName: 'Times', name: 'times', type: 'number', default: 2 }],
	}),
	async execute() {
		const memory = this.getContext('node') as { first?: INodeExecutionData[]; rounds?: number };
		memory.first ??= this.getInputData();
		memory.rounds = (memory.rounds ?? 0) + 1;
		if (memory.rounds <= (this.getNodeParameter('times', 0) as number)) return [memory.first, []];
		return [[], this.getInputData()];
	},
};

/** Runs a sub-workflow, as Execute Sub-workflow does. */
const call: INodeType = {
	description: describe('call', {
		properties: [{ displayName: 'Workflow', name: 'workflow', type: 'json', default: '{}' }],
	}),
	async execute() {
		// As it stands: its expressions are for its own nodes.
		const code = this.getNode().parameters.workflow as unknown as IWorkflowBase;
		const parentExecution = { executionId: this.getExecutionId(), workflowId: this.getWorkflow().id ?? '' };
		const { data } = await this.executeWorkflow({ code }, this.getInputData(), undefined, { parentExecution });
		return [data[0] ?? []];
	},
};

type Tool = { name: string; invoke: (parameters: Record<string, unknown>) => Promise<unknown> };

/** Calls the tool connected to it in one of the ways in which agents do. */
const agent: INodeType = {
	description: describe('agent', {
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool, displayName: 'Tool' }],
		properties: [
			{ displayName: 'Way', name: 'way', type: 'string', default: 'request' },
			{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' },
		],
	}),
	async execute(this: IExecuteFunctions, response?: EngineResponse): Promise<INodeExecutionData[][] | EngineRequest> {
		const calls = this.getNodeParameter('calls', 0) as Array<{ tool: string; parameters: Record<string, string> }>;
		const way = this.getNodeParameter('way', 0) as string;
		if (way !== 'request') {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
			const answers: unknown[] = [];
			for (const { parameters } of calls) answers.push(await tool?.invoke(parameters));
			return [[{ json: { answers } }]];
		}
		const results = response?.actionResponses ?? [];
		if (results.length === 0) {
			const actions = calls.map(({ tool, parameters }, index) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: tool,
				input: parameters,
				type: NodeConnectionTypes.AiTool,
				id: `call-${index}`,
				metadata: {},
			}));
			return { actions, metadata: {} };
		}
		const answers = results.map(({ data }) => JSON.stringify(data.data?.ai_tool?.[0]?.map(({ json }) => json)));
		return [[{ json: { answers } }]];
	},
};

export const helperNodes = { [START]: start, [REPEAT]: repeat, [AGENT]: agent, [CALL]: call };
