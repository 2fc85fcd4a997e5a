/** Operations as tools of an AI agent. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toolAnswer } from '../../harness/tool';
import type { Setup } from '../support/setup';

/** What a model reads after one call of an operation, given as `resource.operation`; with settings of the node, such as `onError`. */
export async function answer(
	{ engine, credentials }: Setup,
	name: string,
	parameters: INodeParameters = {},
	given: IDataObject = {},
	settings: { onError?: 'continueErrorOutput' } = {},
): Promise<string> {
	const [resource = '', operation = ''] = name.split('.');
	const all = { resource, operation, ...parameters };
	return toolAnswer(await engine.runTool({ credentials, parameters: all, calls: [given], ...settings }));
}

/** Four characters are about one token. */
export const tokens = (said: string) => said.length / 4;
