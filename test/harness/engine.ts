/**
 * Runs nodes through n8n's own execution engine, in this process.
 *
 * Real: WorkflowExecute and its contexts, the request helpers, the binary data service, expressions, the package loader.
 * Modelled, because the real ones live in the n8n package on top of its database: credentials, the table behind
 * `checkProcessedAndRecord`, the table of executions, the database mode for binary data, the AI tool twin of a node, Retry of an
 * execution, sub-workflows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { BinaryDataService, getBinaryHelperFunctions, InstanceSettings } from 'n8n-core';
import { LoggerProxy, setGlobalState } from 'n8n-workflow';
import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	INodeCredentials,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { configureBinaryStore, startBinaryStore, type BinaryMode } from './binaryStore';
import { TestCredentials } from './credentials';
import { Editor } from './editor';
import { begin, beginRetry, runSubWorkflow, type RunningExecution, type RunRequest } from './execution';
import { Executions } from './executions';
import { startExpressionEngine, stopExpressionEngine, type ExpressionEngine } from './expressions';
import { helperNodes } from './helperNodes';
import { NodeTypes } from './nodeTypes';
import { ProcessedData, useProcessedData } from './processedData';
import type { RunResult } from './runResult';
import { callTool, type ToolCall } from './tool';
import { WORKFLOW_ID, WorkflowBuilder, type WorkflowSetup } from './workflow';

export interface EngineOptions {
	/** The folder whose package.json names the nodes; by default this package. */
	packageDirectory?: string;
	binaryMode?: BinaryMode;
	/** By default what the environment variable TEST_EXPRESSION_ENGINE says, else `legacy`. */
	expressionEngine?: ExpressionEngine;
	/** Hand over that of an earlier engine to start again with what it recorded. */
	processedData?: ProcessedData;
}

const PACKAGE_DIRECTORY = join(__dirname, '..', '..');

export class Engine {
	readonly credentialsHelper: TestCredentials;
	readonly workflows: WorkflowBuilder;
	/** What the editor asks of a node while its form is open. */
	readonly editor: Editor;
	readonly executions = new Executions();
	private executionsSoFar = 0;

	private constructor(
		readonly nodeTypes: NodeTypes,
		readonly processedData: ProcessedData,
		private readonly folder: string,
		private readonly expressionEngine: ExpressionEngine,
	) {
		for (const [type, node] of Object.entries(helperNodes)) nodeTypes.add(type, node);
		this.credentialsHelper = new TestCredentials(nodeTypes);
		this.workflows = new WorkflowBuilder(nodeTypes, this.credentialsHelper);
		this.editor = new Editor(this);
	}

	/** One engine at a time: what n8n keeps for the process is made anew by each start. */
	static async start(options: EngineOptions = {}): Promise<Engine> {
		const { packageDirectory = PACKAGE_DIRECTORY, binaryMode = 'filesystem' } = options;
		const expressionEngine =
			options.expressionEngine ?? (process.env.TEST_EXPRESSION_ENGINE as ExpressionEngine) ?? 'legacy';
		const processedData = options.processedData ?? new ProcessedData();
		const folder = mkdtempSync(join(tmpdir(), 'engine-'));
		process.env.N8N_USER_FOLDER = folder;
		configureBinaryStore(binaryMode, folder);
		Container.reset();
		LoggerProxy.init(Container.get(Logger));
		setGlobalState({ defaultTimezone: process.env.GENERIC_TIMEZONE ?? 'UTC' });
		Container.get(InstanceSettings).markAsLeader();
		await startBinaryStore(binaryMode);
		await useProcessedData(processedData);
		await startExpressionEngine(expressionEngine);
		return new Engine(await NodeTypes.load(packageDirectory), processedData, folder, expressionEngine);
	}

	async stop(): Promise<void> {
		await stopExpressionEngine(this.expressionEngine);
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** Saves a credential. Nodes that name none use the one saved last. */
	credentials(type: string, data: ICredentialDataDecryptedObject): INodeCredentials {
		return this.credentialsHelper.add(type, data);
	}

	/** Runs one node, or a workflow of several, to its end. */
	async run(request: RunRequest): Promise<RunResult> {
		return await this.begin(request).finished;
	}

	/** Like `run`, for a test that wants to press Stop meanwhile. */
	begin(request: RunRequest): RunningExecution {
		return begin(this, request);
	}

	/** Retry of a failed execution, as n8n's list of executions offers it; with `changed` as "Retry with currently saved workflow". */
	async retry(failed: RunResult, changed?: WorkflowSetup): Promise<RunResult> {
		return await beginRetry(this, failed, changed).finished;
	}

	/** Lets an AI agent call the node. */
	async runTool(call: ToolCall): Promise<RunResult> {
		return await callTool(this, call);
	}

	/** A file as a node before would have left it: in the store of this engine's binary mode. */
	async binary(
		content: string | Buffer | Readable,
		{ fileName, mimeType }: { fileName?: string; mimeType?: string } = {},
	): Promise<IBinaryData> {
		const source = typeof content === 'string' ? Buffer.from(content) : content;
		const { prepareBinaryData } = getBinaryHelperFunctions(this.additionalData('trigger'), WORKFLOW_ID);
		return await prepareBinaryData(source, fileName, mimeType);
	}

	/** An item that carries a CSV file under `data`. */
	async fileItem(content: string | Buffer | Readable, fileName = 'contacts.csv'): Promise<INodeExecutionData> {
		return { json: {}, binary: { data: await this.binary(content, { fileName, mimeType: 'text/csv' }) } };
	}

	/** Loses all files of executions, as a disk that is unmounted does. */
	loseFiles(): void {
		rmSync(join(this.folder, 'binary'), { recursive: true, force: true });
	}

	async readBinary(file: IBinaryData): Promise<Buffer> {
		return await Container.get(BinaryDataService).getAsBuffer(file);
	}

	additionalData(mode: WorkflowExecuteMode): IWorkflowExecuteAdditionalData {
		this.executionsSoFar += 1;
		return additionalDataFor(this.credentialsHelper, mode, `execution-${this.executionsSoFar}`, {
			getRunExecutionData: async (id) => this.executions.read(id),
			executeWorkflow: async ({ code }, _data, options) =>
				await runSubWorkflow(this, code as unknown as WorkflowSetup, options),
		});
	}
}
