import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ItemContext } from '../itemContext';

/** An output item. The loop pairs it with its input, unless it is one of a call for all input items and names its own. */
export type OutputItem = Pick<INodeExecutionData, 'json' | 'binary' | 'pairedItem'>;

export interface Operation {
	name: string;
	description: string;
	/** Shown in the editor's node list, and read by an AI agent before it calls the operation. */
	action: string;
	/** Whether the operation changes something in the service. */
	writes: boolean;
	/** Whether only people may run it, so that it is not offered to AI agents. */
	peopleOnly?: true;
	/** The operation's fields; the registry adds their display conditions. */
	properties: INodeProperties[];
	/** Whether all input items make one call, whose output is paired with every item. */
	runsOnce?(first: ItemContext): boolean;
	execute(item: ItemContext): Promise<OutputItem[]>;
}
