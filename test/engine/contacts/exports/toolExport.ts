import type { IDataObject } from 'n8n-workflow';

/** People as they stand in these exports: mobile phones, and a landline that some of them have as well. */
export const [ANN, BO, CY] = ['+491701234501', '+491701234502', '+491701234503'];
export const OFFICE = '+4930901820';
/** Of a colleague, a supplier or whoever pays: never the one to write to. */
export const OWNER = '+491709998877';

/** What a tool gives, as a CSV file or as the items of its node, and what a user types or drags to say which fields to take. */
export interface ToolExport {
	tool: string;
	file?: string | Buffer;
	items?: IDataObject[];
	phoneField: string;
	nameField: string;
	/** What a refusal lists instead of `phoneField`, where that is made of two, or an entry of a list. */
	offers?: string[];
	/** Needed where numbers have no +. */
	country?: string;
	encoding?: string;
	moreFields?: Record<string, string>;
	/** Who gets the message, by the name that it shows. */
	sends: Array<[name: string, phone: string]>;
	/** Contacts without a number. */
	leftOut?: number;
}

export const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;
