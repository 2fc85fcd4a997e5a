/** What n8n's editor asks for while a node's form or a credential is open. */
import * as core from 'n8n-core';
import * as workflowPackage from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestRequestData,
	IDataObject,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	IRunExecutionData,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { EngineParts } from './engineParts';
import { withIsolate } from './expressions';
import type { NodeSetup } from './workflow';

interface MethodResults {
	listSearch: INodeListSearchResult;
	loadOptions: INodePropertyOptions[];
	resourceMapping: ResourceMapperFields;
}

interface FailedRequest {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export class Editor {
	constructor(private readonly engine: EngineParts) {}

	/** Calls one of the node's methods in n8n's own context for it. */
	async call<Kind extends keyof MethodResults>(
		kind: Kind,
		method: string,
		setup: NodeSetup & { path?: string; parameters?: INodeParameters } = {},
		...parameters: Array<string | undefined>
	): Promise<MethodResults[Kind]> {
		const { path = '', ...nodeSetup } = setup;
		const name = 'Temp-Node';
		const workflow = this.engine.workflows.build({ nodes: [{ ...nodeSetup, name }] });
		const node = workflow.getNode(name);
		if (!node) throw new Error('The form has no node');
		const { methods } = this.engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		type Method = (
			this: core.LoadOptionsContext,
			...parameters: Array<string | undefined>
		) => Promise<MethodResults[Kind]>;
		const found = methods?.[kind]?.[method] as Method | undefined;
		if (!found) throw new Error(`The node has no method ${kind}.${method}`);
		const additionalData = this.engine.additionalData('internal');
		additionalData.currentNodeParameters = node.parameters;
		const context = new core.LoadOptionsContext(workflow, node, additionalData, path);
		return await withIsolate(workflow, async () => await found.apply(context, parameters));
	}

	/**
	 * The button Test of a credential. n8n wraps the credential's request in a node of its own and lets its routing run it;
	 * the wrapping and the wording of answers are in the n8n package, and modelled here.
	 */
	async testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<CredentialTestResult> {
		const { engine } = this;
		const { test } = engine.nodeTypes.credentialType(type);
		if (!test) throw new Error(`Credential ${type} has no test`);
		const nodeType = wrapRequest(test, type);
		engine.nodeTypes.add('harness.credentialTest', nodeType);
		const credentials = engine.credentials(type, data);
		const workflow = engine.workflows.build({ nodes: [{ type: 'harness.credentialTest', credentials }] });
		const [node] = Object.values(workflow.nodes);
		if (!node) throw new Error('The credential test has no node');
		const context = new core.ExecuteContext(
			workflow,
			node,
			engine.additionalData('internal'),
			'internal',
			emptyRunData(),
			0,
			[],
			{ main: [[{ json: {} }]] },
			{ node, data: {}, source: null },
			[],
		);
		const decrypted = { id: '', name: '', type, data } as ICredentialsDecrypted;
		try {
			const answer = await withIsolate(
				workflow,
				async () => await new core.RoutingNode(context, nodeType, decrypted).runNode(),
			);
			return verdict(answer?.[0]?.[0]?.json ?? {}, test);
		} catch (error) {
			return refusal(error as FailedRequest, test);
		}
	}
}

function emptyRunData(): IRunExecutionData {
	return { resultData: { runData: {} } } as unknown as IRunExecutionData;
}

function wrapRequest(test: ICredentialTestRequestData['testRequest'], credentialType: string): INodeType {
	return {
		description: {
			displayName: 'Credential Test',
			name: 'credentialTest',
			group: [],
			version: 1,
			description: '',
			defaults: { name: 'Credential Test' },
			inputs: [workflowPackage.NodeConnectionTypes.Main],
			outputs: [workflowPackage.NodeConnectionTypes.Main],
			credentials: [{ name: credentialType, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } },
			],
		},
	};
}

function verdict(answer: IDataObject, test: ICredentialTestRequestData['testRequest']): CredentialTestResult {
	const at = (path: string) =>
		path.split('.').reduce<unknown>((value, key) => (value as IDataObject | undefined)?.[key], answer);
	for (const { type, properties } of test.rules ?? []) {
		if (type === 'responseSuccessBody' && at(properties.key) === properties.value) {
			return { status: 'Error', message: properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function refusal(
	{ message, cause }: FailedRequest,
	test: ICredentialTestRequestData['testRequest'],
): CredentialTestResult {
	const response = cause?.response;
	if (!response) return { status: 'Error', message: cause?.code ?? message };
	for (const { type, properties } of test.rules ?? []) {
		if (type === 'responseCode' && properties.value === response.status) {
			return { status: 'Error', message: properties.message };
		}
	}
	return { status: 'Error', message: response.statusText || `Received HTTP status code: ${response.status}` };
}
