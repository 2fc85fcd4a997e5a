import type { IDataObject } from 'n8n-workflow';
import type { PromotionStatusChange } from '../../../service/types';
import type { ItemContext } from '../../itemContext';

export interface RememberedChange {
	/** How often this execution has sent the request. */
	sent: number;
	/** How many promotions were listed before the first request; 0 where this one was not among them. */
	listedBefore: number;
	/** Why nobody knows what came of the first request. */
	cause?: string;
	/** What came of it; missing while that is not known. */
	row?: IDataObject;
}

/** What this execution already asked for, kept by n8n over Retry On Fail, over loops and over a retry of the execution. */
export class StatusChangeMemory {
	private readonly all: Record<string, RememberedChange>;
	private readonly key: string;

	constructor({ context, client }: ItemContext, promotionId: string, status: PromotionStatusChange) {
		const store = context.getContext('node') as { statusChanges?: Record<string, RememberedChange> };
		this.all = store.statusChanges ??= {};
		this.key = JSON.stringify([client.accountId, promotionId, status]);
	}

	recall(): RememberedChange | undefined {
		return Object.hasOwn(this.all, this.key) ? this.all[this.key] : undefined;
	}

	remember(change: RememberedChange): void {
		this.all[this.key] = change;
	}

	forget(): void {
		delete this.all[this.key];
	}
}
