import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { asExpression } from '../../form/expressions';
import { Refusal } from '../../service/refusal';
import { findByName, isSameName, promotionState } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import type { ItemContext } from '../itemContext';

/** What n8n stores of a launch with the execution, from just before it is sent. */
export interface Launch {
	id: string;
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
	/** The promotions with this name that were listed before it was sent. */
	listedBefore: string[];
	sentAt: string;
	/** sending: the request is about to be sent or was sent, and the answer is not known yet. */
	state: 'sending' | 'launched' | 'unknown' | 'cancelled';
	/** Where it was launched. */
	execution: string;
	node: string;
	/** The run of the node; the same for each try of it. */
	run: string;
	/** Its message fingerprint; empty for a test. */
	messageFingerprint: readonly string[];
	/** Who it went to, in words for messages. */
	audience: string;
	/** Why it is not known whether it was launched. */
	whyUnknown?: string;
	/** The output, as far as it does not depend on how the launch ends; with it, once it is launched. */
	output: IDataObject;
}

type KnownLaunch = Omit<Launch, 'run' | 'messageFingerprint' | 'audience' | 'whyUnknown' | 'output'>;

/** What all executions of this n8n process know of its launches within the last hour, by their IDs. */
export const launchesOfProcess = new Map<string, KnownLaunch>();

/**
 * n8n keeps the launches of an execution in its flow context, which survives Retry On Fail, loops, and Retry of a failed execution, and is
 * shared by all nodes.
 */
export function openLaunchMemory({ context, itemIndex }: ItemContext, runsOnce: boolean): LaunchMemory {
	const stored = findFlowContext(context);
	if (!stored)
		throw new Refusal(
			'This way of running the node keeps nothing of what it sent, so a later try could send the same again',
			'Launch from a workflow.',
		);
	const call = {
		execution: context.getExecutionId(),
		node: context.getNode().name,
		// It stays the same in a retry. The values of the form may differ, for example if one contains the time.
		run: `run ${context.evaluateExpression(asExpression('$runIndex'), itemIndex) as number}`,
		...{ runsOnce, itemIndex, itemCount: context.getInputData().length },
	};
	return new LaunchMemory(call, (stored.rcsPromotionLaunches ??= {}));
}

function findFlowContext(context: IExecuteFunctions) {
	try {
		return context.getContext('flow') as { rcsPromotionLaunches?: Record<string, Launch> };
	} catch {
		return undefined;
	}
}

/** The launches of this n8n process, and those that n8n keeps for this execution: plain data, because n8n saves it in its database. */
export class LaunchMemory {
	private readonly key: string;

	constructor(
		/** How the node was called. */
		readonly call: Pick<Launch, 'execution' | 'node' | 'run'> & {
			/** Whether all input items make one launch. */
			runsOnce: boolean;
			itemIndex: number;
			itemCount: number;
		},
		private readonly kept: Record<string, Launch>,
	) {
		const { runsOnce, run, itemIndex, node } = call;
		this.key = `${runsOnce ? run : `${run} item ${itemIndex}`} of ${node}`;
	}

	/** This launch, if this or an earlier try sent it. */
	recall(): Launch | undefined {
		return this.kept[this.key];
	}

	/** Stores the launch as it is now. The first time is before it is sent: a later try must find it even if nothing else survives. */
	remember(launch: Launch): void {
		this.kept[this.key] = launch;
		const { id, account, promotionName, promotionId, listedBefore, sentAt, state, execution, node } = launch;
		const known = { id, account, promotionName, promotionId, listedBefore, sentAt, state, execution, node };
		launchesOfProcess.set(id, known);
		for (const [oldest, { sentAt: time }] of launchesOfProcess) {
			if (isWithinHour(time, Date.now())) break;
			launchesOfProcess.delete(oldest);
		}
	}

	/** Removes a refused launch, so that it may be sent again. */
	forget({ id }: Launch): void {
		delete this.kept[this.key];
		launchesOfProcess.delete(id);
	}

	launchesOfNode(): Launch[] {
		return Object.values(this.kept).filter(({ node }) => node === this.call.node);
	}

	/** How many of these entries of a message fingerprint are in a launch of this execution, by any node. */
	countReached(entries: readonly string[]): number {
		const reached = new Set(Object.values(this.kept).flatMap(({ messageFingerprint }) => messageFingerprint));
		return entries.filter((entry) => reached.has(entry)).length;
	}

	/**
	 * The latest launch of this name that may be there although a list, which was just read, does not show it: for an hour. One of which it
	 * is not known whether it was launched is given up by a list that still lacks it then.
	 */
	findUnlisted(account: string, promotionName: string, listed: Promotion[], now: number): KnownLaunch | undefined {
		const cancelled = listed.filter(({ status }) => promotionState(status) === 'cancelled');
		return this.ofAccount(account).findLast(
			(launch) =>
				isSameName(launch.promotionName, promotionName) &&
				isWithinHour(launch.sentAt, now) &&
				launch.state !== 'cancelled' &&
				this.findPromotions(launch, cancelled).length === 0,
		);
	}

	/** The IDs of the listed promotions that this launch may be: if its own is not known, those of its name that nothing else explains. */
	findPromotions(launch: KnownLaunch, listed: Promotion[]): string[] {
		const { promotionId, promotionName, listedBefore } = launch;
		if (promotionId !== null) return listed.some((one) => one.promotionId === promotionId) ? [promotionId] : [];
		const ofName = findByName(listed, promotionName).map((one) => one.promotionId);
		return ofName.filter((id) => !listedBefore.includes(id) && !this.isOfOther(launch, id));
	}

	/** Whether another launch of ours is this promotion. */
	isOfOther({ id, account }: KnownLaunch, promotionId: string): boolean {
		return this.ofAccount(account).some((other) => other.id !== id && other.promotionId === promotionId);
	}

	/** Whether another launch of ours has the same name and no promotion ID yet, so that the two cannot be told apart. */
	isAmbiguous({ id, account, promotionName, sentAt }: Launch): boolean {
		return this.ofAccount(account).some(
			(other) =>
				other.id !== id &&
				other.promotionId === null &&
				isSameName(other.promotionName, promotionName) &&
				isWithinHour(other.sentAt, Date.parse(sentAt)),
		);
	}

	private ofAccount(account: string): KnownLaunch[] {
		// What this process knows of a launch may be newer than what is kept: it may have been cancelled.
		const others = Object.values(this.kept).filter(({ id }) => !launchesOfProcess.has(id));
		return [...others, ...launchesOfProcess.values()].filter((launch) => launch.account === account);
	}
}

/** A promotion that was cancelled is gone, so that its name is free at once. */
export function noteCancelled(account: string, promotionId: string): void {
	for (const launch of launchesOfProcess.values())
		if (launch.account === account && launch.promotionId === promotionId) launch.state = 'cancelled';
}

/** A list may lag behind this long. */
const HOUR = 3_600_000;
const isWithinHour = (sentAt: string, now: number): boolean => now - Date.parse(sentAt) <= HOUR;
