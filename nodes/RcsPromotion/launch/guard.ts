import type { IDataObject } from 'n8n-workflow';
import { throwIfAny, type Hint } from '../issues';
import type { LaunchMemory } from './memory';
import { buildDryRunOutput, buildExistingOutput, buildPreview } from './output';
import { rememberAsSending, type LaunchToSend } from './sendOnce';
import { findStops, describeStops, type LaunchFacts } from './stops';
import { asTestRun } from './testRun';
import type { Campaign, Decision } from './types';

export type GuardResult =
	/** It may be sent. The output of a test also gets the preview. It is not remembered, because a later try does not need it. */
	| { kind: 'send'; toSend: LaunchToSend; preview?: IDataObject[] }
	/** It ends here: a dry run, or a promotion of this name exists. */
	| { kind: 'nothingSent'; output: IDataObject; hint: Hint };

/**
 * Lets a launch pass and remembers it, or throws with what stops it. Synchronous on purpose: if this awaited anything before it remembers
 * the launch, another call of an AI agent could send the same in the meantime.
 */
export function guardAndRemember(
	campaign: Campaign,
	decision: Decision,
	facts: LaunchFacts,
	memory: LaunchMemory,
): GuardResult {
	const check = findStops(campaign, memory, facts);
	if (decision.kind === 'dryRun') {
		return { kind: 'nothingSent', ...buildDryRunOutput(campaign, decision, check) };
	}
	const goesToEveryone = decision.kind === 'everyone';
	const stops = goesToEveryone ? check.stops : check.stops.filter(({ alsoStopsTests }) => alsoStopsTests);
	throwIfAny(stops, [...campaign.warnings, ...campaign.notes]);
	if (goesToEveryone) {
		if (check.existing) return { kind: 'nothingSent', ...buildExistingOutput(campaign, check.existing) };
		return { kind: 'send', toSend: rememberAsSending(memory, campaign, facts.promotions) };
	}
	const test = asTestRun(campaign, facts.now, describeStops(check));
	return {
		kind: 'send',
		toSend: rememberAsSending(memory, test, facts.promotions),
		preview: buildPreview(test, test.firstRecipients),
	};
}
