import type { OperationRun } from './operation';

/** Tells something below the node's output, once per run however many items it is true of. */
export async function hintOnce({ context, shared }: OperationRun, message: string): Promise<void> {
	await shared.once(`hint ${message}`, async () =>
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' }),
	);
}
