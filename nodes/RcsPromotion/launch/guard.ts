import type { IDataObject } from 'n8n-workflow';
import { throwIfAny, type Hint } from '../issues';
import type { LaunchMemory } from './memory';
import { dryRunRow, existingRow, previewOf } from './output';
import { rememberSending, type Sending } from './sendOnce';
import { describeLiveRun, findStops, type LaunchFacts } from './stops';
import { asTestRun } from './testRun';
import type { Campaign, Decision } from './types';

/** What may be sent, with the preview that a test adds to its output; or the output of a run that sends nothing. */
type Guarded = { sending: Sending; preview?: IDataObject[] } | { row: IDataObject; hint?: Hint };

/**
 * Lets a launch pass, or throws with what stops it. Nothing is awaited until the launch is remembered: another call of an AI agent could be
 * sent in the meantime.
 */
export function guardLaunch(campaign: Campaign, decision: Decision, facts: LaunchFacts, memory: LaunchMemory): Guarded {
	const verdict = findStops(campaign, memory, facts);
	if (decision.kind === 'dryRun') return dryRunRow(campaign, decision, verdict, facts.approvalCode);
	const isLive = decision.kind === 'live';
	const stops = verdict.stops.filter(({ holdsTests }) => isLive || holdsTests);
	throwIfAny(stops, [...campaign.warnings, ...campaign.notes]);
	if (isLive && verdict.existing) return existingRow(campaign, verdict.existing);
	const listed = Array.isArray(facts.list) ? facts.list : [];
	if (isLive) return { sending: rememberSending(memory, campaign, listed) };
	const test = asTestRun(campaign, facts.now, describeLiveRun(verdict));
	return { sending: rememberSending(memory, test, listed), preview: previewOf(test, test.first) };
}
