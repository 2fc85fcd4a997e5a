import { DateTime } from 'luxon';
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { isCancelled } from '../../service/clock';
import { throwIfAny } from '../issues';
import type { ItemContext } from '../itemContext';
import type { LaunchMemory } from './memory';
import { dryRunRow, existingRow, previewOf } from './output';
import { approvalCode } from './prepare';
import { rememberSending, type Sending } from './sendOnce';
import type { SentBefore } from './sentBefore';
import { describeLiveRun, findStops, type LaunchFacts } from './stops';
import { asTestRun } from './testRun';
import type { Campaign, Decision } from './types';

/** What may be sent, with the preview that a test adds to its output; or the output of a run that sends nothing. */
type Guarded = { sending: Sending; preview?: IDataObject[] } | { row: IDataObject };

/** Lets a launch pass, or throws with what stops it. */
export async function guardLaunch(
	item: ItemContext,
	memory: LaunchMemory,
	record: SentBefore,
	campaign: Campaign,
	decision: Decision,
): Promise<Guarded> {
	const isLive = decision.kind === 'live';
	// A live launch is recorded before the list is read, whatever seems to stop it so far, so that a second launch at the same
	// moment finds it; and once more after that, in case another n8n process has overwritten the record.
	const hours = campaign.refuseRepeatsWithinHours;
	const foundBefore = await record.reserve(Date.now(), { hours, isLive }).catch(() => null);
	const needsCode = decision.kind === 'dryRun' || campaign.approvalCode !== '';
	const code = needsCode ? await approvalCode(item, campaign) : undefined;
	const list = await readList(item, decision);
	await record.confirm();

	// From here on nothing may be awaited until the launch is remembered: another call of an AI agent could be sent in the meantime.
	const now = DateTime.fromMillis(Date.now(), { zone: item.context.getTimezone() });
	const facts: LaunchFacts = { foundBefore, approvalCode: code, list, now, isCancelled: isCancelled(item.context) };
	const verdict = findStops(campaign, memory, facts, item.isTool);
	if (decision.kind === 'dryRun') {
		const { row, hint } = dryRunRow(campaign, decision, verdict, code);
		item.hintOnce(...hint);
		return { row };
	}
	const stops = verdict.stops.filter(({ holdsTests }) => isLive || holdsTests);
	throwIfAny(stops, [...campaign.warnings, ...campaign.notes]);
	if (isLive && verdict.existing) return { row: existingRow(campaign, verdict.existing.promotionId) };
	const listed = Array.isArray(list) ? list : [];
	if (isLive) return { sending: rememberSending(memory, campaign, listed) };
	const test = asTestRun(campaign, now, describeLiveRun(verdict));
	return { sending: rememberSending(memory, test, listed), preview: previewOf(test, test.first) };
}

/** Read again for each launch, because it must show the launch of the previous item. Dry runs share one read. */
async function readList(item: ItemContext, { kind }: Decision): Promise<LaunchFacts['list']> {
	try {
		return kind === 'dryRun' ? await item.listPromotions() : await item.client.promotions();
	} catch (error) {
		const { message, description } = error as NodeApiError;
		return { message: `${message}, so n8n could not check for earlier launches`, advice: description ?? undefined };
	}
}
