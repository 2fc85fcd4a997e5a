import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** A promotion as the list shows it. Only the id is sure to be there; everything else is read tolerantly. */
export interface Promotion extends IDataObject {
	promotionId: string;
}

export type PromotionStatusChange = 'Stopped' | 'Cancelled';

/** The service answered, whatever it said. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** No complete answer arrived: whether the request was processed is open. */
export interface NoAnswer {
	kind: 'noAnswer';
	code: string;
	detail: string;
}

export type Outcome = Answer | NoAnswer;
