import { NodeApiError } from 'n8n-workflow';
import { askedToWaitMs, isTemporary, isUnknownPromotion } from '../../../service/errors';
import { Refusal } from '../../../service/refusal';
import { counted } from '../../../service/values';
import type { ItemContext } from '../../itemContext';
import type { Operation } from '../operation';
import { FIND_ID } from '../sharedFields';

const PASS_PROMOTION = 'Pass promotionId as a tool that lists promotions gave it; never guess an ID.';
const PASS_CHANGE =
	'Pass promotionId as a tool that lists promotions gave it, never a guess, and if there is an argument for the expected name, the name that goes with it. Only if the person asked for it. Success: confirmed is true. If it is false or null, tell the person what message says.';
const DATE_FORMAT = 'Dates are written 2026-03-31 or 2026-03-31T18:00:00.';
const FIGURES =
	'Counters: attempted, failed, sent, delivered, read, interacted, optout. Rates in percent: failureRate of attempted, deliveryRate of sent, the others of delivered; name what it is of. To say how many got so far, use rates: with countersAre separate, a message that was read is no longer in delivered. A figure that is null is not known, never 0.';
const NOTE_AT_END = 'A note at the end says if there is more than is shown.';

/** What a model reads of each operation before it calls it: what it does to whom, what to pass, what success is, and what not to do. */
export const DESCRIPTIONS: Record<string, string> = {
	'promotion.cancel': `Cancels one promotion (RCS campaign) for good: it cannot be resumed, and may vanish from the list. Works only while it is being prepared, before it sends. ${PASS_CHANGE}`,
	'promotion.get': `Gets one promotion (RCS campaign): name, status, state (active, paused for stopped ones, completed or cancelled), when it was created and ends, in UTC. ${PASS_PROMOTION}`,
	'promotion.getAll': `Lists the promotions (RCS campaigns) of the account, the newest first, with the promotionId that other tools need: name, status, state (active, paused for stopped ones, completed or cancelled), dates in UTC. ${DATE_FORMAT} ${NOTE_AT_END}`,
	'promotion.stop': `Stops one promotion (RCS campaign) while it is being prepared, before it sends; one that is already sending goes on. ${PASS_CHANGE}`,
	'promotion.waitForCompletion': `Waits until one promotion is completed, stopped, cancelled or no longer listed, and says how it ended in outcome. It may take as long as this tool is set up for; outcome timedOut means that it still runs. For figures, get its statistics. ${PASS_PROMOTION}`,
	'report.download': 'Gives a file, which a model cannot read: this tool always refuses. Summarize the report instead.',
	'report.getAll': `Gets the recipients of one promotion from its delivery report: name, status, errorReason (empty for none), time in UTC; phone numbers only if this tool is set up to give them. To count, summarize the report instead. Statuses are the words of the report, such as Delivered or Failed. ${PASS_PROMOTION} ${NOTE_AT_END}`,
	'report.summarize': `Counts the recipients of one promotion by status and by error reason, from its delivery report. complete true: nothing is missing; null: not known. ${PASS_PROMOTION}`,
	'statistics.compare':
		'Compares two or more promotions (an A/B test) and says in verdict which difference is more than chance. Pass promotionIds, a JSON array with the promotionId of each as a tool that lists promotions gave it; never guess an ID. Tell the person the verdict as it is. bestPromotionId null: none can be called the best yet, so do not name one. leadingPromotionId is only ahead. It changes and sends nothing.',
	'statistics.get': `Gets the counters and rates of one promotion. ${FIGURES} ${PASS_PROMOTION}`,
	'statistics.getAll': `Gets the counters and rates of several promotions, the newest first. ${FIGURES} ${DATE_FORMAT} ${NOTE_AT_END}`,
};

/** The service was not asked. */
const NOTHING_DONE =
	'Nothing was done. Call again with the arguments as the person, or a tool that lists promotions, gave them.';

const NOT_CHANGED =
	'Tell the person at once. If it is already sending, it goes on, and only their provider can end it. Calling again with the same arguments does no harm.';

/** What a model does after a refusal. The advice for the person who built the workflow would tell it how to get around a guard. */
export function adviseModel(error: unknown, operation: Operation | undefined): string {
	if (error instanceof Refusal && error.forModel !== undefined) return error.forModel;
	if (isUnknownPromotion(error)) return FIND_ID;
	if (operation?.writes) return error instanceof Refusal ? NOTHING_DONE : NOT_CHANGED;
	if (isTemporary(error)) {
		const minutes = Math.max(1, Math.ceil(askedToWaitMs(error) / 60_000));
		return `Try once more in ${counted(minutes, 'minute')}. If that does not help, tell the person.`;
	}
	if (!(error instanceof NodeApiError)) return (error as Partial<Refusal>).description ?? '';
	return 'Tell the person that someone who manages this workflow has to look into it.';
}

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
		`Nothing was done. Tell the person that the settings of this tool must be changed: ${advice}`,
	);
}
