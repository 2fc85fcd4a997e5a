import { comparable, isObject } from '../../service/values';
import type { ItemContext } from '../itemContext';

/** What the user added to a collection field; options that were never added are missing. */
export function collectionOf(item: ItemContext, name: string): Record<string, unknown> {
	const value: unknown = item.parameter(name, {});
	return isObject(value) ? value : {};
}

/**
 * A switch in a collection, undefined where it was never added. Expressions easily make a text of it, or nothing at all; what is
 * neither on nor off must not be taken for one of them.
 */
export function switchOf(
	item: ItemContext,
	[collection, name]: [collection: Record<string, unknown>, name: string],
	label: string,
): boolean | undefined {
	if (!(name in collection)) return undefined;
	const text = comparable(collection[name]);
	if (text === 'true' || text === 'false') return text === 'true';
	throw item.refusal(
		`${label} is neither on nor off`,
		'Switch it on or off, or let its expression give true or false.',
	);
}
