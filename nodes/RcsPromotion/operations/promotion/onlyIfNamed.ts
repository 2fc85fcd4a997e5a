import type { INodeProperties } from 'n8n-workflow';
import { Refusal } from '../../../service/refusal';
import type { ServiceClient } from '../../../service/client';
import { isSameName } from '../../../service/promotions';
import type { Promotion } from '../../../service/types';
import { plainText, shortened } from '../../../service/values';
import type { ItemContext } from '../../itemContext';

export const onlyIfNamedField: INodeProperties = {
	displayName: 'Only If Named',
	name: 'expectedName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring Sale',
	description: 'If the promotion has another name, nothing is changed. Leave it empty to accept any name.',
};

/** An expression that found no name must not switch the check off. */
export function readExpectedName({ context, form }: ItemContext): string {
	const name = form.optionalText('expectedName');
	const isEntered = plainText(context.getNode().parameters.expectedName) !== '';
	if (name !== '' || !isEntered) return name;
	throw new Refusal(
		"'Only If Named' is empty",
		'Its expression found no name. Correct it, or empty the field.',
		'Nothing was changed. Pass the name that goes with the promotionId, as a tool that lists promotions gave it.',
	);
}

/** @param listed the promotion; undefined if the list does not show it */
export function refuseOtherName(
	{ hideKey }: ServiceClient,
	listed: Promotion | undefined,
	expectedName: string,
	nothingDone: string,
): void {
	if (listed && isSameName(plainText(listed.name), expectedName)) return;
	const name = listed ? `it is named "${shortened(plainText(listed.name), 200)}"` : 'the list does not show it';
	throw new Refusal(
		hideKey(`${nothingDone}: ${name}, and 'Only If Named' is "${shortened(expectedName, 200)}"`),
		"Nothing was changed. Check 'Promotion ID' and 'Only If Named'.",
		'Nothing was changed. Tell the person this, and ask which promotion they mean.',
	);
}
