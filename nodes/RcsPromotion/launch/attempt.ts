import type { IDataObject } from 'n8n-workflow';
import { isSuccess } from '../../service/answers';
import { responseOf } from '../../service/client';
import { clockOf } from '../../service/clock';
import { judge } from '../../service/judgement';
import { namesFailure } from '../../service/namedFailure';
import { serviceReason } from '../../service/serviceReason';
import { ONCE } from '../../service/retry';
import type { Answer, Outcome } from '../../service/types';
import type { ItemContext } from '../itemContext';
import { answeredPromotionId } from './answeredId';
import type { LaunchMemory, RememberedLaunch } from './memory';
import { findNew, sameName, type Found } from './newPromotions';
import { inOrder } from './output';
import { ownLaunches, type OwnLaunch } from './ownLaunches';
import type { PreparedLaunch } from './prepare';
import type { Reservation } from './sentBefore';
import { launchTiming } from './timing';
import { jsonUpload, multipartUpload } from './upload';

/** A try of one launch. */
export interface LaunchAttempt {
	item: ItemContext;
	memory: LaunchMemory;
	/** The run of the node within the execution. */
	run: string;
	/** Under which this launch is remembered: its run, and its item where each item makes a launch. */
	key: string;
}

/** Sends the launch, once, and says how it ended, or throws in words. */
export async function sendLaunch(
	attempt: LaunchAttempt,
	launch: PreparedLaunch,
	{ listedBefore, reservation, asTest }: { listedBefore: string[]; reservation?: Reservation; asTest: boolean },
): Promise<IDataObject> {
	const { item, memory, key } = attempt;
	const upload = launch.file ? multipartUpload(launch.file, launch.body) : jsonUpload(launch.body);
	const sending: RememberedLaunch = {
		state: 'sending',
		digest: launch.digest,
		promotionName: launch.request.promotionName,
		audience: launch.audience,
		listedBefore,
		sentAt: new Date().toISOString(),
		tested: asTest ? (launch.contacts ?? 0) : 0,
		row: { ...launch.row, recipients: sentCounts(launch), warnings: launch.warnings },
	};
	// Remembered before it is sent: whoever tries again must find it, even if nothing else of this try is left.
	memory.remember(key, sending);
	const own = ownLaunch(attempt, sending);
	const outcome = await item.client.launch(launch.request.targetListName, upload, launchTiming.answerMs);
	switch (judge(outcome).write) {
		case 'refused':
			memory.remember(key, { ...sending, state: 'refused' });
			ownLaunches.remove(own);
			// If that does not succeed, a later launch is stopped once too often rather than too seldom.
			await reservation?.withdraw().catch(() => undefined);
			throw refusal(attempt, sending, outcome);
		case 'accepted':
			return await accepted(attempt, sending, own, outcome as Answer);
		case 'unknown': {
			const unknown = { ...sending, state: 'unknown' as const, cause: causeOf(item, sending, outcome) };
			memory.remember(key, unknown);
			return await findOut(attempt, unknown, own, outcome);
		}
	}
}

/** Looks for a launch of which nobody knows whether it arrived. Sends nothing. */
export async function findOut(
	attempt: LaunchAttempt,
	sent: RememberedLaunch,
	own: OwnLaunch = ownLaunch(attempt, sent),
	outcome?: Outcome,
): Promise<IDataObject> {
	const found = await look(attempt, sent, own, launchTiming.lookAfterMs);
	const [promotionId] = found.newIds;
	if (promotionId === undefined || found.newIds.length > 1 || hasTwins(attempt, sent, own)) {
		throw unknownOutcome(attempt, sent, found);
	}
	const said = outcome && saidBy(outcome);
	const doubt = said === undefined ? [] : [`The service answered “${said}”, but lists the promotion. Check it there.`];
	return conclude(attempt, sent, own, {
		outcome: 'reconciled',
		promotionId,
		promotionIdSource: 'list',
		response: said === undefined ? null : responseOf(outcome as Answer),
		warnings: [...(sent.row.warnings as string[]), ...doubt],
	});
}

async function accepted(
	attempt: LaunchAttempt,
	sent: RememberedLaunch,
	own: OwnLaunch,
	answer: Answer,
): Promise<IDataObject> {
	const answeredId = answeredPromotionId(answer) ?? null;
	const facts = {
		outcome: 'launched',
		promotionId: answeredId,
		promotionIdSource: answeredId === null ? null : 'response',
		response: responseOf(answer) as IDataObject,
	};
	// Should the worker end while the list is read, this much is known.
	conclude(attempt, sent, own, facts);
	const { lookAfterMs } = launchTiming;
	const found = await look(attempt, sent, own, answeredId === null ? lookAfterMs : lookAfterMs.slice(0, 1));
	const isSure = !hasTwins(attempt, sent, own);
	const [onlyNew, ...furtherNew] = found.newIds;
	if (answeredId === null && onlyNew !== undefined && furtherNew.length === 0 && isSure) {
		return conclude(attempt, sent, own, { ...facts, promotionId: onlyNew, promotionIdSource: 'list' });
	}
	const others = isSure ? found.newIds.filter((id) => id !== answeredId) : [];
	const remark = remarkOn(answeredId, others);
	return conclude(attempt, sent, own, {
		...facts,
		...(others.length > 0 ? { duplicateSuspected: true, otherPromotionIds: others } : {}),
		...(remark === undefined ? {} : { warnings: [...(sent.row.warnings as string[]), remark] }),
	});
}

