import { DateTime } from 'luxon';
import type { NodeApiError } from 'n8n-workflow';
import { isCancelled } from '../../service/clock';
import type { ItemContext } from '../itemContext';
import { approvalCode } from './prepare';
import type { Knowledge } from './stops';
import type { Campaign, Decision } from './types';

/** What is known without asking anybody, and may be different a moment later. */
export const thisMoment = ({ context }: ItemContext) => ({
	now: DateTime.fromMillis(Date.now(), { zone: context.getTimezone() }),
	isCancelled: isCancelled(context),
});

/** Asks for what may stop this launch. */
export async function ask(item: ItemContext, campaign: Campaign, decision: Decision) {
	const needsCode = decision.kind === 'dryRun' || campaign.approvalCode !== '';
	const code = needsCode ? await approvalCode(item, campaign) : undefined;
	return { approvalCode: code, list: await readList(item, decision) };
}

/** Read again for each launch, because it must show the launch of the previous item. Dry runs share one read. */
async function readList(item: ItemContext, { kind }: Decision): Promise<Knowledge['list']> {
	try {
		return kind === 'dryRun' ? await item.listed() : await item.client.promotions();
	} catch (error) {
		const { message, description } = error as NodeApiError;
		return { message: `${message}, so n8n could not check for earlier launches`, advice: description ?? undefined };
	}
}
