import type { IDataObject } from 'n8n-workflow';
import { without } from '../../service/values';
import type { ItemContext } from '../itemContext';
import { digest } from './body';

/** A launch that was sent, or may have been. */
export interface SentLaunch {
	/** sending: the request is about to leave or has left, and nothing is known of its answer. */
	state: 'sending' | 'launched' | 'unknown';
	/** Of the body and its recipients. */
	digest: string;
	promotionName: string;
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

/** In n8n's store for one execution, shared by all of its nodes. */
interface Stored {
	rcsPromotionTest?: boolean;
	/** By the node's name and the key of the launch. */
	rcsPromotionLaunches?: Record<string, Record<string, SentLaunch>>;
}

/**
 * What this execution has launched. n8n keeps its store over the tries of Retry On Fail, over loops, and over Retry of a failed
 * execution; it holds plain data, which goes through n8n's database.
 */
export class LaunchMemory {
	/** Whether this run is a test. An execution that began as one stays one: n8n's Retry continues it in another mode. */
	readonly isTest: boolean;
	private readonly stored: Stored;
	private readonly nodeName: string;
	/** The run of the node within the execution. */
	private readonly run: string;
	private readonly key: string;

	constructor(
		item: ItemContext,
		isLive: boolean,
		/** Whether all input items make one launch. */
		readonly isOneForAll: boolean,
	) {
		this.stored = item.context.getContext('flow');
		this.nodeName = item.context.getNode().name;
		this.run = runOf(item, isOneForAll);
		this.key = isOneForAll || item.isTool ? this.run : `${this.run} item ${item.itemIndex}`;
		if (!isLive) this.stored.rcsPromotionTest = true;
		this.isTest = this.stored.rcsPromotionTest === true;
	}

	/** This launch, if an earlier try of it was sent. */
	recall(): SentLaunch | undefined {
		return this.ofThisNode[this.key];
	}

	/** To be called before it is sent: whoever tries again must find it, even if nothing else of this try is left. */
	remember(launch: SentLaunch): void {
		this.store({ ...this.ofThisNode, [this.key]: launch });
	}

	/** It was refused, so that it may be sent again. */
	forget(): void {
		this.store(without(this.ofThisNode, this.key));
	}

	/** The launches of this node. */
	sent(): SentLaunch[] {
		return Object.values(this.ofThisNode);
	}

	/** The launches of this node but this one. */
	others(): SentLaunch[] {
		return Object.values(without(this.ofThisNode, this.key));
	}

	/** How many launches this node has made in its earlier runs, as rounds of a loop are. */
	sentInOtherRuns(): number {
		return Object.keys(this.ofThisNode).filter((key) => key !== this.run && !key.startsWith(`${this.run} `)).length;
	}

	/** Whether any Launch node of this execution has sent the same. */
	hasSent(digestOfLaunch: string): boolean {
		return this.ofAllNodes().some((launch) => launch.digest === digestOfLaunch);
	}

	/** How many contacts the tests of this execution have reached, those of other Launch nodes included. */
	tested(): number {
		return this.ofAllNodes().reduce((sum, { tested }) => sum + tested, 0);
	}

	private get ofThisNode(): Record<string, SentLaunch> {
		return this.stored.rcsPromotionLaunches?.[this.nodeName] ?? {};
	}

	private ofAllNodes(): SentLaunch[] {
		return Object.values(this.stored.rcsPromotionLaunches ?? {}).flatMap((launches) => Object.values(launches));
	}

	private store(launches: Record<string, SentLaunch>): void {
		this.stored.rcsPromotionLaunches = { ...this.stored.rcsPromotionLaunches, [this.nodeName]: launches };
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
