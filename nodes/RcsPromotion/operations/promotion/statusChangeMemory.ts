import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PromotionStatusChange } from '../../../service/types';

interface Remembered {
	wasListed: boolean;
	/** What came of it; missing while that is not known. */
	row?: IDataObject;
}

/** What this execution already asked for, kept by n8n over Retry On Fail, over loops and over a retry of the execution. */
export function statusChangeMemory(
	context: IExecuteFunctions,
	accountId: string,
	promotionId: string,
	status: PromotionStatusChange,
) {
	const store = context.getContext('node') as { statusChanges?: Record<string, Remembered> };
	const key = JSON.stringify([accountId, promotionId, status]);
	const all = () => (store.statusChanges ??= {});
	return {
		recall: (): Remembered | undefined => (Object.hasOwn(all(), key) ? all()[key] : undefined),
		remember: (value: Remembered) => {
			all()[key] = value;
		},
		forget: () => {
			delete all()[key];
		},
	};
}
