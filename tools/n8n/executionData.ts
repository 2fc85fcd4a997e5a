/** Reading what an n8n execution stored. */
import { createRequire } from 'node:module';

// flatted is typed as an ES module only, though it comes with both.
const { parse } = createRequire(__filename)('flatted') as { parse: (text: string) => unknown };

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { fileName?: string; mimeType?: string; id?: string; data?: string }>;
	pairedItem?: unknown;
	error?: unknown;
}

export interface NodeRun {
	hints?: Array<{ message: string }>;
	error?: { message: string; description?: string };
	data?: Record<string, Array<Item[] | null> | undefined>;
}

export interface ExecutionData {
	resultData: {
		runData: Record<string, NodeRun[] | undefined>;
		error?: { message: string; description?: string; node?: { name: string } };
		lastNodeExecuted?: string;
	};
}

/** n8n stores and answers execution data flattened, each shared part once; nothing as an empty list. */
export function readStored(text: string): ExecutionData | undefined {
	return parse(text) as ExecutionData | undefined;
}

/** The items a node put on one of its outputs in one of its runs. */
export function itemsOf(data: ExecutionData, node: string, { run = -1, output = 0, connection = 'main' } = {}): Item[] {
	return data.resultData.runData[node]?.at(run)?.data?.[connection]?.[output] ?? [];
}
