import type { IExecuteFunctions, INodeProperties, NodeHint } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { FormReader } from '../form/formReader';
import { Refusal } from '../service/refusal';
import type { PromotionList } from '../service/promotions';
import type { Promotion } from '../service/types';
import { asHtml, counted } from '../service/values';

/** More hints would push the node's output out of sight. */
const MOST_HINTS = 10;

/** What the items of one run of the node have in common. */
export class NodeRun {
	readonly reads = new Map<string, Promise<unknown>>();
	readonly hints = new Map<string, NodeHint['type']>();
	/** How many results there are, if a model gets only some of them; Infinity if that is not known. */
	total?: number;
	private sharedClient?: Promise<ServiceClient | undefined>;

	constructor(readonly context: IExecuteFunctions) {}

	/** The service, with the credential as it is for this item. Items share a client, unless the credential depends on the item. */
	async openClient(itemIndex: number, runsOnce: boolean): Promise<ServiceClient> {
		const openForItem = async () => await ServiceClient.open(this.context, itemIndex);
		if (this.context.getInputData().length === 1) return await openForItem();
		const shared = await (this.sharedClient ??= this.openSharedClient());
		if (shared) return shared;
		// If the credential cannot be used at all, this throws an error that says why.
		const client = await openForItem();
		if (!runsOnce) return client;
		throw new Refusal(
			'The credential is not the same for all input items',
			'All input items are handled together, so an expression in the credential must not depend on the item. Choose another credential, or run this node once for each account, for example with Loop Over Items.',
		);
	}

	/** Undefined if the credential depends on the item, or cannot be used without one. */
	private async openSharedClient(): Promise<ServiceClient | undefined> {
		// Compared without an item (-1), with the first and with the last, because `$json.key || 'fixed'` may differ for only one of them.
		const itemIndexes = new Set([-1, 0, this.context.getInputData().length - 1]);
		let first: ServiceClient | undefined;
		for (const itemIndex of itemIndexes) {
			const client = await ServiceClient.open(this.context, itemIndex).catch(() => undefined);
			if (!client) return undefined;
			first ??= client;
			if (!client.hasSameCredential(first)) return undefined;
		}
		return first;
	}

	/** Shows what was hinted at with the node's output, once all items have run. */
	showHints(): void {
		const all = [...this.hints].map(([message, type]) => ({
			message: asHtml(message),
			type,
			location: 'outputPane' as const,
		}));
		const shown = all.slice(0, MOST_HINTS);
		const more = all.length - shown.length;
		if (more > 0) {
			const hidden = all.slice(MOST_HINTS);
			const type = hidden.some((hint) => hint.type === 'warning') ? 'warning' : 'info';
			const message = `${counted(more, 'more message')} not shown here. Launch and Check list all of theirs in 'warnings' and 'notes'.`;
			shown.push({ message, type, location: 'outputPane' });
		}
		this.context.addExecutionHints(...shown);
	}

	/** Whether an AI agent called the node. n8n runs it under a type of this form, while its own isToolExecution says no. Seen in 1.122 to 2.41. */
	get isTool(): boolean {
		return this.context.getNode().type.endsWith('Tool');
	}
}

/** What an operation needs for one input item: n8n, the service, and what the item shares with the other items of the run. */
export class ItemContext {
	readonly context: IExecuteFunctions;
	/** The operation's fields with the values for this item. */
	readonly form: FormReader;
	/** Set before the operation runs. */
	client!: ServiceClient;
	private readonly values = new Map<string, unknown>();

	constructor(
		readonly run: NodeRun,
		readonly itemIndex: number,
		{ writes, properties }: { writes: boolean; properties: INodeProperties[] },
	) {
		this.context = run.context;
		// The reader takes undefined for a field that was never added. n8n returns the default for those, so here undefined comes from an
		// expression that found nothing.
		this.form = new FormReader(properties, (field) => this.fieldValue(field) ?? null, {
			timezone: () => this.context.getTimezone(),
			// A model must not leave out a guard of a launch.
			emptyMeansLeftOut: this.isTool && !writes,
		});
	}

	get isTool(): boolean {
		return this.run.isTool;
	}

	/** Resolved once, because an expression may hold all items of another node. */
	private fieldValue({ name, displayName, default: fieldDefault }: INodeProperties): unknown {
		try {
			if (!this.values.has(name))
				this.values.set(name, this.context.getNodeParameter(name, this.itemIndex, fieldDefault));
			return this.values.get(name);
		} catch (error) {
			if (!/memory limit|isolate/i.test((error as Error).message)) throw error as Error;
			throw createTooLargeError(displayName);
		}
	}

	/** Items that read the same thing from the same account share one request. A read that failed is tried again for the next item. */
	async readOnce<T>(what: string, read: () => Promise<T>): Promise<T> {
		const { reads } = this.run;
		const key = `${this.client.account} ${what}`;
		const shared = reads.get(key) as Promise<T> | undefined;
		if (shared) return await shared;
		const answer = read();
		reads.set(key, answer);
		answer.catch(() => reads.delete(key));
		return await answer;
	}

	/** All items of a run share one request for the list, whatever each of them picks from it. */
	async readPromotionList(): Promise<PromotionList> {
		return await this.readOnce('promotions', async () => await this.client.promotionList());
	}

	async listPromotions(): Promise<Promotion[]> {
		return (await this.readPromotionList()).promotions;
	}

	/** Empty if the list cannot be read: where it only adds names to an output, the output is worth more. */
	async listPromotionsOrNone(): Promise<Promotion[]> {
		return await this.readOnce('listed names', async () => await this.listPromotions().catch(() => []));
	}

	/** Collects a hint, once per run, however many items it applies to. `showHints` shows it. */
	hintOnce(text: string, type: NodeHint['type'] = 'warning'): void {
		// It may quote the service.
		const message = this.client.hideKey(text);
		if (!this.run.hints.has(message)) this.run.hints.set(message, type);
	}
}

const createTooLargeError = (label: string) =>
	new Refusal(
		`An expression in '${label}' needs more memory than n8n has for expressions`,
		'If it takes all items of a node, let an Edit Fields (Set) node before this one keep only the field that is needed, such as the phone number.',
	);
