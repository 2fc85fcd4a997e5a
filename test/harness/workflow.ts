/** From what a test says to the workflow n8n would read from its database. */
import { Workflow } from 'n8n-workflow';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeCredentials,
	INodeParameters,
	INodeTypes,
	IWorkflowSettings,
	OnError,
} from 'n8n-workflow';
import type { TestCredentials } from './credentials';
import { CALL, REPEAT, START } from './helperNodes';
import type { NodeTypes } from './nodeTypes';

export interface NodeSetup {
	id?: string;
	name?: string;
	/** The node type; without a dot it is one of the package's, left out it is the package's first. */
	type?: string;
	parameters?: INodeParameters;
	/** Without it the node gets the credential added last, of the type it asks for. */
	credentials?: INodeCredentials;
	onError?: OnError;
	retryOnFail?: boolean;
	maxTries?: number;
	/** In milliseconds. n8n waits a second; a test that says nothing waits one millisecond. */
	waitBetweenTries?: number;
	executeOnce?: boolean;
	typeVersion?: number;
}

export interface WorkflowSetup {
	/** What n8n remembers over executions is kept apart by it. Empty: a node run by itself, outside any workflow. */
	workflowId?: string;
	/** What `getWorkflow().active` says; by default true. n8n itself says false to a Retry, published or not. */
	published?: boolean;
	nodes: NodeSetup[];
	/** By default each node leads to the next. */
	connections?: IConnections;
	settings?: IWorkflowSettings;
	staticData?: IDataObject;
}

export const WORKFLOW_ID = 'workflow-1';

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

function chain(nodes: INode[]): IConnections {
	const connections: IConnections = {};
	for (const [index, { name }] of nodes.entries()) {
		const next = nodes[index + 1];
		if (next) connections[name] = { main: [to(next.name)] };
	}
	return connections;
}

/** The single node behind another, as every node but a trigger is. */
export function afterStart(node: NodeSetup): WorkflowSetup {
	return { nodes: [{ name: 'Start', type: START }, node] };
}

/** The single node inside a loop: it runs once per round, with its run index counting up. */
export function inLoop(node: NodeSetup, times: number): WorkflowSetup {
	const name = node.name ?? 'Node 2';
	return {
		nodes: [
			{ name: 'Repeat', type: REPEAT, parameters: { times } },
			{ ...node, name },
		],
		connections: { Repeat: { main: [to(name)] }, [name]: { main: [to('Repeat')] } },
	};
}

/** The workflow as a sub-workflow of another one. */
export function asSubWorkflow(workflow: WorkflowSetup): WorkflowSetup {
	const { workflowId, published } = workflow;
	const call: NodeSetup = { type: CALL, parameters: { workflow: workflow as unknown as INodeParameters } };
	return { ...afterStart(call), workflowId, published };
}

export class WorkflowBuilder {
	constructor(
		private readonly nodeTypes: NodeTypes,
		private readonly credentials: TestCredentials,
	) {}

	build(
		{ workflowId = WORKFLOW_ID, published = true, nodes: setups, connections, settings, staticData }: WorkflowSetup,
		nodeTypes: INodeTypes = this.nodeTypes,
	): Workflow {
		const nodes = setups.map((setup, index) => this.node(setup, index));
		return new Workflow({
			id: workflowId,
			name: 'Test',
			nodes,
			connections: connections ?? chain(nodes),
			active: published,
			nodeTypes,
			staticData,
			settings: { executionOrder: 'v1', ...settings },
		});
	}

	node(setup: NodeSetup, index = 0): INode {
		const { type: shortType = this.nodeTypes.defaultType, waitBetweenTries = 1, ...rest } = setup;
		const type = shortType.includes('.') ? shortType : `${this.nodeTypes.packageName}.${shortType}`;
		return {
			id: `node-${index + 1}`,
			name: `Node ${index + 1}`,
			typeVersion: 1,
			position: [index * 200, 0],
			parameters: {},
			waitBetweenTries,
			...rest,
			type,
			credentials: setup.credentials ?? this.latestCredentials(type),
		};
	}

	private latestCredentials(type: string): INodeCredentials | undefined {
		const found: INodeCredentials = {};
		for (const { name } of this.nodeTypes.getByName(type).description.credentials ?? []) {
			const latest = this.credentials.latest(name);
			if (latest) found[name] = latest;
		}
		return Object.keys(found).length > 0 ? found : undefined;
	}
}
