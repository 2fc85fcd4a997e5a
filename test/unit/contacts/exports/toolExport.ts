import type { IDataObject } from 'n8n-workflow';

/** People as they stand in these exports: mobile phones, and a landline that some of them have as well. */
export const [ANN, BO, CY] = ['+491701234501', '+491701234502', '+491701234503'] as const;
export const OFFICE = '+4930901820';
/** Who gets the message, by the name that it shows. */
type Reached = [name: string, phone: string];
export const Ann: Reached = ['Ann', ANN];
export const Bo: Reached = ['Bo', BO];
export const Cy: Reached = ['Cy', CY];
/** Of a colleague, a supplier or whoever pays: never the one to write to. */
export const OWNER = '+491709998877';

/** What a tool gives, as a CSV file or as the items of its node, and what a user types or drags to say which fields to take. */
export interface ToolExport {
	tool: string;
	file?: string | Buffer;
	items?: IDataObject[];
	fields: { phone: string; name: string; country?: string };
	/** Needed where numbers have no +. */
	country?: string;
	encoding?: 'utf8OrWindows1252';
	sends: Reached[];
	/** Contacts without a number. */
	leftOut?: number;
}

export const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;
