import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { firstDifference, fieldLabel, mayDiffer, partsThatMayDiffer, type Difference } from './differences';

/** What may differ from item to item: it says where each contact has its values. */
const PER_ITEM = ['columns'];

/**
 * All items make one launch, so whatever is not a contact's own must be the same for all of them. What fields hidden by the form still
 * hold from earlier is not among the parameters: n8n takes it out.
 */
export function stopAtDifferences(context: IExecuteFunctions, properties: INodeProperties[]): void {
	const { parameters } = context.getNode();
	const count = context.getInputData().length;
	for (const property of properties) {
		const { name, type } = property;
		if (type === 'notice' || PER_ITEM.includes(name) || !mayDiffer(parameters[name])) continue;
		const difference = firstDifference(count, (item) =>
			partsThatMayDiffer(context.getNodeParameter(name, item, undefined), parameters[name]),
		);
		if (difference) throw complaint(context, property, difference);
	}
}

function complaint(context: IExecuteFunctions, property: INodeProperties, difference: Difference) {
	const { path, itemIndex, changesByItself } = difference;
	const label = fieldLabel(property, path);
	if (changesByItself) {
		return new NodeOperationError(context.getNode(), `'${label}' changes each time it is read`, {
			description:
				'All input items make one launch, so it must be the same for all of them. Use a value that stays the same, such as {{ $today.toFormat("yyyy-MM-dd") }}, or set it in a node before this one.',
		});
	}
	const isVariable = property.name === 'cards' && path.includes('variable');
	const wayOut = isVariable
		? "If the text should differ from contact to contact, set 'Filled With' of this variable to 'Contact Field' and choose a field such as name."
		: 'Use a value that does not depend on the item, or run this node once for each group of contacts, for example with Loop Over Items.';
	return new NodeOperationError(context.getNode(), `'${label}' differs from contact to contact`, {
		itemIndex,
		description: `All input items make one launch, so '${label}' must be the same for all of them, but item ${itemIndex + 1} (in n8n's expressions: ${itemIndex}) has a different value than item 1. ${wayOut}`,
	});
}
