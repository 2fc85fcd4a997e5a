import type { IDataObject } from 'n8n-workflow';
import { isSuccess, serviceReason } from '../../service/answers';
import { responseOf } from '../../service/client';
import { judge } from '../../service/judgement';
import { namesFailure } from '../../service/namedFailure';
import type { Answer, Outcome } from '../../service/types';
import type { ItemContext } from '../itemContext';
import { answeredPromotionId } from './answeredId';
import { ListWatch, named, type Found } from './listWatch';
import type { LaunchMemory, SentLaunch } from './memory';
import { inOrder, sentRow } from './output';
import { toldOfLiveRun, type Asked, type Launch } from './stops';
import { asTestRun } from './testRun';
import { jsonUpload, multipartUpload } from './upload';

/** How long a launch waits. One object, so that tests can be quick without waiting for anything else. */
export const launchTiming = {
	/** How long the service may think about a launch whose bytes have all arrived. */
	answerMs: 300_000,
	/** When the list is read to find out how a launch ended, in ms after one another: at about 0, 2, 5, 15 and 30 s. */
	lookAfterMs: [0, 2_000, 3_000, 10_000, 15_000],
};

/** Sends the launch, once, and says how it ended, or throws in words. */
export async function sendOnce(launch: Launch, asked: Asked): Promise<IDataObject> {
	const { item, memory, decision } = launch;
	const isTest = decision.send && decision.asTest;
	const campaign = isTest ? asTestRun(item, launch.campaign) : launch.campaign;
	const { file, body, promotionName, targetListName, digest, audience } = campaign;
	const upload = file ? multipartUpload(file, body) : jsonUpload(body);
	const sending: SentLaunch = {
		state: 'sending',
		digest,
		promotionName,
		audience,
		listedBefore: named(asked.listed, promotionName).map(({ promotionId }) => promotionId),
		sentAt: new Date().toISOString(),
		tested: isTest ? (campaign.contacts ?? 0) : 0,
		row: sentRow(campaign, isTest ? toldOfLiveRun(asked) : undefined),
	};
	memory.remember(sending);
	const attempt = new Attempt(item, memory, sending);
	const outcome = await item.client.launch(targetListName, upload, launchTiming.answerMs);
	const answeredId = answeredPromotionId(outcome);
	switch (answeredId === undefined ? judge(outcome).write : 'accepted') {
		case 'accepted':
			return await attempt.accepted(outcome as Answer, answeredId ?? null);
		case 'refused':
			memory.forget();
			attempt.watch.end();
			await asked.reservation?.withdraw();
			throw attempt.refusal(outcome);
		case 'unknown':
			return await attempt.unknown(outcome);
	}
}

/** What came of a launch that an earlier try has sent. Sends nothing. */
export async function resultOf(item: ItemContext, memory: LaunchMemory, earlier: SentLaunch): Promise<IDataObject> {
	if (earlier.state === 'launched') return { ...earlier.row, outcome: 'alreadyLaunched' };
	return await new Attempt(item, memory, earlier).findOut();
}

/** A launch after it was sent. */
class Attempt {
	readonly watch: ListWatch;

	constructor(
		private readonly item: ItemContext,
		private readonly memory: LaunchMemory,
		private sent: SentLaunch,
	) {
		this.watch = new ListWatch(item, memory, sent);
	}

