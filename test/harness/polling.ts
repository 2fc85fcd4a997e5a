/**
 * Activates a workflow with poll triggers by n8n's own code (ActiveWorkflowTriggers, PollTriggerExecutor, TriggersAndPollers,
 * PollContext). Only the clock is ours: `tick()` fires what n8n has registered. The database side is in pollDatabase.ts.
 *
 * One PollHost is one process. `kill()` and `dieAt()` end it the hard way; boot another with the same database to go on.
 */
import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises';
import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import type { IDataObject, INodeType, INodeTypes, Workflow, WorkflowActivateMode } from 'n8n-workflow';
import type { Engine } from './engine';
import { withIsolate } from './expressions';
import { copy, PollDatabase } from './pollDatabase';
import { PollFunctionsFactory, type EmitMoment, type PollMode, type PollProcess } from './pollFunctions';
import { WORKFLOW_ID, type WorkflowSetup } from './workflow';

export { PollDatabase } from './pollDatabase';
export { pollModes, type PollMode } from './pollFunctions';

const POLL_MUST_START_WITHIN_MS = 10_000;

type OnTick = () => void;

/** Class names and shapes differ between hosts; these are the parts used here. */
interface ActiveTriggers {
	scheduledTaskManager: Record<string, unknown>;
	addAllTriggers?: core.ActiveWorkflowTriggers['addAllTriggers'];
	add?: core.ActiveWorkflowTriggers['addAllTriggers'];
	remove(workflowId: string): Promise<boolean>;
}

export class PollHost implements PollProcess {
	private readonly functions: PollFunctionsFactory;
	private readonly running = new Set<Promise<unknown>>();
	private ticks: OnTick[] = [];
	private startedPolls = 0;
	/** With cursors, n8n does not poll before the time that a failure asked for. */
	private waitsUntil = 0;
	private moment?: EmitMoment;
	private workflow?: Workflow;
	alive = true;

	private constructor(
		private readonly engine: Engine,
		private readonly setup: WorkflowSetup,
		readonly database: PollDatabase,
		private readonly mode: PollMode,
	) {
		this.functions = new PollFunctionsFactory(database, mode, this);
	}

	/** Starts a process and activates the workflow in it, which polls once. Rejects, as n8n does, when that poll throws. */
	static async boot(
		engine: Engine,
		setup: WorkflowSetup,
		options: {
			database?: PollDatabase;
			mode?: PollMode;
			activation?: WorkflowActivateMode;
			/** Dies within the first emit, that of the activation included. */
			dieAt?: EmitMoment;
		} = {},
	): Promise<PollHost> {
		const { database = new PollDatabase(), mode = 'memory', activation = 'activate' } = options;
		const host = new PollHost(engine, setup, database, mode);
		if (options.dieAt) host.dieAt(options.dieAt);
		await host.activate(activation);
		return host;
	}

	/** Publishing, a restart or a change of leader: a workflow fresh from the database. */
	async activate(activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.fresh();
		this.workflow = workflow;
		this.ticks = [];
		this.takeOverTheClock();
		const add = this.triggers.addAllTriggers ?? this.triggers.add;
		if (!add) throw new Error('This n8n activates workflows in a way the tests do not know');
		const noTriggers = (() => {}) as unknown as Parameters<typeof add>[5];
		const activateAll = async () =>
			await add.call(
				this.triggers,
				WORKFLOW_ID,
				workflow,
				this.engine.additionalData('trigger'),
				'trigger',
				activation,
				noTriggers,
				(...parameters) => this.functions.create(...parameters),
			);
		await withIsolate(workflow, activateAll);
		this.functions.saveStaticData(workflow);
		await this.idle();
	}

	async deactivate(): Promise<void> {
		await this.triggers.remove(WORKFLOW_ID);
		this.ticks = [];
	}

	/** kill -9: what is on its way is lost, what is in the database stays. */
	kill(): void {
		this.alive = false;
	}

	/** Dies within the next emit: before anything is written, or between the state and the execution. */
	dieAt(moment: EmitMoment): void {
		this.moment = moment;
	}

	at(moment: EmitMoment): void {
		if (moment === this.moment) this.kill();
	}

	/** The state as this process would see it at its next poll. */
	state(nodeName: string): IDataObject {
		const workflow = this.mode === 'memory' && this.workflow ? this.workflow : this.fresh();
		const node = workflow.getNode(nodeName);
		if (!node) throw new Error(`The workflow has no node "${nodeName}"`);
		if (this.mode === 'cursors') return copy(this.database.cursors.get(node.id) ?? {});
		return copy(workflow.getStaticData('node', node));
	}

