/** What the host at hand can do. The engine tests run inside older hosts, too. */
import { NodeApiError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';

type Failure = NonNullable<NodeApiError['failure']>;

const failure: Failure = { cause: 'rate-limited' };
/**
 * n8n 2.38 does, 2.20 does not. Such an older host does not tell an agent what a tool with an error output throws, and keeps an expression
 * for Resource or Operation from the node.
 */
export const hostTakesFailures = new NodeApiError({} as INode, {}, { failure }).failure !== undefined;

/** The part of an error by which a host backs off; older hosts have no place for it. */
export const withFailure = (expected: Failure): { failure?: Failure } =>
	hostTakesFailures ? { failure: expected } : {};
