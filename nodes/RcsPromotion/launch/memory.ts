import { sameName } from '../../service/promotions';
import type { ItemContext } from '../itemContext';
import { digest } from './body';
import type { SentLaunch } from './types';

/** A launch of this execution, with the node and run that sent it. */
export interface LaunchOfRun extends SentLaunch {
	node: string;
	run: string;
}

/** How the node was called. */
export interface LaunchCall {
	/** Whose launch this is. */
	account: string;
	node: string;
	/** The same for each try of the same run. */
	run: string;
	isTool: boolean;
	/** Whether all input items make one launch. */
	runsOnce: boolean;
	itemIndex: number;
	items: number;
	/** How many launches the items of this run make. */
	launches: number;
}

export function openLaunchMemory(item: ItemContext, runsOnce: boolean): LaunchMemory {
	const { client, context, isTool, itemIndex } = item;
	const [node, items] = [context.getNode().name, context.getInputData().length];
	const run = identifyRun(item, runsOnce);
	const launches = runsOnce ? 1 : items;
	const call = { account: client.account, node, run, isTool, runsOnce, itemIndex, items, launches };
	return new LaunchMemory(call, readKeptLaunches(item));
}

/**
 * What this execution has launched. It is kept in n8n's flow context, which survives Retry On Fail, loops, and Retry of a failed
 * execution, and is shared by all nodes. It must be plain data, because n8n saves it in its database.
 */
export class LaunchMemory {
	private readonly key: string;

	constructor(
		readonly call: LaunchCall,
		/** Null if n8n keeps nothing for this execution, as in n8n Agents: a later try would not know that it was sent. */
		private readonly kept: Record<string, LaunchOfRun> | null,
	) {
		const { runsOnce, isTool, run, itemIndex, node } = call;
		this.key = `${runsOnce || isTool ? run : `${run} item ${itemIndex}`} of ${node}`;
	}

	get keepsNothing(): boolean {
		return this.kept === null;
	}

	/** This launch, if an earlier try sent it. */
	recall(): LaunchOfRun | undefined {
		return this.kept?.[this.key];
	}

	/** Call this before sending: a later try must find the launch even if nothing else of this try survives. */
	remember(launch: SentLaunch): void {
		const { node, run } = this.call;
		const { id, account, promotionName, promotionId } = launch;
		if (this.kept) this.kept[this.key] = { node, run, ...launch };
		launchesOfProcess.set(id, { account, promotionName, promotionId });
		const [oldest] = launchesOfProcess.keys();
		if (oldest !== undefined && launchesOfProcess.size > MOST_KEPT) launchesOfProcess.delete(oldest);
	}

	/** Removes a refused launch, so that it may be sent again. */
	forget(launch: SentLaunch): void {
		delete this.kept?.[this.key];
		launchesOfProcess.delete(launch.id);
	}

	/** The launches of this node. */
	launchesOfNode(): LaunchOfRun[] {
		return this.launchesOfAllNodes().filter(({ node }) => node === this.call.node);
	}

	/** The promotions with this name that are not this launch: listed before it, or launched by us. Null if an ID is not known yet. */
	idsOfOthers({ id, account, promotionName, listedBefore }: SentLaunch): Array<string | null> {
		const inExecution = this.launchesOfAllNodes().map((other) => [other.id, other] as const);
		const ours = [...launchesOfProcess, ...inExecution].filter(
			([otherId, other]) => otherId !== id && other.account === account && sameName(other.promotionName, promotionName),
		);
		return [...listedBefore, ...ours.map(([, { promotionId }]) => promotionId)];
	}

	/** How many launches this node made in other runs, such as other rounds of a loop. */
	countInOtherRuns(): number {
		return this.launchesOfNode().filter(({ run }) => run !== this.call.run).length;
	}

	/** How many of these people any Launch node in this execution has reached. */
	countReached(people: readonly string[]): number {
		const reached = new Set(this.launchesOfAllNodes().flatMap((launch) => launch.people));
		return people.filter((person) => reached.has(person)).length;
	}

	private launchesOfAllNodes(): LaunchOfRun[] {
		return Object.values(this.kept ?? {});
	}
}

function readKeptLaunches({ context }: ItemContext): Record<string, LaunchOfRun> | null {
	try {
		const stored = context.getContext('flow') as { rcsPromotionLaunches?: Record<string, LaunchOfRun> };
		return (stored.rcsPromotionLaunches ??= {});
	} catch {
		return null;
	}
}

/**
 * Identifies a later try of the same launch by its run index, never by its values, which may contain the time. A tool gets a new run
 * index with each try and a new call ID with each call, so a tool call is identified by its arguments.
 */
function identifyRun({ context, itemIndex, isTool }: ItemContext, runsOnce: boolean): string {
	if (!isTool) return `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	const calls = context.getInputData().map(({ json: { toolCallId, ...args } }) => args);
	return `tool ${digest(runsOnce ? calls : [itemIndex, calls[itemIndex]])}`;
}

/** More launches than can be in progress at once, so a forgotten one has long been listed. */
const MOST_KEPT = 2_000;

/** Launches of this n8n process, across executions. Several with the same name at once must not mistake each other for someone else's. */
export const launchesOfProcess = new Map<string, Pick<SentLaunch, 'account' | 'promotionName' | 'promotionId'>>();