	/** Fires everything that is due once, without waiting: two calls in a row make polls that overlap. */
	fire(): void {
		for (const tick of this.ticks) tick();
	}

	/** Fires everything that is due and waits until each poll has started and ended. */
	async tick(): Promise<void> {
		if (Date.now() < this.waitsUntil) return;
		const expected = this.startedPolls + this.ticks.length;
		this.fire();
		await this.started(expected);
		await this.idle();
	}

	/** Waits until so many polls have started since the boot. */
	async started(polls: number): Promise<void> {
		for (const end = Date.now() + POLL_MUST_START_WITHIN_MS; this.startedPolls < polls;) {
			if (Date.now() > end) throw new Error('A due poll did not start');
			await after(1);
		}
	}

	/** Waits for running polls and for what n8n does right after them. */
	async idle(): Promise<void> {
		do {
			await Promise.all(this.running);
			for (let turn = 0; turn < 3; turn++) await nextTurn();
		} while (this.running.size > 0);
	}

	private get triggers(): ActiveTriggers {
		// Before 2.39 the class is named ActiveWorkflows.
		const type = Reflect.get(core, 'ActiveWorkflowTriggers') ?? Reflect.get(core, 'ActiveWorkflows');
		return Container.get(type as never);
	}

	/** A workflow as n8n builds it from its row, its polls counted. */
	private fresh(): Workflow {
		return this.engine.workflows.build({ ...this.setup, staticData: copy(this.database.staticData) }, this.counted());
	}

	private counted(): INodeTypes {
		const { nodeTypes } = this.engine;
		const count = (poll: Promise<unknown>) => {
			this.startedPolls += 1;
			const settled: Promise<unknown> = poll.then(
				() => this.running.delete(settled),
				() => this.running.delete(settled),
			);
			this.running.add(settled);
		};
		const getByNameAndVersion = (type: string, version?: number): INodeType => {
			const nodeType = nodeTypes.getByNameAndVersion(type, version);
			const { poll } = nodeType;
			if (!poll) return nodeType;
			const countedPoll: typeof poll = async function (this) {
				const answer = poll.call(this);
				count(answer);
				return await answer;
			};
			return Object.create(nodeType, { poll: { value: countedPoll } }) as INodeType;
		};
		return {
			getByNameAndVersion,
			getByName: (type) => nodeTypes.getByName(type),
			getKnownTypes: () => nodeTypes.getKnownTypes(),
		};
	}

	private takeOverTheClock(): void {
		const register = (...parameters: unknown[]) => {
			this.ticks.push(parameters.at(-1) as OnTick);
			return true;
		};
		Object.assign(this.triggers.scheduledTaskManager, { register, registerCron: register });
		// Hosts before 2.33 have no scheduler for polls.
		if (!('PollJobManager' in core)) return;
		const jobManager = this.mode === 'memory' ? new core.NoOpPollJobManager() : this.jobManager();
		Container.set(core.PollJobManager as never, jobManager as never);
	}

	private jobManager(): core.PollJobManager {
		const { jobs } = this.database;
		return {
			register: async (_workflowId, { id }, times) => {
				const inserted = !jobs.has(id);
				jobs.add(id);
				for (const _ of times) this.ticks.push(() => void this.scheduledPoll(id));
				return { inserted };
			},
			remove: async (_workflowId, nodeId) => void jobs.delete(nodeId),
		};
	}

	/** What the n8n package does with one due task of its scheduler. */
	private async scheduledPoll(nodeId: string): Promise<void> {
		const workflow = this.fresh();
		const node = Object.values(workflow.nodes).find(({ id }) => id === nodeId);
		if (!node) throw new Error(`The workflow has no node with id "${nodeId}"`);
		const functions = this.functions.create(workflow, node, this.engine.additionalData('trigger'), 'trigger', 'update');
		await core.runPollInStagingScope(functions, async () => {
			await withIsolate(workflow, async () => {
				try {
					const answer = await Container.get(core.TriggersAndPollers).runPollFunction(workflow, node, functions);
					if (answer !== null) functions.__emit(answer);
					else await core.commitStagedCursor(functions);
				} catch (error) {
					const { retryAfterMs = 0 } = (error as { failure?: { retryAfterMs?: number } }).failure ?? {};
					if (this.mode === 'cursors') this.waitsUntil = Date.now() + retryAfterMs;
					functions.__emitError(error as Error);
				}
			});
		});
	}
}
