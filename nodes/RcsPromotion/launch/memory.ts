import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isSameName } from '../../service/promotions';
import type { Promotion } from '../../service/types';
import { normalizeText } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { digest } from './body';

/** What all executions of this n8n process know of a launch, from just before it is sent. */
export interface KnownLaunch extends Place {
	id: string;
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
	sentAt: string;
	/** When it was remembered last, in ms. */
	changedAt: number;
	/** sending: the request is about to be sent or was sent, and the answer is not known yet. */
	state: 'sending' | 'launched' | 'unknown' | 'cancelled';
	/** A list that was read more than two minutes later did not show it. */
	wasMissed?: true;
}

/** Where it was launched. */
interface Place {
	execution: string;
	node: string;
	/** Identifies the run of the node; the same for each try of it. */
	run: string;
}

/** What n8n stores of a launch with the execution: only what a later try needs. */
export interface LaunchOfExecution extends KnownLaunch {
	/** Its message fingerprint; empty for a test. */
	messageFingerprint: readonly string[];
	/** Who it went to, in words for messages. */
	audience: string;
	/** The promotions with this name that were listed before it was sent. */
	listedBefore: string[];
	/** Why it is not known whether it was launched. */
	whyUnknown?: string;
	/** Only set if the service answered, but the answer does not prove the launch. */
	unconfirmed?: Unconfirmed;
	/** The output, as far as it is known yet. */
	output: IDataObject;
}

/** An answer that does not prove the launch. */
export interface Unconfirmed {
	/** What the answer adds to the output. */
	values: IDataObject;
	/** Follows "the service answered “…”". */
	because: string;
	/** The answer names a promotion, but also a failure. Then the list proves nothing. */
	isDenied: boolean;
}

/** A launch, as the steps of a launch know it. The memory adds where it was launched. */
export type RememberedLaunch = Omit<LaunchOfExecution, keyof Place | 'changedAt'>;

/** How the node was called. */
export interface NodeCall extends Place {
	isTool: boolean;
	/** Whether all input items make one launch. */
	runsOnce: boolean;
	itemIndex: number;
	itemCount: number;
}

export function openLaunchMemory(item: ItemContext, runsOnce: boolean): LaunchMemory {
	const { context, isTool, itemIndex } = item;
	const place = { execution: context.getExecutionId(), node: context.getNode().name, run: identifyRun(item, runsOnce) };
	const call = { ...place, isTool, runsOnce, itemIndex, itemCount: context.getInputData().length };
	return new LaunchMemory(call, openKeptLaunches(context));
}

/**
 * The launches of this n8n process, and those that n8n keeps for this execution: in its flow context, which survives Retry On Fail, loops,
 * and Retry of a failed execution, also in another process, and is shared by all nodes. It must be plain data, because n8n saves it in its
 * database.
 */
export class LaunchMemory {
	private readonly key: string;

	constructor(
		readonly call: NodeCall,
		/** Null if nothing of this execution is kept: a later try would not know that it was sent. */
		private readonly kept: Record<string, LaunchOfExecution> | null,
	) {
		const { runsOnce, isTool, run, itemIndex, node } = call;
		// For a tool, the run already tells its items apart (identifyRun).
		this.key = `${runsOnce || isTool ? run : `${run} item ${itemIndex}`} of ${node}`;
	}

	get isUnavailable(): boolean {
		return this.kept === null;
	}

	/** This launch, if this or an earlier try sent it. */
	recall(): LaunchOfExecution | undefined {
		return this.kept?.[this.key];
	}

	/**
	 * Stores the launch as it is now, in place of what was stored for it. The first time is before it is sent: a later try must find it even
	 * if nothing else of this try survives.
	 */
	remember(launch: RememberedLaunch): void {
		const { execution, node, run } = this.call;
		const { id, account, promotionName, promotionId, sentAt, state } = launch;
		const place = { execution, node, run, changedAt: Date.now() };
		if (this.kept) this.kept[this.key] = { ...place, ...launch };
		launchesOfProcess.set(id, { ...place, id, account, promotionName, promotionId, sentAt, state });
		const [oldest] = launchesOfProcess.keys();
		if (oldest !== undefined && launchesOfProcess.size > MAX_LAUNCHES_OF_PROCESS) launchesOfProcess.delete(oldest);
	}

	/** Removes a refused launch, so that it may be sent again. */
	forget(launch: RememberedLaunch): void {
		delete this.kept?.[this.key];
		launchesOfProcess.delete(launch.id);
	}

	launchesOfNode(): LaunchOfExecution[] {
		return Object.values(this.kept ?? {}).filter(({ node }) => node === this.call.node);
	}

