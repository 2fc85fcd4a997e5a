/** Our trigger in n8n's own context, against the simulated service. */
import { PollContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { processStore, Store } from '../../../nodes/RcsPromotionTrigger/store';
import { startSimulator, type NewPromotion, type Simulator, type StartOptions } from '../../../simulator';
import { Engine } from '../../harness/engine';
import { EngineProcess } from '../../harness/polling';
import type { WorkflowSetup } from '../../harness/workflow';
import { Database, TRIGGER, type Mode } from '../../model/host';

export const API_KEY = 'k3y/with+odd "signs"=&%';

export class TriggerSetup {
	readonly database = new Database();
	private running?: EngineProcess;
	/** The host's time can be moved without waiting for it. */
	private aheadMs = 0;
	private readonly now = Date.now.bind(Date);
	private readonly clock = jest.spyOn(Date, 'now').mockImplementation(() => this.now() + this.aheadMs);

	private constructor(
		readonly engine: Engine,
		readonly simulator: Simulator,
		private readonly setup: WorkflowSetup,
		private readonly mode: Mode,
	) {}

	static async start(
		engine: Engine,
		parameters: INodeParameters,
		{
			mode = 'memory',
			triggers = 1,
			nodeId,
			...options
		}: StartOptions & { mode?: Mode; triggers?: number; nodeId?: string } = {},
	): Promise<TriggerSetup> {
		const simulator = await startSimulator({ apiKey: API_KEY, ...options });
		const { baseUrl, accountId, apiKey } = simulator;
		const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
		const type = 'n8n-nodes-rcs-promotion.rcsPromotionTrigger';
		const nodes = Array.from({ length: triggers }, (_, index) => ({
			...(nodeId !== undefined && { id: nodeId }),
			name: index === 0 ? TRIGGER : `${TRIGGER} ${index + 1}`,
			type,
			credentials,
			parameters,
		}));
		const setup = { nodes, connections: {} };
		return new TriggerSetup(engine, simulator, setup, mode);
	}

	/** A new process, which shares nothing with the one before but the database, activates the workflow. */
	async boot(options: { activation?: string } = {}): Promise<void> {
		Object.assign(processStore, new Store());
		this.running = new EngineProcess(this.engine, this.setup, this.database, this.mode);
		await this.activate(options);
	}

	/** Rejects, as n8n does, if the poll that belongs to it throws. */
	async activate({ activation = 'activate' }: { activation?: string } = {}): Promise<void> {
		this.process.reload();
		for (const { name } of this.setup.nodes) {
			const { thrown } = await this.process.begin(activation, name).finish();
			if (thrown) throw thrown;
		}
	}

	get process(): EngineProcess {
		if (!this.running) throw new Error('Nothing was booted');
		return this.running;
	}

	/** Whatever is due after so many minutes; the items of the executions it made. */
	async poll(minutes = 1): Promise<IDataObject[]> {
		const before = this.database.executions.length;
		this.aheadMs += minutes * 60_000;
		const due = this.setup.nodes.filter(({ name }) => this.process.isDue(name));
		const begun = due.map(({ name }) => this.process.begin(undefined, name));
		for (const { finish } of begun) await finish();
		return this.itemsSince(before);
	}

	itemsSince(executions: number): IDataObject[] {
		return this.database.executions.slice(executions).flatMap(({ items }) => items);
	}

	/** The events of one poll in short. */
	async events(minutes = 1): Promise<string[]> {
		return (await this.poll(minutes)).map(({ promotionId, event }) => `${String(promotionId)} ${String(event)}`);
	}

	add(promotionId: string, given: NewPromotion = {}): void {
		this.simulator.addPromotion({ promotionId, name: `Name of ${promotionId}`, ...given });
	}

	get messages(): string[] {
		return this.database.failures.map(({ message }) => message);
	}

	async stop(): Promise<void> {
		this.clock.mockRestore();
		await this.simulator.stop();
		for (const leak of [API_KEY, encodeURIComponent(API_KEY), JSON.stringify(API_KEY).slice(1, -1)]) {
			expect(JSON.stringify(this.database.executions)).not.toContain(leak);
			expect(JSON.stringify(this.database.state)).not.toContain(leak);
			for (const error of this.database.failures) expect(JSON.stringify(error) + error.message).not.toContain(leak);
		}
		for (const message of this.messages) expect(message).not.toMatch(/authorization/i);
	}
}

export function triggerSetups() {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.start();
	});
	afterAll(async () => await engine.stop());

	return async (
		parameters: INodeParameters,
		options: Parameters<typeof TriggerSetup.start>[2],
		test: (setup: TriggerSetup) => Promise<void>,
	): Promise<void> => {
		const setup = await TriggerSetup.start(engine, parameters, options);
		try {
			await test(setup);
		} finally {
			await setup.stop();
		}
	};
}

/** What the editor's Fetch Test Event does: a poll in manual mode, whose state nobody saves. */
export async function sampleEvents(setup: TriggerSetup, parameters: INodeParameters) {
	const type = 'n8n-nodes-rcs-promotion.rcsPromotionTrigger';
	const workflow = setup.engine.workflows.build({ nodes: [{ name: TRIGGER, type, parameters }] });
	const node = workflow.getNode(TRIGGER);
	if (!node) throw new Error('There is no trigger');
	const context = new PollContext(workflow, node, setup.engine.additionalData('manual'), 'manual', 'manual');
	const answer = await setup.engine.nodeTypes.getByName(type).poll?.call(context);
	expect(workflow.staticData).toEqual({});
	return (answer?.[0] ?? []).map(({ json }): IDataObject => json);
}
