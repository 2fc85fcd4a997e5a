import { NodeHelpers, type INodeParameters, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import type { NodeTypeSummary } from '../../../tools/n8n/restClient';

export interface OfferedOperation {
	resource: string;
	value: string;
	action: string;
}

/** The form of a node of the built package, as n8n itself hands it out. */
export class NodeType {
	readonly properties: INodeProperties[];
	private readonly description: INodeTypeDescription;

	constructor(types: NodeTypeSummary[], name: string) {
		const found = types.find((type) => type.name === name);
		if (!found) throw new Error(`n8n has no node ${name}.`);
		this.description = found as unknown as INodeTypeDescription;
		this.properties = this.description.properties;
	}

	/** Every operation that it offers to people. n8n adds a last one to each resource, which leads to its HTTP Request node. */
	operations(): OfferedOperation[] {
		return this.properties
			.filter(({ name, displayOptions }) => name === 'operation' && !displayOptions?.show?.['@tool'])
			.flatMap((property) =>
				(property.displayOptions?.show?.resource ?? []).flatMap((resource) =>
					optionsOf(property)
						.filter(({ value }) => value !== '__CUSTOM_API_CALL__')
						.map(({ value, action = '' }) => ({ resource: String(resource), value, action })),
				),
			);
	}

	/** The labels that stand on the form when it opens with these parameters, from top to bottom. */
	labels(given: INodeParameters): string[] {
		const node = { typeVersion: 1 };
		const parameters = NodeHelpers.getNodeParameters(this.properties, given, true, false, node, this.description) ?? {};
		return this.properties
			.filter((property) => !['notice', 'hidden'].includes(property.type))
			.filter((property) => NodeHelpers.displayParameter(parameters, property, node, this.description))
			.map(({ displayName }) => displayName);
	}

	/** What can be chosen in a field, or added to a collection, in the order of the form. */
	choicesOf(field: string): Choice[] {
		const property = this.properties.find(({ name }) => name === field);
		if (!property) throw new Error(`The form has no field ${field}.`);
		return optionsOf(property);
	}
}

export interface Choice {
	name: string;
	value: string;
	action?: string;
	/** Of a field in a collection. */
	displayName: string;
}

const optionsOf = ({ options = [] }: INodeProperties) => options as unknown as Choice[];
