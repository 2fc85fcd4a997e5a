/** What an execution left behind, as its tests want to read it. */
import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	NodeExecutionHint,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { write } from './executions';
import type { WorkflowSetup } from './workflow';

export interface NodeError {
	name: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
	failure?: IDataObject;
}

export class RunResult {
	constructor(
		readonly run: IRun,
		readonly setup: WorkflowSetup,
		readonly workflow: Workflow,
		/** The node under test: the one whose output `items`, `hints` and `json` speak of. */
		readonly nodeName: string,
	) {}

	get data(): IRunExecutionData {
		return this.run.data;
	}

	get mode(): WorkflowExecuteMode {
		return this.run.mode;
	}

	/** The thrown error that ended the execution, as the engine keeps it: a plain object. */
	get error(): NodeError | undefined {
		return this.data.resultData.error;
	}

	get status(): string {
		return this.run.status;
	}

	get items(): INodeExecutionData[] {
		return this.output(0);
	}

	/** The `json` of each item. */
	get json(): IDataObject[] {
		return this.items.map(({ json }) => json);
	}

	get binary(): Array<IBinaryKeyData | undefined> {
		return this.items.map(({ binary }) => binary);
	}

	/** Items that left by the error output (On Error: Continue, using error output). */
	get errorItems(): INodeExecutionData[] {
		return this.output(1);
	}

	get hints(): NodeExecutionHint[] {
		return this.runs().flatMap(({ hints }) => hints ?? []);
	}

	runs(node = this.nodeName): ITaskData[] {
		return this.data.resultData.runData[node] ?? [];
	}

	output(index: number, { node = this.nodeName, run = 0 } = {}): INodeExecutionData[] {
		return this.runs(node)[run]?.data?.main?.[index] ?? [];
	}

	/** The execution as n8n writes it to its database, for asking what must never be in there. */
	stored(): string {
		return write(this.data);
	}
}
