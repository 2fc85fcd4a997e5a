import type { IDataObject } from 'n8n-workflow';
import { comparable, without } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { digest } from './body';

/** A launch as it is sent. */
export interface Launching {
	/** sending: the request is about to leave or has left, and nothing is known of its answer. */
	state: 'sending' | 'launched' | 'unknown';
	/** Of account, body and recipients. */
	digest: string;
	account: string;
	promotionName: string;
	/** Null until it is known. */
	promotionId: string | null;
	/** Whom it went to, in words. */
	audience: string;
	/** The promotions of this name that were listed before it was sent. */
	listedBefore: string[];
	sentAt: string;
	/** Why nothing is known of its answer, for a later try that only looks. */
	cause?: string;
	/** How many contacts it reaches as a test; 0 when it is none. */
	tested: number;
	/** The output as far as it is known. */
	row: IDataObject;
}

/** A launch that was sent, or may have been, by which run of which node. */
export interface SentLaunch extends Launching {
	node: string;
	run: string;
}

/**
 * What this execution has launched. n8n keeps its store over the tries of Retry On Fail, over loops, and over Retry of a failed
 * execution, and shares it among all nodes; it holds plain data, which goes through n8n's database.
 */
export class LaunchMemory {
	/** Whether this run is a test. An execution that began as one stays one: n8n's Retry continues it in another mode. */
	readonly isTest: boolean;
	private readonly launches: Record<string, SentLaunch>;
	private readonly node: string;
	private readonly run: string;
	private readonly key: string;

	constructor(
		item: ItemContext,
		isLive: boolean,
		/** Whether all input items make one launch. */
		readonly isOneForAll: boolean,
	) {
		const stored = item.context.getContext('flow') as {
			rcsPromotionTest?: boolean;
			rcsPromotionLaunches?: Record<string, SentLaunch>;
		};
		this.launches = stored.rcsPromotionLaunches ??= {};
		this.node = item.context.getNode().name;
		this.run = runOf(item, isOneForAll);
		const place = isOneForAll || item.isTool ? this.run : `${this.run} item ${item.itemIndex}`;
		this.key = `${place} of ${this.node}`;
		if (!isLive) stored.rcsPromotionTest = true;
		this.isTest = stored.rcsPromotionTest === true;
	}

	/** This launch, if an earlier try of it was sent. */
	recall(): SentLaunch | undefined {
		return this.launches[this.key];
	}

	/** To be called before it is sent: whoever tries again must find it, even if nothing else of this try is left. */
	remember(launch: Launching): void {
		const { node, run } = this;
		const { account, promotionName, promotionId } = launch;
		this.launches[this.key] = { node, run, ...launch };
		ofThisProcess.set(identityOf(launch), { account, promotionName, promotionId });
		const [oldest] = ofThisProcess.keys();
		if (oldest !== undefined && ofThisProcess.size > MOST_KEPT) ofThisProcess.delete(oldest);
	}

	/** It was refused, so that it may be sent again. */
	forget(launch: Launching): void {
		delete this.launches[this.key];
		ofThisProcess.delete(identityOf(launch));
	}

	/** The launches of this node. */
	sent(): SentLaunch[] {
		return this.ofAllNodes().filter(({ node }) => node === this.node);
	}

	/** The promotions of all other launches of ours under its name; null where an ID is not known yet. */
	othersLike(launch: Launching): Array<string | null> {
		const inExecution = this.sent().map((other) => [identityOf(other), other] as const);
		return [...ofThisProcess, ...inExecution]
			.filter(([identity]) => identity !== identityOf(launch))
			.map(([, other]) => other)
			.filter(
				({ account, promotionName }) => account === launch.account && sameName(promotionName, launch.promotionName),
			)
			.map(({ promotionId }) => promotionId);
	}

	/** How many launches this node has made in its earlier runs, as rounds of a loop are. */
	sentInOtherRuns(): number {
		return this.sent().filter(({ run }) => run !== this.run).length;
	}

	/** Whether any Launch node of this execution has sent the same. */
	hasSent(digestOfLaunch: string): boolean {
		return this.ofAllNodes().some((launch) => launch.digest === digestOfLaunch);
	}

	/** How many contacts the tests of this execution have reached, those of other Launch nodes included. */
	tested(): number {
		return this.ofAllNodes().reduce((sum, { tested }) => sum + tested, 0);
	}

	private ofAllNodes(): SentLaunch[] {
		return Object.values(this.launches);
	}
}

/**
 * A later try of the same launch is known by its place in the execution, never by its values, which the clock may change. A tool gets
 * a new place with each try and a new number with each call, so there its arguments stand for it.
 */
function runOf({ context, itemIndex, isTool }: ItemContext, isOneForAll: boolean): string {
	if (!isTool) return `run ${context.evaluateExpression('{{ $runIndex }}', itemIndex) as number}`;
	const calls = context.getInputData().map(({ json }) => without(json, 'toolCallId'));
	return `tool ${digest(isOneForAll ? calls : [itemIndex, calls[itemIndex]])}`;
}

/** More than can be under way at once, so that what is forgotten has long been listed. */
const MOST_KEPT = 2_000;

/** What this process of n8n launches, in whatever execution: several at once under one name must not take each other for strangers. */
const ofThisProcess = new Map<string, Pick<SentLaunch, 'account' | 'promotionName' | 'promotionId'>>();

/** Forgets what this process has launched, as a restart does. */
export const forgetLaunches = () => ofThisProcess.clear();

const identityOf = ({ sentAt, digest: content }: Launching) => `${sentAt} ${content}`;

export const sameName = (a: string, b: string) => comparable(a) === comparable(b);
