import { Refusal } from '../../../form/refusal';
import { TELL_SETTINGS } from '../../issues';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';

/** What an AI agent must not do, or would get no answer from. */
export function refuseAsTool(item: ItemContext, { peopleOnly }: Operation): void {
	if (peopleOnly) {
		throw new Refusal(
			'An AI agent cannot launch, or handle contacts',
			"Let it propose the campaign, and send it with a Launch node after an approval, as the recipe 'agent with approval' does.",
			'Nothing was done. Tell the person what you propose; a person launches it.',
		);
	}
	if (item.context.getNode().onError !== 'continueErrorOutput') return;
	const advice = "Set 'On Error' in the tool's settings to 'Stop Workflow' or 'Continue'.";
	throw new Refusal(
		"'On Error' makes an error output, and n8n then gives the model no answer at all",
		advice,
		`Nothing was done. ${TELL_SETTINGS} ${advice}`,
	);
}
