import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { Engine } from '../../test/harness/engine';
import type { NodeSetup } from '../../test/harness/workflow';

/** n8n's own nodes, out of the private n8n. */
const FILES = {
	httpRequest: 'HttpRequest/HttpRequest.node.js',
	extractFromFile: 'Files/ExtractFromFile/ExtractFromFile.node.js',
	filter: 'Filter/Filter.node.js',
} as const;
const CLASSES = {
	httpRequest: 'HttpRequest',
	extractFromFile: 'ExtractFromFile',
	filter: 'Filter',
} as const;
type NativeNode = keyof typeof FILES;

const nameOf = (node: NativeNode) => `n8n-nodes-base.${node}`;

export function addNativeNodes(engine: Engine): void {
	for (const node of Object.keys(FILES) as NativeNode[]) {
		const exported = require(`n8n-nodes-base/dist/nodes/${FILES[node]}`) as Record<string, new () => INodeType>;
		engine.nodeTypes.add(nameOf(node), new exported[CLASSES[node]]!());
	}
}

export function native(node: NativeNode, typeVersion: number, parameters: INodeParameters): NodeSetup {
	return { name: node, type: nameOf(node), typeVersion, parameters, credentials: {} };
}

/** What n8n's HTTP Request is set to for a file. */
export function httpRequestAsFile(url: string, apiKey: string): NodeSetup {
	return native('httpRequest', 4.2, {
		method: 'GET',
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'x-api-key', value: apiKey }] },
		options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
	});
}

export const extractCsv = () =>
	native('extractFromFile', 1, { operation: 'csv', binaryPropertyName: 'data', options: {} });

export function filterEquals(field: string, value: string): NodeSetup {
	return native('filter', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: '1',
					leftValue: `={{ $json.${field} }}`,
					rightValue: value,
					operator: { type: 'string', operation: 'equals' },
				},
			],
			combinator: 'and',
		},
		options: {},
	});
}