/** Somebody else may have launched the same at the same moment, or the list may be slow. */
function remarkOn(answeredId: string | null, others: string[]): string | undefined {
	if (others.length > 0) {
		return `The list shows ${answeredId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`;
	}
	if (answeredId !== null) return undefined;
	return 'The service accepted the launch, but neither its answer nor the list shows the promotion ID yet. Find it later with Promotion: Get Many.';
}

async function look(
	{ item, memory }: LaunchAttempt,
	sent: RememberedLaunch,
	own: OwnLaunch,
	delaysMs: number[],
): Promise<Found> {
	const { client, context } = item;
	// What this node launched under the same name is known to be something else.
	const inExecution = memory.sent().map(({ row }) => row.promotionId);
	return await findNew({
		promotionName: sent.promotionName,
		isKnown: (id) =>
			sent.listedBefore.includes(id) ||
			inExecution.includes(id) ||
			ownLaunches.beside(own).some(({ promotionId }) => promotionId === id),
		list: async () => await client.promotions(ONCE).catch(() => undefined),
		clock: clockOf(context),
		delaysMs,
	});
}

/** Whether other launches of ours have the same name and no known promotion: theirs cannot be told from this one's. */
function hasTwins({ memory, key }: LaunchAttempt, sent: RememberedLaunch, own: OwnLaunch): boolean {
	return (
		ownLaunches.beside(own).some(({ promotionId }) => promotionId === null) ||
		memory
			.sentOutside(key)
			.some(
				({ promotionName, row }) => sameName(promotionName, sent.promotionName) && typeof row.promotionId !== 'string',
			)
	);
}

const ownLaunch = (
	{ item: { client } }: LaunchAttempt,
	{ promotionName, sentAt, digest }: RememberedLaunch,
): OwnLaunch => ownLaunches.note(`${sentAt} ${digest}`, { account: client.account, promotionName });

function conclude(
	{ memory, key }: LaunchAttempt,
	sent: RememberedLaunch,
	own: OwnLaunch,
	facts: IDataObject,
): IDataObject {
	const row = inOrder({ ...sent.row, launched: true, ...facts });
	own.promotionId = typeof row.promotionId === 'string' ? row.promotionId : null;
	memory.remember(key, { ...sent, state: 'launched', row });
	return row;
}

const sentCounts = ({ row, contacts }: PreparedLaunch): IDataObject | null =>
	row.recipients === null ? null : { ...(row.recipients as IDataObject), sent: contacts };

const purposeOf = ({ promotionName }: RememberedLaunch) => ({
	doing: `launch "${promotionName}"`,
	advice: 'Nothing was sent to anyone. Check the names of the template and the list, the language, and the cards.',
});

/** Whatever the reason, people want to know first what did not go out, and to how many. */
function refusal({ item }: LaunchAttempt, sent: RememberedLaunch, outcome: Outcome) {
	const fault = item.client.fault(outcome, purposeOf(sent));
	fault.message = `"${sent.promotionName}" was not launched to ${sent.audience}: ${fault.message}`;
	return fault;
}

/** The words of an answer whose status is a success, but whose words are not: only the list can say whether there is a launch. */
function saidBy(outcome: Outcome): string | undefined {
	if (outcome.kind !== 'answer' || !isSuccess(outcome) || !namesFailure(outcome)) return undefined;
	return serviceReason(outcome) || 'not successful';
}

function causeOf({ client }: ItemContext, sent: RememberedLaunch, outcome: Outcome): string {
	const said = saidBy(outcome);
	return said === undefined ? client.fault(outcome, purposeOf(sent)).message : `the service answered “${said}”`;
}

function unknownOutcome({ item }: LaunchAttempt, sent: RememberedLaunch, found: Found) {
	const seen =
		found.newIds.length > 0
			? `These new promotions with this name may be it: ${found.newIds.join(', ')}.`
			: found.couldRead
				? 'The list does not show a new promotion with this name yet.'
				: 'The list of promotions could not be read.';
	const description = [
		`The launch was sent once, at ${sent.sentAt}. ${seen}`,
		'It is not sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
		`Look for "${sent.promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
	];
	const cause = sent.cause === undefined ? '' : `: ${sent.cause}`;
	return item.refusal(
		`It is not known whether "${sent.promotionName}" was launched to ${sent.audience}${cause}`,
		description.join(' '),
	);
}
