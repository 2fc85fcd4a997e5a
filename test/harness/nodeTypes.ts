/**
 * The node types of a workflow under test: the package's own, loaded by n8n's PackageDirectoryLoader, their AI tool twins,
 * and the few nodes a test needs around them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import { deepCopy, NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import type { ICredentialType, INodeType, INodeTypeDescription, INodeTypes } from 'n8n-workflow';

/** Loads `dist/…` paths from the TypeScript sources beside dist, which jest compiles. */
class SourceLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		return resolve(this.directory, existsSync(resolve(this.directory, source)) ? source : file);
	}
}

/**
 * What the n8n package does to a node with `usableAsTool` before an AI agent can call it
 * (its code is not part of n8n-core, so this is our model of it). It adds a description of its own only where the node has none.
 */
export function asTool(nodeType: INodeType): INodeType {
	if (!nodeType.description.usableAsTool) {
		throw new Error(`${nodeType.description.name} is not usable as a tool`);
	}
	const { usableAsTool: _, ...description } = deepCopy(nodeType.description);
	const toolType: INodeTypeDescription = {
		...description,
		name: `${description.name}Tool`,
		displayName: `${description.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return Object.create(nodeType, { description: { value: toolType } }) as INodeType;
}

export class NodeTypes implements INodeTypes {
	private readonly tools = new Map<string, INodeType>();
	private readonly extra = new Map<string, INodeType>();

	private constructor(private readonly loader: PackageDirectoryLoader) {}

	static async load(packageDirectory: string): Promise<NodeTypes> {
		const loader = new SourceLoader(packageDirectory);
		await loader.loadAll();
		return new NodeTypes(loader);
	}

	get packageName(): string {
		return this.loader.packageName;
	}

	/** The package's first node, which a test means when it names none. */
	get defaultType(): string {
		const [first] = this.loader.loadedNodes;
		if (!first) throw new Error(`${this.packageName} has no nodes`);
		return `${this.packageName}.${first.name}`;
	}

	/** Adds a node of the test's own. */
	add(type: string, nodeType: INodeType): void {
		this.extra.set(type, nodeType);
	}

	getByName(type: string): INodeType {
		const extra = this.extra.get(type);
		if (extra) return extra;
		const [packageName, name = ''] = type.split('.');
		if (packageName !== this.packageName) throw new Error(`Unrecognized node type: ${type}`);
		if (!name.endsWith('Tool')) return this.packageNode(name);
		const tool = this.tools.get(name) ?? asTool(this.packageNode(name.slice(0, -'Tool'.length)));
		this.tools.set(name, tool);
		return tool;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes() {
		return { ...this.loader.known.nodes };
	}

	credentialType(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
	}

	supportedNodes(credentialType: string): string[] {
		return this.loader.known.credentials[credentialType]?.supportedNodes ?? [];
	}

	private packageNode(name: string): INodeType {
		const { type } = this.loader.getNode(name);
		return NodeHelpers.getVersionedNodeType(type);
	}
}
