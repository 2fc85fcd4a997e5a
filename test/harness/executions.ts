import { createRequire } from 'node:module';
import type { IRunExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

// flatted is typed as an ES module only, though it comes with both.
const { parse, stringify } = createRequire(__filename)('flatted') as {
	parse: (text: string) => unknown;
	stringify: (value: unknown) => string;
};

/** Executions as n8n writes them to its database and reads them back. */
export const write = (data: IRunExecutionData): string => stringify(data);
export const read = (stored: string): IRunExecutionData => parse(stored) as IRunExecutionData;

/** The table in which n8n keeps them, as far as nodes can read it. */
export class Executions {
	private readonly rows = new Map<string, string>();
	/** Whether the database cannot be asked. */
	isOutOfReach = false;

	/**
	 * n8n stores an execution before it runs, and unless it saves progress, not again before it has ended. Of a manual one it then has
	 * no data. Items are left out here: nothing looks at them, and a bench has a million.
	 */
	add(id: string, mode: WorkflowExecuteMode, data: IRunExecutionData): void {
		if (mode === 'manual' || !data.executionData) return;
		const executionData = { ...data.executionData, nodeExecutionStack: [] };
		this.rows.set(id, write({ ...data, executionData, resultData: { ...data.resultData, runData: {} } }));
	}

	read(id: string): IRunExecutionData | undefined {
		if (this.isOutOfReach) throw new Error('The database is out of reach');
		const row = this.rows.get(id);
		return row === undefined ? undefined : read(row);
	}
}
