import { isSameName } from '../../service/promotions';
import type { ItemContext } from '../itemContext';
import { digest } from './body';
import type { RememberedLaunch } from './types';

/** A launch of this execution, with the node and run that sent it. */
export interface LaunchOfRun extends RememberedLaunch {
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
	/** How many launches the items of this run make. */
	launchCount: number;
}

export function openLaunchMemory(item: ItemContext, runsOnce: boolean): LaunchMemory {
	const { context, isTool, itemIndex } = item;
	const itemCount = context.getInputData().length;
	const call: NodeCall = {
		node: context.getNode().name,
		run: identifyRun(item, runsOnce),
		isTool,
		runsOnce,
		itemIndex,
		itemCount,
		launchCount: runsOnce ? 1 : itemCount,
	};
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
		private readonly kept: Record<string, LaunchOfRun> | null,
	) {
		const { runsOnce, isTool, run, itemIndex, node } = call;
		// The run of a tool already tells its items apart.
		const launch = runsOnce || isTool ? run : `${run} item ${itemIndex}`;
		this.key = `${launch} of ${node}`;
	}

	get isUnavailable(): boolean {
		return this.kept === null;
	}

	/** This launch, if this or an earlier try sent it. */
	recall(): LaunchOfRun | undefined {
		return this.kept?.[this.key];
	}

	/** Call this before sending: a later try must find the launch even if nothing else of this try survives. */
	remember(launch: RememberedLaunch): void {
		const { node, run } = this.call;
		const { id, account, promotionName, promotionId } = launch;
		if (this.kept) this.kept[this.key] = { node, run, ...launch };
		launchesOfProcess.set(id, { account, promotionName, promotionId });
		const [oldest] = launchesOfProcess.keys();
		if (oldest !== undefined && launchesOfProcess.size > MOST_OF_PROCESS) launchesOfProcess.delete(oldest);
	}

	/** Removes a refused launch, so that it may be sent again. */
	forget(launch: RememberedLaunch): void {
		delete this.kept?.[this.key];
		launchesOfProcess.delete(launch.id);
	}

	launchesOfNode(): LaunchOfRun[] {
		return this.launchesOfAllNodes().filter(({ node }) => node === this.call.node);
	}

	/** IDs of promotions of the same name that belong to other launches. Null stands for one whose ID we do not know yet. */
	idsNotOfThisLaunch({ id, account, promotionName, listedBefore }: RememberedLaunch): Array<string | null> {
		const inExecution = this.launchesOfAllNodes().map((other) => [other.id, other] as const);
		const ours = [...launchesOfProcess, ...inExecution].filter(
			([otherId, other]) =>
				otherId !== id && other.account === account && isSameName(other.promotionName, promotionName),
		);
		return [...listedBefore, ...ours.map(([, { promotionId }]) => promotionId)];
	}

	/** How many launches this node made in other runs, such as other rounds of a loop. */
	countInOtherRuns(): number {
		return this.launchesOfNode().filter(({ run }) => run !== this.call.run).length;
	}

	/** How many of these entries any Launch node in this execution has sent to. */
	countReached(fingerprint: readonly string[]): number {
		const reached = new Set(this.launchesOfAllNodes().flatMap((launch) => launch.people));
		return fingerprint.filter((entry) => reached.has(entry)).length;
	}

	private launchesOfAllNodes(): LaunchOfRun[] {
		return Object.values(this.kept ?? {});
	}
}

function openKeptLaunches({ context }: ItemContext): Record<string, LaunchOfRun> | null {
	try {
		const stored = context.getContext('flow') as { rcsPromotionLaunches?: Record<string, LaunchOfRun> };
		return (stored.rcsPromotionLaunches ??= {});
	} catch {
		return null;
	}
}

/**
 * A retry has the same run index, so that identifies it; values may contain the time. For a tool, run index and call ID change with every
 * try, so its arguments identify it.
 */
function identifyRun({ context, itemIndex, isTool }: ItemContext, runsOnce: boolean): string {
	if (!isTool) return `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	const calls = context.getInputData().map(({ json: { toolCallId, ...args } }) => args);
	return `tool ${digest(runsOnce ? calls : [itemIndex, calls[itemIndex]])}`;
}

/** By the time a launch is dropped, the list shows it, so it is not needed any more. */
const MOST_OF_PROCESS = 2_000;

/** Launches of this n8n process, across executions. Several with the same name at once must not mistake each other for someone else's. */
export const launchesOfProcess = new Map<string, Pick<RememberedLaunch, 'account' | 'promotionName' | 'promotionId'>>();
