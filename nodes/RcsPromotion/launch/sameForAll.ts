import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { isListOrObject } from '../../service/values';

/** Up to this many items are all compared; of more, this many evenly spaced ones, including the last. */
const MOST_COMPARED = 1_000;
/** May differ from item to item, because it maps each contact's values. */
const PER_ITEM = ['columns'];

type Path = Array<string | number>;

/**
 * All items make one launch, so everything but the contacts' own values must be the same for all items. Hidden fields need no check: n8n
 * removes their old values from the parameters.
 */
export function stopAtDifferences(context: IExecuteFunctions, properties: INodeProperties[]): void {
	const { parameters } = context.getNode();
	const count = context.getInputData().length;
	for (const property of properties) {
		const { name } = property;
		const paths = PER_ITEM.includes(name) ? [] : pathsThatMayDiffer(parameters[name]);
		if (paths.length === 0) continue;
		const difference = firstDifference(count, paths, (item) => context.getNodeParameter(name, item, undefined));
		if (difference) throw complaint(context, fieldLabel(property, difference.path), difference);
	}
}

/** What an expression may use that does not depend on the item. Anything else might. */
const SAME_FOR_ALL_ITEMS =
	/^\$(now|today|execution|workflow|vars|env|secrets|runIndex|nodeVersion|min|max|if|ifEmpty|average|not)$|\.(first|last|all)\(\)$/;
const LOOKS = /\$\w+|\$\([^()]*\)\.(first|last|all)\(\)|\$/g;

/** The paths in a field whose expressions may give a different value for each item. */
export function pathsThatMayDiffer(raw: unknown): Path[] {
	if (typeof raw === 'string') {
		const looks = raw.startsWith('=') ? (raw.match(LOOKS) ?? []) : [];
		return looks.some((look) => !SAME_FOR_ALL_ITEMS.test(look)) ? [[]] : [];
	}
	if (!isListOrObject(raw)) return [];
	return Object.entries(raw).flatMap(([key, part]) =>
		pathsThatMayDiffer(part).map((path) => [Array.isArray(raw) ? Number(key) : key, ...path]),
	);
}

interface Difference {
	path: Path;
	itemIndex: number;
}

/** The first item for which a field has a different value than for item 0. */
export function firstDifference(
	itemCount: number,
	paths: readonly Path[],
	read: (itemIndex: number) => unknown,
): Difference | undefined {
	let first = read(0);
	const differing = (value: unknown) => paths.find((path) => textAt(value, path) !== textAt(first, path));
	for (const itemIndex of comparedItems(itemCount).slice(1)) {
		if (!differing(read(itemIndex))) continue;
		// The time may have changed in between, so a difference counts only if it is still there when both are read again.
		first = read(0);
		const path = differing(read(itemIndex));
		if (path) return { path, itemIndex };
	}
	return undefined;
}

export function comparedItems(count: number): number[] {
	const compared = Math.min(count, MOST_COMPARED);
	return Array.from({ length: compared }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, compared - 1)));
}

function textAt(value: unknown, path: Path): string | undefined {
	const part = path.reduce((at, step) => (isListOrObject(at) ? (at as Record<string, unknown>)[step] : at), value);
	return JSON.stringify(part);
}

function complaint(context: IExecuteFunctions, label: string, { path, itemIndex }: Difference): NodeOperationError {
	const wayOut = path.includes('variable')
		? "If the text should differ from contact to contact, set 'Filled With' of this variable to 'Contact Field' and choose a field such as name."
		: 'Use a value that is the same for all items, or run this node once for each group of contacts, for example with Loop Over Items.';
	return new NodeOperationError(context.getNode(), `'${label}' differs from contact to contact`, {
		itemIndex,
		description: `All input items make one launch, so '${label}' must be the same for all of them, but item ${itemIndex + 1} has a different value than item 1. ${wayOut}`,
	});
}

/** A place in the form, named by its labels: "Card 2, Variable 1, Text". */
export function fieldLabel({ displayName, options }: INodeProperties, path: Path): string {
	const labels = [displayName];
	let within = options;
	for (const step of path) {
		// Anything deeper is the user's own lists and objects.
		if (!within) break;
		if (typeof step === 'number') {
			labels.push(`${labels.pop()} ${step + 1}`);
			continue;
		}
		const option = within.find(({ name }) => name === step);
		if (!option || !('displayName' in option)) break;
		// A repeated group is named by its entries: "Variable 1" says more than "Variables".
		if ('values' in option) labels.pop();
		labels.push(option.displayName);
		within = 'values' in option ? option.values : option.options;
	}
	return labels.join(', ');
}
