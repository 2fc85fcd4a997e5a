import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IDataObject } from 'n8n-workflow';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import type { SideName, SideResult } from './benchCase';

export interface Task {
	/** With its number of rows. */
	caseName: string;
	sides: readonly SideName[];
	input: IDataObject;
	packageDirectory: string;
}

export interface Measured extends SideResult {
	ms: number;
	/** The high-water mark of this run, over the process as it was right before; null where only time was measured. */
	rssGrowthMb: number | null;
}

export type What = 'memory' | 'time';
export type Order = { measure: What; of: SideName } | 'stop';

export type Message = { ready: true } | { measured: Measured } | { failed: string };

/** Sizes that differ from what Node.js takes by default. */
interface Heap {
	heapMb?: number | undefined;
	youngGenerationMb?: number | undefined;
}

/** A process of its own for some sides, with the engine loaded and idle until it is told to run one of them. */
export class MeasuredProcess {
	private constructor(private readonly child: ChildProcess) {}

	static async start(task: Task, n8n: PrivateN8n, { heapMb, youngGenerationMb }: Heap): Promise<MeasuredProcess> {
		const loader = pathToFileURL(require.resolve('tsx')).href;
		const child = fork(join(__dirname, 'measured.ts'), [JSON.stringify(task)], {
			execPath: n8n.node,
			execArgv: [
				'--expose-gc',
				...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
				...(youngGenerationMb === undefined ? [] : [`--max-semi-space-size=${youngGenerationMb}`]),
				'--require',
				join(__dirname, 'privateModules.cjs'),
				'--import',
				loader,
			],
			env: { ...process.env, BENCH_N8N_FOLDER: n8n.folder },
		});
		const started = new MeasuredProcess(child);
		await started.next();
		return started;
	}

	async run(side: SideName, measure: What): Promise<Measured> {
		this.tell({ measure, of: side });
		const message = await this.next();
		if (!('measured' in message)) throw new Error('A measured process answered out of turn');
		return message.measured;
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const exited = once(this.child, 'exit');
		this.tell('stop');
		await exited;
	}

	private tell(order: Order): void {
		this.child.send(order);
	}

	private async next(): Promise<Message> {
		const ended = new AbortController();
		const gone = once(this.child, 'exit', { signal: ended.signal }).then(([code]) => {
			throw new Error(`A measured process ended with ${String(code)}; what it said is above`);
		});
		try {
			const [message] = (await Promise.race([once(this.child, 'message', { signal: ended.signal }), gone])) as [
				Message,
			];
			if ('failed' in message) throw new Error(message.failed);
			return message;
		} finally {
			gone.catch(() => undefined);
			ended.abort();
		}
	}
}
