import type { IExecuteFunctions } from 'n8n-workflow';
import type { OperationRun } from './operation';

/** More of them push the output of the node out of sight. */
const MOST_HINTS = 10;
const AND_MORE = 'The same or something like it is true of further items.';

const hintsGiven = new WeakMap<OperationRun['shared'], number>();

/** Tells something below the node's output, once per run however many items it is true of. */
export async function hintOnce({ context, shared }: OperationRun, message: string): Promise<void> {
	// A host without hints must not make a finished launch look failed.
	const { addExecutionHints } = context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	await shared.once(`hint ${message}`, async () => {
		const given = (hintsGiven.get(shared) ?? 0) + 1;
		hintsGiven.set(shared, given);
		if (given > MOST_HINTS + 1) return;
		const text = given > MOST_HINTS ? AND_MORE : message;
		addExecutionHints?.call(context, { message: text, type: 'warning', location: 'outputPane' });
	});
}
