import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Refusal } from '../../form/refusal';
import { findByName, isSameName, promotionState } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import type { ItemContext } from '../itemContext';

/** What all executions of this n8n process know of a launch, from just before it is sent. */
export interface KnownLaunch {
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
}

/** What n8n stores of a launch with the execution: what a later try needs. */
export interface RememberedLaunch extends KnownLaunch {
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

/** How the node was called. */
export interface NodeCall {
	execution: string;
	node: string;
	run: string;
	/** Whether all input items make one launch. */
	runsOnce: boolean;
	itemIndex: number;
	itemCount: number;
}

/**
 * n8n keeps the launches of an execution in its flow context, which survives Retry On Fail, loops, and Retry of a failed execution, and is
 * shared by all nodes.
 */
export function openLaunchMemory({ context, itemIndex }: ItemContext, runsOnce: boolean): LaunchMemory {
	const stored = findFlowContext(context);
	if (!stored) {
		throw new Refusal(
			'This way of running the node keeps nothing of what it sent, so a later try could send the same again',
			'Launch from a workflow.',
		);
	}
	const call = {
		execution: context.getExecutionId(),
		node: context.getNode().name,
		// It stays the same in a retry. The values of the form may differ, for example if one contains the time.
		run: `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`,
		...{ runsOnce, itemIndex, itemCount: context.getInputData().length },
	};
	return new LaunchMemory(call, (stored.rcsPromotionLaunches ??= {}));
}

function findFlowContext(context: IExecuteFunctions) {
	try {
		return context.getContext('flow') as { rcsPromotionLaunches?: Record<string, RememberedLaunch> };
	} catch {
		return undefined;
	}
}

/** The launches of this n8n process, and those that n8n keeps for this execution: plain data, because n8n saves it in its database. */
export class LaunchMemory {
	private readonly key: string;

	constructor(
		readonly call: NodeCall,
		private readonly kept: Record<string, RememberedLaunch>,
	) {
		const { runsOnce, run, itemIndex, node } = call;
		this.key = `${runsOnce ? run : `${run} item ${itemIndex}`} of ${node}`;
	}

	/** This launch, if this or an earlier try sent it. */
	recall(): RememberedLaunch | undefined {
		return this.kept[this.key];
	}

	/** Stores the launch as it is now. The first time is before it is sent: a later try must find it even if nothing else survives. */
	remember(launch: RememberedLaunch): void {
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
	forget({ id }: RememberedLaunch): void {
		delete this.kept[this.key];
		launchesOfProcess.delete(id);
	}

	launchesOfNode(): RememberedLaunch[] {
		return Object.values(this.kept).filter(({ node }) => node === this.call.node);
	}

	/** How many launches this node made in other runs, such as other rounds of a loop. */
	countInOtherRuns(): number {
		return this.launchesOfNode().filter(({ run }) => run !== this.call.run).length;
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
		const cancelledIds = listed
			.filter(({ status }) => promotionState(status) === 'cancelled')
			.map(({ promotionId }) => promotionId);
		// One whose ID is not known is a promotion of its name that nothing else explains.
		const isCancelled = (launch: KnownLaunch) =>
			launch.state === 'cancelled' || this.findPromotions(launch, listed).some((id) => cancelledIds.includes(id));
		return this.withName(account, promotionName).findLast(
			(launch) => isWithinHour(launch.sentAt, now) && !isCancelled(launch),
		);
	}

	/** The promotions in a list that this launch may be. */
	findPromotions(launch: KnownLaunch, listed: Promotion[]): string[] {
		if (launch.promotionId !== null) return [launch.promotionId];
		const { ids } = this.findOtherPromotions(launch);
		return listedWithName(listed, launch.promotionName).filter((id) => !ids.includes(id));
	}

	/** The promotions that are not this launch, though they may be taken for it: those listed before it, and those of our other launches. */
	findOtherPromotions({ id, account, promotionName, listedBefore, sentAt }: KnownLaunch) {
		const others = this.ofAccount(account).filter((other) => other.id !== id);
		const ids = [...listedBefore, ...others.flatMap(({ promotionId }) => promotionId ?? [])];
		const mayBeMistaken = (other: KnownLaunch) =>
			other.promotionId === null &&
			isSameName(other.promotionName, promotionName) &&
			isWithinHour(other.sentAt, Date.parse(sentAt));
		return { ids, hasUnknownId: others.some(mayBeMistaken) };
	}

	private withName(account: string, promotionName: string): KnownLaunch[] {
		return this.ofAccount(account).filter((launch) => isSameName(launch.promotionName, promotionName));
	}

	private ofAccount(account: string): KnownLaunch[] {
		// What this process knows of a launch may be newer than what is kept: it may have been cancelled.
		const all = new Map<string, KnownLaunch>(Object.values(this.kept).map((launch) => [launch.id, launch]));
		for (const [id, launch] of launchesOfProcess) all.set(id, launch);
		return [...all.values()].filter((launch) => launch.account === account);
	}
}

/** Launches of this n8n process within the last hour, across executions, by their IDs. */
export const launchesOfProcess = new Map<string, KnownLaunch>();

/** A promotion that was cancelled is gone, so that its name is free at once. */
export function noteCancelled(account: string, promotionId: string): void {
	for (const launch of launchesOfProcess.values()) {
		if (launch.account === account && launch.promotionId === promotionId) launch.state = 'cancelled';
	}
}

/** A list may lag behind this long. */
const HOUR = 3_600_000;
const isWithinHour = (sentAt: string, now: number): boolean => now - Date.parse(sentAt) <= HOUR;

/** The IDs of the listed promotions with a name, for what a launch is compared with. */
export const listedWithName = (promotions: Promotion[], name: string): string[] =>
	findByName(promotions, name).map(({ promotionId }) => promotionId);
