/** Executions as n8n writes them to its database and reads them back. */
import { createRequire } from 'node:module';
import type { IRunExecutionData } from 'n8n-workflow';

// flatted is typed as an ES module only, though it comes with both.
const { parse, stringify } = createRequire(__filename)('flatted') as {
	parse: (text: string) => unknown;
	stringify: (value: unknown) => string;
};

export const write = (data: IRunExecutionData): string => stringify(data);
export const read = (stored: string): IRunExecutionData => parse(stored) as IRunExecutionData;
