import { isSameName } from '../../service/promotions';
import type { ItemContext } from '../itemContext';
import { digest } from './body';
import type { RememberedLaunch } from './types';

/** A launch that this execution sent, with the node and run that sent it. */
export interface LaunchOfExecution extends RememberedLaunch {
	node: string;
	run: string;
}

/** How the node was called. */
export interface NodeCall {
	node: string;
	/** Identifies the run of the node; the same for each try of it. */
	run: string;
	isTool: boolean;
	/** Whether all input items make one launch. */
	runsOnce: boolean;
	itemIndex: number;
	itemCount: number;
}

export function openLaunchMemory(item: ItemContext, runsOnce: boolean): LaunchMemory {
	const { context, isTool, itemIndex } = item;
	const node = context.getNode().name;
	const itemCount = context.getInputData().length;
	const call = { node, run: identifyRun(item, runsOnce), isTool, runsOnce, itemIndex, itemCount };
	return new LaunchMemory(call, openKeptLaunches(item));
}

/**
 * What this execution has launched. It is kept in n8n's flow context, which survives Retry On Fail, loops, and Retry of a failed
 * execution, and is shared by all nodes. It must be plain data, because n8n saves it in its database.
 */
export class LaunchMemory {
	private readonly key: string;

	constructor(
		readonly call: NodeCall,
		/** Null if n8n keeps nothing for this execution, as in n8n Agents: a later try would not know that it was sent. */
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
		const { node, run } = this.call;
		const { id, account, promotionName, promotionId, sentAt } = launch;
		if (this.kept) this.kept[this.key] = { node, run, ...launch };
		launchesOfProcess.set(id, { id, account, promotionName, promotionId, sentAt });
		const [oldest] = launchesOfProcess.keys();
		if (oldest !== undefined && launchesOfProcess.size > MAX_LAUNCHES_OF_PROCESS) launchesOfProcess.delete(oldest);
	}

	/** Removes a refused launch, so that it may be sent again. */
	forget(launch: RememberedLaunch): void {
		delete this.kept?.[this.key];
		launchesOfProcess.delete(launch.id);
	}

	launchesOfNode(): LaunchOfExecution[] {
		return this.launchesOfAllNodes().filter(({ node }) => node === this.call.node);
	}

	/** The promotions of this launch's name that are not this launch: those listed before it, and those of our other launches. */
	findOtherPromotions({ id, account, promotionName, listedBefore, sentAt }: RememberedLaunch) {
		const others = [...launchesOfProcess.values(), ...this.launchesOfAllNodes()].filter(
			(other) => other.id !== id && other.account === account && isSameName(other.promotionName, promotionName),
		);
		const ids = [...listedBefore, ...others.flatMap(({ promotionId }) => promotionId ?? [])];
		const mayAppear = (other: { sentAt: string }) => Date.parse(sentAt) - Date.parse(other.sentAt) < MAY_APPEAR_FOR_MS;
		return { ids, hasUnknownId: others.some((other) => other.promotionId === null && mayAppear(other)) };
	}

	/** How many launches this node made in other runs, such as other rounds of a loop. */
	countInOtherRuns(): number {
		return this.launchesOfNode().filter(({ run }) => run !== this.call.run).length;
	}

	/** How many of these entries of a message fingerprint are in a launch of this execution, by any node. */
	countReached(entries: readonly string[]): number {
		const reached = new Set(this.launchesOfAllNodes().flatMap((launch) => launch.messageFingerprint));
		return entries.filter((entry) => reached.has(entry)).length;
	}

	launchesOfAllNodes(): LaunchOfExecution[] {
		return Object.values(this.kept ?? {});
	}
}

function openKeptLaunches({ context }: ItemContext): Record<string, LaunchOfExecution> | null {
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
	const argumentsOfItems = context.getInputData().map(({ json: { toolCallId, ...args } }) => args);
	return `tool ${digest(runsOnce ? argumentsOfItems : [itemIndex, argumentsOfItems[itemIndex]])}`;
}

/** A launch that the list does not show by then most likely never arrived. Without this, no later launch with its name would ever be found. */
const MAY_APPEAR_FOR_MS = 3_600_000;

/** Then the oldest is dropped. By that time, the list of promotions has long shown it. */
const MAX_LAUNCHES_OF_PROCESS = 2_000;

/** Launches of this n8n process, across executions. Several with the same name at once must not mistake each other for someone else's. */
export const launchesOfProcess = new Map<
	string,
	Pick<RememberedLaunch, 'id' | 'account' | 'promotionName' | 'promotionId' | 'sentAt'>
>();
