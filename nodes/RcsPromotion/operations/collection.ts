import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../service/answers';

/** What the user added to a collection field; options that were never added are missing. */
export function collectionOf(context: IExecuteFunctions, name: string, itemIndex: number): Record<string, unknown> {
	const value: unknown = context.getNodeParameter(name, itemIndex, {});
	return isObject(value) ? value : {};
}
