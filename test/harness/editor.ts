/** What n8n's editor asks for while a node's form or a credential is open. */
import { createRequire } from 'node:module';
import * as core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	IRunExecutionData,
} from 'n8n-workflow';
import type { EngineParts } from './engineParts';
import { withIsolate } from './expressions';
import type { NodeSetup } from './workflow';

/** As n8n reads what a rule of a credential's test looks at. */
const get = createRequire(__filename)('lodash/get') as (value: unknown, path: string) => unknown;

interface MethodResults {
	listSearch: INodeListSearchResult;
	loadOptions: INodePropertyOptions[];
}

export class Editor {
	constructor(private readonly engine: EngineParts) {}

	/** Calls one of the node's methods in n8n's own context for it. */
	async call<Kind extends keyof MethodResults>(
		kind: Kind,
		method: string,
		setup: NodeSetup = {},
		...parameters: Array<string | undefined>
	): Promise<MethodResults[Kind]> {
		const name = 'Temp-Node';
		const workflow = this.engine.workflows.build({ nodes: [{ ...setup, name }] });
		const node = workflow.getNode(name);
		if (!node) throw new Error('The form has no node');
		const { methods } = this.engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		type Method = (this: core.LoadOptionsContext, ...given: typeof parameters) => Promise<MethodResults[Kind]>;
		const found = methods?.[kind]?.[method] as Method | undefined;
		if (!found) throw new Error(`The node has no method ${kind}.${method}`);
		const additionalData = this.engine.additionalData('internal');
		additionalData.currentNodeParameters = node.parameters;
		const context = new core.LoadOptionsContext(workflow, node, additionalData, '');
		return await withIsolate(workflow, async () => await found.apply(context, parameters));
	}

	/** The button Test of a credential with a request of its own: after n8n's CredentialsTester, which is part of the n8n package. */
	async testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
		const { test } = this.engine.nodeTypes.credentialType(type);
		if (!test) throw new Error(`Credential ${type} has no test`);
		let json: unknown;
		try {
			[[{ json }]] = (await this.requestOf(type, test, data)) as [[INodeExecutionData]];
		} catch (error) {
			const { cause, message } = error as Error & { cause?: { code?: string; response?: AxiosResponse } };
			const status = cause?.response?.status;
			const rule = test.rules?.find(({ type, properties }) => type === 'responseCode' && properties.value === status);
			if (rule) return { status: 'Error', message: rule.properties.message };
			const said = cause?.response ? cause.response.statusText || `Received HTTP status code: ${status}` : undefined;
			return { status: 'Error', message: said ?? cause?.code ?? message };
		}
		for (const { type, properties } of test.rules ?? []) {
			if (type === 'responseSuccessBody' && 'key' in properties && get(json, properties.key) === properties.value)
				return { status: 'Error', message: properties.message };
		}
		return { status: 'OK', message: 'Connection successful!' };
	}

	private async requestOf(
		type: string,
		{ request }: ICredentialTestRequest,
		data: ICredentialDataDecryptedObject,
	): Promise<INodeExecutionData[][] | null | undefined> {
		const properties: INodeProperties[] = [
			{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
		];
		const nodeType = {
			description: {
				...{ displayName: 'No Operation', name: 'noOp', group: [], version: 1, description: '', defaults: {} },
				...{ inputs: [], outputs: [], credentials: [{ name: type, required: true }], properties },
			},
		} satisfies INodeType;
		const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) };
		const workflow = this.engine.workflows.build(
			{ nodes: [{ name: 'Temp-Node', type: 'n8n-nodes-base.noOp', credentials: {} }] },
			nodeTypes,
		);
		const node = workflow.getNode('Temp-Node') as INode;
		const context = new core.ExecuteContext(
			workflow,
			node,
			this.engine.additionalData('internal'),
			'internal',
			{ resultData: { runData: {} } } as IRunExecutionData,
			0,
			[],
			{ main: [[{ json: {} }]] },
			{ node, data: {}, source: null },
			[],
		);
		const routing = new core.RoutingNode(context, nodeType, { id: '', name: '', type, data });
		return await withIsolate(workflow, async () => await routing.runNode());
	}
}

interface AxiosResponse {
	status: number;
	statusText: string;
}