	async accepted(answer: Answer, answeredId: string | null): Promise<IDataObject> {
		const facts: IDataObject = {
			outcome: 'launched',
			promotionId: answeredId,
			promotionIdSource: answeredId === null ? null : 'response',
			response: responseOf(answer),
		};
		// Should the worker end while the list is read, this much is known.
		this.conclude(facts);
		const { lookAfterMs } = launchTiming;
		const { newIds, isSure } = await this.watch.look(answeredId === null ? lookAfterMs : lookAfterMs.slice(0, 1));
		const others = isSure ? newIds.filter((id) => id !== answeredId) : [];
		const [onlyNew] = others;
		if (answeredId === null && onlyNew !== undefined && others.length === 1) {
			return this.conclude({ ...facts, promotionId: onlyNew, promotionIdSource: 'list' });
		}
		// Somebody else may have launched the same at the same moment, or the list may be slow.
		if (others.length > 0) {
			const remark = `The list shows ${answeredId === null ? 'several' : 'other'} new promotions with this name: ${others.join(', ')}. Check whether the campaign was launched twice.`;
			return this.conclude({ ...facts, duplicateSuspected: true, otherPromotionIds: others }, remark);
		}
		if (answeredId !== null) return this.conclude(facts);
		return this.conclude(
			facts,
			'The service accepted the launch, but neither its answer nor the list shows the promotion ID yet. Find it later with Promotion: Get Many.',
		);
	}

	async unknown(outcome: Outcome): Promise<IDataObject> {
		const said = saidBy(outcome);
		const cause = said === undefined ? this.fault(outcome).message : `the service answered “${said}”`;
		this.sent = { ...this.sent, state: 'unknown', cause };
		this.memory.remember(this.sent);
		const doubt = said && `The service answered “${said}”, but lists the promotion. Check it there.`;
		return await this.findOut(said === undefined ? null : responseOf(outcome as Answer), doubt);
	}

	/** Looks for a launch of which nobody knows whether it arrived. */
	async findOut(response: IDataObject | string | null = null, doubt?: string): Promise<IDataObject> {
		const found = await this.watch.look(launchTiming.lookAfterMs);
		const [promotionId, ...further] = found.newIds;
		if (promotionId === undefined || further.length > 0 || !found.isSure) throw this.unknownOutcome(found);
		return this.conclude({ outcome: 'reconciled', promotionId, promotionIdSource: 'list', response }, doubt);
	}

	/** Whatever the reason, people want to know first what did not go out, and to how many. */
	refusal(outcome: Outcome) {
		const fault = this.fault(outcome);
		fault.message = `"${this.sent.promotionName}" was not launched to ${this.sent.audience}: ${fault.message}`;
		return fault;
	}

	private conclude(facts: IDataObject, remark?: string): IDataObject {
		const warnings = [...(this.sent.row.warnings as string[]), ...(remark === undefined ? [] : [remark])];
		const row = inOrder({ ...this.sent.row, launched: true, ...facts, warnings });
		this.watch.is(typeof row.promotionId === 'string' ? row.promotionId : null);
		this.memory.remember({ ...this.sent, state: 'launched', row });
		return row;
	}

	private fault(outcome: Outcome) {
		return this.item.client.fault(outcome, {
			doing: `launch "${this.sent.promotionName}"`,
			advice: 'Nothing was sent to anyone. Check the names of the template and the list, the language, and the cards.',
		});
	}

	private unknownOutcome({ newIds, couldRead }: Found) {
		const { promotionName, audience, sentAt, cause } = this.sent;
		const seen =
			newIds.length > 0
				? `These new promotions with this name may be it: ${newIds.join(', ')}.`
				: couldRead
					? 'The list does not show a new promotion with this name yet.'
					: 'The list of promotions could not be read.';
		return this.item.refusal(
			`It is not known whether "${promotionName}" was launched to ${audience}${cause === undefined ? '' : `: ${cause}`}`,
			[
				`The launch was sent once, at ${sentAt}. ${seen}`,
				'It is not sent again: Retry On Fail, or retrying this execution, only checks whether it has appeared.',
				`Look for "${promotionName}" in the service or with Promotion: Get Many before you launch it again.`,
			].join(' '),
		);
	}
}

/** The words of an answer whose status is a success, but whose words are not: only the list can say whether there is a launch. */
function saidBy(outcome: Outcome): string | undefined {
	if (outcome.kind !== 'answer' || !isSuccess(outcome) || !namesFailure(outcome)) return undefined;
	return serviceReason(outcome) || 'not successful';
}
