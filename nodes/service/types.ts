import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** A promotion from the list. Only the ID is certain to be there; every other field may be missing or of any type. */
export interface Promotion extends IDataObject {
	promotionId: string;
}

export type PromotionStatusChange = 'Stopped' | 'Cancelled';

/** The service answered, with any status. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** No complete answer arrived, so it is not known whether the request was processed. */
export interface NoAnswer {
	kind: 'noAnswer';
	code: string;
	detail: string;
}

export type Outcome = Answer | NoAnswer;
