import type { IDataObject } from 'n8n-workflow';

/** sending: the request is about to leave or has left, and nothing is known of its answer. */
export type LaunchState = 'sending' | 'launched' | 'refused' | 'unknown';

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
	/** The output as far as it is known. */
	row: IDataObject;
}

interface Store {
	launches?: Record<string, RememberedLaunch>;
	startedAsTest?: boolean;
}

/**
 * What this execution has launched. n8n keeps the node's context over the tries of Retry On Fail, over loops, and over Retry of a failed
 * execution; it is plain data, as it goes through n8n's database.
 */
export class LaunchMemory {
	constructor(private readonly store: Store) {}

	recall(key: string): RememberedLaunch | undefined {
		const { launches } = this.store;
		return launches && Object.hasOwn(launches, key) ? launches[key] : undefined;
	}

	remember(key: string, launch: RememberedLaunch): void {
		this.store.launches = { ...this.store.launches, [key]: launch };
	}

	/** Launches that were sent, or may have been. */
	sent(): RememberedLaunch[] {
		return Object.values(this.store.launches ?? {}).filter(({ state }) => state !== 'refused');
	}

	/** The same without the launch of this key. */
	sentBeside(key: string): RememberedLaunch[] {
		const own = this.recall(key);
		return this.sent().filter((launch) => launch !== own);
	}

	/** An execution that began as a test stays one: n8n's Retry continues it in another mode. */
	noteTest(isTest: boolean): boolean {
		if (isTest) this.store.startedAsTest = true;
		return this.store.startedAsTest === true;
	}
}
