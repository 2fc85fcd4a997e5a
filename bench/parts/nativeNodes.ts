import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { Engine } from '../../test/harness/engine';
import type { NodeSetup } from '../../test/harness/workflow';

/** n8n's own nodes, out of the private n8n: their folder and class. */
const NODES = {
	httpRequest: ['HttpRequest', 'HttpRequest'],
	extractFromFile: ['Files/ExtractFromFile', 'ExtractFromFile'],
	filter: ['Filter', 'Filter'],
} as const;
type NativeNode = keyof typeof NODES;

export function addNativeNodes(engine: Engine): void {
	for (const [name, [folder, type]] of Object.entries(NODES)) {
		const exported = require(`n8n-nodes-base/dist/nodes/${folder}/${type}.node.js`) as Record<
			string,
			new () => INodeType
		>;
		engine.nodeTypes.add(`n8n-nodes-base.${name}`, new exported[type]!());
	}
}

const native = (node: NativeNode, typeVersion: number, parameters: INodeParameters): NodeSetup => ({
	name: node,
	type: `n8n-nodes-base.${node}`,
	typeVersion,
	parameters,
	credentials: {},
});

export const httpRequest = (url: string, apiKey: string, parameters: INodeParameters): NodeSetup =>
	native('httpRequest', 4.2, {
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'x-api-key', value: apiKey }] },
		options: {},
		...parameters,
	});

export const httpRequestAsFile = (url: string, apiKey: string): NodeSetup =>
	httpRequest(url, apiKey, {
		method: 'GET',
		options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
	});

export const extractCsv = () =>
	native('extractFromFile', 1, { operation: 'csv', binaryPropertyName: 'data', options: {} });

export function filterEquals(field: string, rightValue: string): NodeSetup {
	const operator = { type: 'string', operation: 'equals' };
	const conditions = [{ id: '1', leftValue: `={{ $json.${field} }}`, rightValue, operator }];
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	return native('filter', 2.2, { conditions: { options, conditions, combinator: 'and' }, options: {} });
}
