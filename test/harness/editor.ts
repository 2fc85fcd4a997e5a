/** What n8n's editor asks for while a node's form or a credential is open. */
import * as core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
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

	/** The button Test of a credential, where a node tests it by a method of its own; finding that method is n8n's part. */
	async testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
		const { nodeTypes } = this.engine;
		for (const name of nodeTypes.supportedNodes(type)) {
			const { description, methods } = nodeTypes.getByName(`${nodeTypes.packageName}.${name}`);
			const testedBy = description.credentials?.find((credential) => credential.name === type)?.testedBy;
			const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
			if (!test) continue;
			const context = new core.CredentialTestContext(this.engine.additionalData('internal'));
			return await test.call(context, { id: '', name: '', type, data });
		}
		throw new Error(`No node tests credential ${type}`);
	}
}