	/** How many launches this node made in other runs, such as other rounds of a loop. */
	countInOtherRuns(): number {
		return this.launchesOfNode().filter(({ run }) => run !== this.call.run).length;
	}

	/** How many of these entries of a message fingerprint are in a launch of this execution, by any node. */
	countReached(entries: readonly string[]): number {
		const launches = Object.values(this.kept ?? {});
		const reached = new Set(launches.flatMap((launch) => launch.messageFingerprint));
		return entries.filter((entry) => reached.has(entry)).length;
	}

	/** The latest launch of this name that the list may not show yet, by any execution of this process. */
	findUnlisted(account: string, promotionName: string, now: number): KnownLaunch | undefined {
		return this.withName(account, promotionName).findLast((launch) => mayStillAppear(launch, now));
	}

	/** The promotions of this launch's name that are not this launch: those listed before it, and those of our other launches. */
	findOtherPromotions({ id, account, promotionName, listedBefore, sentAt }: RememberedLaunch) {
		const others = this.withName(account, promotionName).filter((other) => other.id !== id);
		const ids = [...listedBefore, ...others.flatMap(({ promotionId }) => promotionId ?? [])];
		const isRecent = (other: KnownLaunch) => Date.parse(sentAt) - Date.parse(other.sentAt) < CONFUSABLE_FOR_MS;
		return { ids, hasUnknownId: others.some((other) => other.promotionId === null && isRecent(other)) };
	}

	/** Takes note of what a list that was just read does not show. */
	noteList(account: string, promotions: Promotion[], now: number): void {
		const waiting = [...launchesOfProcess.values()].filter(
			(launch) => launch.account === account && launch.state === 'unknown' && !isYoung(launch, now),
		);
		if (waiting.length === 0) return;
		const names = new Set(promotions.map(({ name }) => normalizeText(name)));
		for (const launch of waiting) if (!names.has(normalizeText(launch.promotionName))) launch.wasMissed = true;
	}

	private withName(account: string, promotionName: string): KnownLaunch[] {
		// What this process knows of a launch may be newer than what is kept: it may have been cancelled.
		const all = new Map<string, KnownLaunch>(Object.values(this.kept ?? {}).map((launch) => [launch.id, launch]));
		for (const [id, launch] of launchesOfProcess) all.set(id, launch);
		return [...all.values()].filter(
			(launch) => launch.account === account && isSameName(launch.promotionName, promotionName),
		);
	}
}

/** Launches of this n8n process, across executions, by their IDs. */
export const launchesOfProcess = new Map<string, KnownLaunch>();

/** A promotion that was cancelled is gone, so that its name is free at once. */
export function noteCancelled(account: string, promotionId: string): void {
	for (const launch of launchesOfProcess.values()) {
		if (launch.account === account && launch.promotionId === promotionId) launch.state = 'cancelled';
	}
}

/** Then the oldest is dropped. By that time, the list of promotions has long shown it. */
const MAX_LAUNCHES_OF_PROCESS = 2_000;
/** A list that is read later shows what was launched. */
const LISTED_WITHIN_MS = 120_000;
/** Longer ago, a launch without an ID is no longer mistaken for another one of its name. */
const CONFUSABLE_FOR_MS = 3_600_000;

const isYoung = ({ changedAt }: KnownLaunch, now: number) => now - changedAt <= LISTED_WITHIN_MS;

/** The list that is at hand does not show it. If its outcome is not known, an earlier one must have lacked it, too. */
function mayStillAppear(launch: KnownLaunch, now: number): boolean {
	const { state, wasMissed } = launch;
	if (state === 'cancelled') return false;
	if (state === 'sending' || isYoung(launch, now)) return true;
	return state === 'unknown' && wasMissed !== true;
}

/** Null in n8n Agents, which keep nothing, and in n8n's Chat Hub, which makes a new workflow for each message. */
function openKeptLaunches(context: IExecuteFunctions): Record<string, LaunchOfExecution> | null {
	if (context.getMode() === 'chat') return null;
	try {
		const stored = context.getContext('flow') as { rcsPromotionLaunches?: Record<string, LaunchOfExecution> };
		return (stored.rcsPromotionLaunches ??= {});
	} catch {
		return null;
	}
}

/**
 * n8n's run index, which stays the same in a retry. The values of the form may differ, for example if one contains the time. For a tool,
 * run index and call ID change with every try, so its arguments identify the run.
 */
function identifyRun({ context, itemIndex, isTool }: ItemContext, runsOnce: boolean): string {
	if (!isTool) return `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	// Undefined is left out of the digest.
	const argumentsOfItems = context.getInputData().map(({ json }) => ({ ...json, toolCallId: undefined }));
	return `tool ${digest(runsOnce ? argumentsOfItems : [itemIndex, argumentsOfItems[itemIndex]])}`;
}
