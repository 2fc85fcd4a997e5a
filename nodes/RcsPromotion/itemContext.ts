import type { IExecuteFunctions, IGetNodeParameterOptions, INodeProperties, NodeHint } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { FormReader } from '../service/formReader';
import type { PromotionList } from '../service/promotions';
import type { RetryPolicy } from '../service/retry';
import type { Statistics } from '../service/statistics';
import { isObject } from '../service/values';

/** More of them push the output of the node out of sight. */
const MOST_HINTS = 10;
const AND_MORE = 'Other items have similar messages.';

/** What the items of one run of the node have in common. */
export class Run {
	readonly reads = new Map<string, Promise<unknown>>();
	readonly hints = new Set<string>();
	/** There once it was opened. */
	client!: ServiceClient;
	private opening?: Promise<ServiceClient>;

	constructor(readonly context: IExecuteFunctions) {}

	/** Once for all items. */
	async open(): Promise<void> {
		this.client = await (this.opening ??= ServiceClient.open(this.context));
	}

	/** Whether an AI agent called the node. n8n runs it then under a type of its own; its own answer (isToolExecution) is always no. */
	get isTool(): boolean {
		return this.context.getNode().type.endsWith('Tool');
	}
}

/** One input item on its way through an operation: n8n, the service, and what it shares with the other items of its run. */
export class ItemContext {
	readonly context: IExecuteFunctions;
	/** The fields of the operation as they are for this item. */
	readonly form: FormReader;

	constructor(
		private readonly run: Run,
		readonly itemIndex: number,
		{ writes, properties }: { writes: boolean; properties: INodeProperties[] },
	) {
		this.context = run.context;
		this.form = new FormReader(properties, ({ name, default: usual }) => this.parameter(name, usual), {
			timezone: () => this.context.getTimezone(),
			refusal: (message, advice) => this.refusal(message, writes ? `Nothing was sent. ${advice}` : advice),
			emptyIsUnset: this.isTool,
		});
	}

	get client(): ServiceClient {
		return this.run.client;
	}

	get isTool(): boolean {
		return this.run.isTool;
	}

	/** A field as n8n holds it; `form` reads it as what it must be. */
	parameter(name: string, otherwise?: unknown, options?: IGetNodeParameterOptions): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, otherwise, options);
	}

	/** Whether something was entered for an option. An expression that found nothing must not pass for an option that was left empty. */
	isFilledIn(option: string): boolean {
		const written: unknown = this.context.getNode().parameters.options;
		return isObject(written) ? (written[option] ?? '') !== '' : this.form.collection('options').has(option);
	}

	/** Items that read the same share one request. A read that came to nothing is tried again for the next item. */
	async readOnce<T>(key: string, read: () => Promise<T>): Promise<T> {
		const { reads } = this.run;
		const known = reads.get(key) as Promise<T> | undefined;
		if (known) return await known;
		const answer = read();
		reads.set(key, answer);
		answer.catch(() => reads.delete(key));
		return await answer;
	}

	/** The list of promotions: one request serves all items of a run, whatever each of them selects from it. */
	async listed(policy?: RetryPolicy): Promise<PromotionList> {
		return await this.readOnce('promotions', async () => await this.client.promotionList(policy));
	}

	async statistics(promotionId: string): Promise<Statistics> {
		return await this.readOnce(`statistics ${promotionId}`, async () => await this.client.statistics(promotionId));
	}

	/**
	 * Tells something below the node's output, once per run however many items it is true of. Hints of one group, such as one for
	 * each promotion, are shown as one line that unfolds.
	 */
	hintOnce(text: string, group?: NodeHint['group']): void {
		const { hints } = this.run;
		// It may quote the service.
		const message = this.client.hideKey(text);
		if (hints.has(message) || hints.size > MOST_HINTS) return;
		hints.add(message);
		const told = hints.size > MOST_HINTS ? { message: AND_MORE } : { message, ...(group ? { group } : {}) };
		// A host without hints must not make a finished launch look failed.
		const { addExecutionHints } = this.context as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
		addExecutionHints?.call(this.context, { ...told, type: 'warning', location: 'outputPane' });
	}

	/** What is wrong and what to do next, for this item. */
	refusal(message: string, description: string): NodeOperationError {
		return new NodeOperationError(this.context.getNode(), message, { itemIndex: this.itemIndex, description });
	}
}
