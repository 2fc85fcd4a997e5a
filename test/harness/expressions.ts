/** n8n evaluates expressions in its process (`legacy`) or, in production, in an isolate of its own (`vm`, Node 24 and later). */
import { createRequire } from 'node:module';
import { Expression } from 'n8n-workflow';
import type { Workflow } from 'n8n-workflow';

export type ExpressionEngine = 'legacy' | 'vm';

/** The isolates are those of the process: the first n8n engine of a test file starts them, the last one ends them. */
let users = 0;

export async function startExpressionEngine(engine: ExpressionEngine): Promise<void> {
	if (engine === 'legacy' || users++ > 0) return;
	await Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5_000,
		bridgeMemoryLimit: 128,
	});
	bringResultsHome();
}

export async function stopExpressionEngine(engine: ExpressionEngine): Promise<void> {
	if (engine === 'vm' && --users === 0) await Expression.disposeExpressionEngine();
}

type Evaluate = (...parameters: unknown[]) => unknown;

/**
 * What leaves the isolate is made of the process's own Object and Date, while jest gives each test file others. So n8n does not know its
 * markers for dates again, which it does in production: here they are made anew first and then given to the same code of n8n's.
 */
function bringResultsHome(): void {
	const { unwrapLuxonValues } = createRequire(__filename)(
		'@n8n/expression-runtime/dist/cjs/runtime/luxon-transfer.js',
	) as { unwrapLuxonValues: (value: unknown) => unknown };
	const evaluator = Reflect.get(Expression, 'vmEvaluator') as { evaluate: Evaluate };
	const evaluate = evaluator.evaluate.bind(evaluator);
	evaluator.evaluate = (...parameters) => unwrapLuxonValues(madeAnew(evaluate(...parameters)));
}

function madeAnew(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(madeAnew);
	const kind = Object.prototype.toString.call(value);
	if (kind === '[object Date]') return new Date(Number(value));
	if (kind !== '[object Object]') return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, madeAnew(entry)]));
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
