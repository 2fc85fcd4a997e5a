import type { NodeTypeSummary } from '../../../tools/n8n/restClient';

interface Property {
	displayName: string;
	name: string;
	type: string;
	default?: unknown;
	required?: boolean;
	options?: Array<{ name: string; value: string; action?: string }>;
	displayOptions?: { show?: Record<string, unknown[]>; hide?: Record<string, unknown[]> };
}

export interface OfferedOperation {
	resource: string;
	value: string;
	action: string;
	/** Labels that stand on the form as it opens. */
	labels: string[];
}

/** Every operation a node offers, as n8n itself lists it. */
export function operationsOf(types: NodeTypeSummary[], typeName: string): OfferedOperation[] {
	const type = types.find(({ name }) => name === typeName);
	const properties = (type?.properties ?? []) as Property[];
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) =>
			(property.displayOptions?.show?.resource ?? []).flatMap((resource) =>
				ownOptions(property).map(({ value, action }) => ({
					resource: String(resource),
					value,
					action: action ?? '',
					labels: labelsFor(properties, String(resource), value),
				})),
			),
		);
}

/** n8n adds a last one, which leads to its HTTP Request node. */
function ownOptions({ options = [] }: Property) {
	return options.filter(({ value }) => value !== '__CUSTOM_API_CALL__');
}

/** Fields shown for this operation whatever the others hold. */
function labelsFor(properties: Property[], resource: string, operation: string): string[] {
	return properties
		.filter(({ displayOptions, type }) => {
			if (type === 'notice' || type === 'hidden' || displayOptions?.hide) return false;
			const { resource: resources, operation: operations, ...others } = displayOptions?.show ?? {};
			return Boolean(
				resources?.includes(resource) && operations?.includes(operation) && Object.keys(others).length === 0,
			);
		})
		.map(({ displayName }) => displayName);
}
