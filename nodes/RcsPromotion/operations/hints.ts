import type { IExecuteFunctions } from 'n8n-workflow';
import type { OperationRun } from './operation';

/** Tells something below the node's output, once per run however many items it is true of. */
export async function hintOnce({ context, shared }: OperationRun, message: string): Promise<void> {
	// A host without hints must not make a finished launch look failed.
	const { addExecutionHints } = context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	await shared.once(`hint ${message}`, async () =>
		addExecutionHints?.call(context, { message, type: 'warning', location: 'outputPane' }),
	);
}
