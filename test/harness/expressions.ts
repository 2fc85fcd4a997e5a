/** n8n evaluates expressions in its process (`legacy`) or, in production, in an isolate of its own (`vm`, Node 24 and later). */
import { Expression } from 'n8n-workflow';

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
