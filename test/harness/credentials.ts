/**
 * Credentials for nodes under test. n8n's own CredentialsHelper lives in the n8n package, on top of its database;
 * this one does the same with credentials a test has put in.
 */
import { Credentials } from 'n8n-core';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentials,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { NodeTypes } from './nodeTypes';

interface StoredCredential {
	type: string;
	data: ICredentialDataDecryptedObject;
}

export class TestCredentials extends ICredentialsHelper {
	private readonly stored = new Map<string, StoredCredential>();

	constructor(private readonly nodeTypes: NodeTypes) {
		super();
	}

	/** Saves a credential and returns the reference that a node of a workflow holds. */
	add(type: string, data: ICredentialDataDecryptedObject): INodeCredentials {
		const id = `credential-${this.stored.size + 1}`;
		this.stored.set(id, { type, data });
		return { [type]: { id, name: `${type} ${id}` } };
	}

	/** The credential added last, for tests that have one account only. */
	latest(type: string): INodeCredentialsDetails | undefined {
		const id = [...this.stored].filter(([, credential]) => credential.type === type).at(-1)?.[0];
		return id === undefined ? undefined : { id, name: `${type} ${id}` };
	}

	/** Ours signs its requests by a function of its own. */
	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.nodeTypes.credentialType(typeName);
		if (typeof authenticate !== 'function')
			throw new Error(`Credential ${typeName} has no function that signs requests`);
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	override async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		reference: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		resolving?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const { data } = this.find(reference, type);
		const withDefaults = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		) as INodeParameters;
		if (!resolving) return withDefaults as ICredentialDataDecryptedObject;
		// Like n8n, which fills in expressions with the values of the item that is asked for.
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = resolving;
		return workflow.expression.getParameterValue(
			withDefaults,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
			false,
			withDefaults,
		) as ICredentialDataDecryptedObject;
	}

	override async getCredentials(reference: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const { data } = this.find(reference, type);
		const credentials = new Credentials({ id: reference.id, name: reference.name }, type);
		await credentials.setData(data);
		return credentials;
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getCredentialsProperties(type: string): INodeProperties[] {
		return this.nodeTypes.credentialType(type).properties;
	}

	override getParentTypes(): string[] {
		return [];
	}

	/** Only credentials whose token expires have something to do here; none of ours does. */
	override async preAuthentication(): Promise<undefined> {}

	override async runPreAuthentication(): Promise<undefined> {}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	private find(reference: INodeCredentialsDetails, type: string): StoredCredential {
		const credential = this.stored.get(reference.id ?? '');
		if (credential?.type !== type) {
			throw new Error(`Credential with ID "${reference.id}" does not exist for type "${type}".`);
		}
		return credential;
	}
}
