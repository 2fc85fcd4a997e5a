import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { shortened } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { listedPhones } from './options';
import { mayLackCode } from './phone';

/** How many phones of the user a test may go to. */
export const MOST_TEST_PHONES = 10;

/** Where the contacts of a launch or of a check come from. */
export const recipientsField = (...more: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Recipients',
	name: 'recipients',
	type: 'options',
	noDataExpression: true,
	default: 'inputItems',
	description: 'Where the contacts come from',
	options: [
		{
			name: 'CSV File',
			value: 'csvFile',
			description: 'A file in a binary field of the input; each input item makes its own contact list',
		},
		{
			name: 'Input Items',
			value: 'inputItems',
			description: 'Each input item is a contact; all of them make one contact list',
		},
		...more,
	],
});

export function refuseFileOfTool(item: ItemContext): void {
	if (!item.isTool) return;
	throw item.refusal(
		'An AI agent cannot provide a CSV file',
		"Set 'Recipients' to 'Input Items', or read the file in a workflow before the agent.",
	);
}

/** The user's own phones for tests, without repeats; empty if none were entered. */
export function readTestPhones({ form }: ItemContext, country: string): string[] {
	const refuse = (fault: string): never =>
		form.refuse('testPhones', fault, 'Enter your own phone numbers with + and country code, or leave it empty.');
	const phones = new Map<number, string>();
	for (const { text, phone } of listedPhones(form.raw('testPhones'), country)) {
		const shown = `contains "${shortened(text, 40)}"`;
		if (phone.oddity !== undefined) refuse(`${shown}, which is not a phone number`);
		if (mayLackCode(phone)) refuse(`${shown}, which may lack its country code`);
		if (!phones.has(phone.key)) phones.set(phone.key, phone.text);
	}
	if (phones.size > MOST_TEST_PHONES) {
		refuse(`has ${phones.size} phone numbers, but a test can have at most ${MOST_TEST_PHONES}`);
	}
	return [...phones.values()];
}
