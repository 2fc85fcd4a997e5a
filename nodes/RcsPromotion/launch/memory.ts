import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { without } from '../../service/values';

/** sending: the request is about to leave or has left, and nothing is known of its answer. */
type LaunchState = 'sending' | 'launched' | 'refused' | 'unknown';

export interface RememberedLaunch {
	state: LaunchState;
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

interface NodeStore {
	launches?: Record<string, RememberedLaunch>;
}

/** Shared by all nodes of an execution. */
interface ExecutionStore {
	rcsPromotionTests?: Record<string, number>;
	/** What was sent, or may have been, by digest of account, body and recipients. */
	rcsPromotionLaunches?: Record<string, string>;
}

/**
 * What this execution has launched. n8n keeps the contexts over the tries of Retry On Fail, over loops, and over Retry of a failed
 * execution; they are plain data, as they go through n8n's database.
 */
export class LaunchMemory {
	private readonly node: NodeStore;
	private readonly execution: ExecutionStore;
	private readonly nodeName: string;

	constructor(context: Pick<IExecuteFunctions, 'getContext' | 'getNode'>) {
		this.node = context.getContext('node');
		this.execution = context.getContext('flow');
		this.nodeName = context.getNode().name;
	}

	recall(key: string): RememberedLaunch | undefined {
		return this.node.launches?.[key];
	}

	remember(key: string, launch: RememberedLaunch): void {
		this.node.launches = { ...this.node.launches, [key]: launch };
		const others = without(this.execution.rcsPromotionLaunches ?? {}, this.keyInExecution(key));
		const own = launch.state === 'refused' ? {} : { [this.keyInExecution(key)]: launch.digest };
		this.execution.rcsPromotionLaunches = { ...others, ...own };
		if (launch.tested === 0) return;
		const tested = launch.state === 'refused' ? 0 : launch.tested;
		this.execution.rcsPromotionTests = { ...this.execution.rcsPromotionTests, [this.keyInExecution(key)]: tested };
	}

	/** Launches that were sent, or may have been. */
	sent(): RememberedLaunch[] {
		return Object.values(this.node.launches ?? {}).filter(({ state }) => state !== 'refused');
	}

	/** Whether any Launch node of this execution has sent the same. */
	hasSent(digest: string): boolean {
		return Object.values(this.execution.rcsPromotionLaunches ?? {}).includes(digest);
	}

	/** The same without what belongs to this key, or begins with it: one launch, or all of one run of the node. */
	sentOutside(place: string): RememberedLaunch[] {
		return Object.entries(this.node.launches ?? {}).flatMap(([key, launch]) =>
			launch.state === 'refused' || key === place || key.startsWith(`${place} `) ? [] : [launch],
		);
	}

	/** An execution that began as a test stays one: n8n's Retry continues it in another mode. */
	noteTest(isTest: boolean): boolean {
		if (isTest) this.execution.rcsPromotionTests ??= {};
		return this.execution.rcsPromotionTests !== undefined;
	}

	/** How many contacts the tests of this execution have reached, those of other Launch nodes included. */
	tested(): number {
		return Object.values(this.execution.rcsPromotionTests ?? {}).reduce((sum, count) => sum + count, 0);
	}

	private keyInExecution(key: string): string {
		return `${this.nodeName}: ${key}`;
	}
}
