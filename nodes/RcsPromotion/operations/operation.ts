import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ServiceClient } from '../../service/client';
import type { SharedReads } from './sharedReads';

/** One run of the node: what its items have in common. */
export interface OperationRun {
	context: IExecuteFunctions;
	client: ServiceClient;
	shared: SharedReads;
}

/** An output item before the loop pairs it with the input it comes from. */
export type Row = Pick<INodeExecutionData, 'json' | 'binary'>;

export interface Operation {
	name: string;
	description: string;
	/** What the editor's node list says, and what an AI agent reads before it calls the operation. */
	action: string;
	/** Whether the operation changes something at the service: such requests are never repeated by us. */
	writes: boolean;
	/** The fields below the operation; the registry adds when they are shown. */
	properties: INodeProperties[];
	/** Whether all input items make one call, whose output is paired to every one of them. */
	runsOnce?(context: IExecuteFunctions): boolean;
	execute(run: OperationRun, itemIndex: number): Promise<Row[]>;
}

export interface Resource {
	name: string;
	/** Saved in workflows by their keys, so a key never changes. */
	operations: Record<string, Operation>;
	defaultOperation: string;
}
