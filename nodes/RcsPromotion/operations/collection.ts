import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../service/answers';
import { comparable } from '../../service/text';

/** What the user added to a collection field; options that were never added are missing. */
export function collectionOf(context: IExecuteFunctions, name: string, itemIndex: number): Record<string, unknown> {
	const value: unknown = context.getNodeParameter(name, itemIndex, {});
	return isObject(value) ? value : {};
}

/**
 * A switch in a collection, undefined where it was never added. Expressions easily make a text of it, or nothing at all; what is
 * neither on nor off must not be taken for one of them.
 */
export function switchOf(
	context: IExecuteFunctions,
	[collection, name]: [collection: Record<string, unknown>, name: string],
	label: string,
	itemIndex: number,
): boolean | undefined {
	if (!(name in collection)) return undefined;
	const text = comparable(collection[name]);
	if (text === 'true' || text === 'false') return text === 'true';
	throw new NodeOperationError(context.getNode(), `${label} is neither on nor off`, {
		itemIndex,
		description: 'Switch it on or off, or let its expression give true or false.',
	});
}
