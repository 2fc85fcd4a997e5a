import { DateTime } from 'luxon';
import { isCancelled } from '../../service/clock';
import { inWords } from '../../service/errors';
import type { ItemContext } from '../itemContext';
import { approvalCode } from './prepare';
import type { SentBefore } from './sentBefore';
import type { Knowledge } from './stops';
import type { Campaign, Decision } from './types';

/** What is known without asking anybody, and may be different a moment later. */
export const thisMoment = ({ context }: ItemContext): Pick<Knowledge, 'now' | 'isCancelled'> => ({
	now: DateTime.fromMillis(Date.now(), { zone: context.getTimezone() }),
	isCancelled: isCancelled(context),
});

/**
 * Asks for everything that may stop this launch. A live one is recorded before the list is read, whatever seems to stop it so far, so that a
 * second launch at the same moment finds it; and once more after that, in case another n8n process has overwritten the record.
 */
export async function ask(
	item: ItemContext,
	campaign: Campaign,
	decision: Decision,
	record: SentBefore,
): Promise<Omit<Knowledge, 'now' | 'isCancelled'>> {
	const { request } = campaign;
	const needsCode = decision.kind === 'dryRun' || request.approvalCode !== '';
	const code = needsCode ? await approvalCode(item, campaign) : undefined;
	const foundBefore = await record
		.look(Date.now(), { hours: request.refuseRepeatsWithinHours, isLive: decision.kind === 'live' })
		.catch(() => null);
	const list = await readList(item, decision);
	await record.confirm();
	return { approvalCode: code, foundBefore, list };
}

/** Read again for each launch, because it must show the launch of the previous item. Dry runs share one read. */
async function readList(item: ItemContext, { kind }: Decision): Promise<Knowledge['list']> {
	try {
		return kind === 'dryRun' ? await item.listed() : await item.client.promotions();
	} catch (error) {
		const message = 'The list of promotions could not be read, so n8n could not check for earlier launches';
		return { message, advice: inWords(error) };
	}
}
