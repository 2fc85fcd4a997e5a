import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { Refusal } from '../../service/refusal';
import { giveWay } from '../../service/clock';
import { isListOrObject } from '../../service/values';
import { isExpressionAsText, mayDiffer } from '../../form/expressions';
import type { Path } from './field';

/** All items make one launch, so all but the contacts' own values must be the same. n8n removes the old values of hidden fields. */
export async function throwIfDifferent(context: IExecuteFunctions, properties: INodeProperties[]): Promise<void> {
	const { parameters } = context.getNode();
	const itemCount = context.getInputData().length;
	for (const property of properties) {
		for (const path of findPaths(parameters[property.name], isExpressionAsText)) {
			throw differenceError(describeField(property, path), path);
		}
		for (const path of findPaths(parameters[property.name], mayDiffer)) {
			// Reads this part alone. Reading the whole field would evaluate all its expressions each time.
			const name = [property.name, ...path]
				.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
				.join('')
				.slice(1);
			const itemIndex = await findFirstDifference(itemCount, (item) => context.getNodeParameter(name, item, undefined));
			if (itemIndex !== undefined) throw differenceError(describeField(property, path), path, itemIndex);
		}
	}
}

export function findPaths(raw: unknown, isWanted: (text: string) => boolean): Path[] {
	if (typeof raw === 'string') return isWanted(raw) ? [[]] : [];
	if (!isListOrObject(raw)) return [];
	return Object.entries(raw).flatMap(([key, part]) =>
		findPaths(part, isWanted).map((path) => [Array.isArray(raw) ? Number(key) : key, ...path]),
	);
}

/** The first item that has a different value than item 0. */
export async function findFirstDifference(count: number, read: (item: number) => unknown): Promise<number | undefined> {
	const textOf = (item: number) => JSON.stringify(read(item));
	let first = textOf(0);
	for (let item = 1; item < count; item++) {
		await giveWay();
		if (textOf(item) === first) continue;
		// The time may have changed in between, so a difference counts only if it is still there when both are read again.
		first = textOf(0);
		if (textOf(item) !== first) return item;
	}
	return undefined;
}

function differenceError(label: string, path: Path, itemIndex?: number): Refusal {
	const advice = path.includes('variable')
		? "If the text should differ from contact to contact, set 'Filled With' of this variable to 'Contact Field' and choose a field such as 'Name'."
		: 'Use a value that is the same for all items, or run this node once for each group of contacts, for example with Loop Over Items.';
	const isDifferent = itemIndex !== undefined;
	const message = isDifferent
		? 'differs from contact to contact'
		: 'contains {{ }} as plain text, and would differ from contact to contact';
	const found = isDifferent ? `, but item ${itemIndex + 1} has a different value than item 1` : '';
	return new Refusal(
		`'${label}' ${message}`,
		`All input items make one launch, so '${label}' must be the same for all of them${found}. ${advice}`,
	);
}

/** A field of the form, named by its labels: "Card 2, Variable 1, Text". */
export function describeField({ displayName, options }: INodeProperties, path: Path): string {
	const labels = [displayName];
	let within = options;
	for (const step of path) {
		// Anything deeper is the user's own lists and objects.
		if (!within) break;
		if (typeof step === 'number') {
			// "Variable" becomes "Variable 1".
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
