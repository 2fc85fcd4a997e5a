/** n8n evaluates expressions in its process (`legacy`) or, in production, in an isolate of its own (`vm`, Node 24 and later). */
import { Expression } from 'n8n-workflow';
import type { Workflow } from 'n8n-workflow';

export type ExpressionEngine = 'legacy' | 'vm';

export async function startExpressionEngine(engine: ExpressionEngine): Promise<void> {
	if (engine === 'legacy') return;
	await Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5_000,
		bridgeMemoryLimit: 128,
	});
}

export async function stopExpressionEngine(engine: ExpressionEngine): Promise<void> {
	if (engine === 'vm') await Expression.disposeExpressionEngine();
}

/** What n8n does around whatever may evaluate an expression outside of an execution. Older hosts know none or half of it. */
export async function withIsolate<T>({ expression }: Workflow, work: () => Promise<T>): Promise<T> {
	const { acquireIsolate, releaseIsolate } = expression as Partial<Workflow['expression']>;
	await acquireIsolate?.call(expression);
	try {
		return await work();
	} finally {
		await releaseIsolate?.call(expression);
	}
}
