import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IDataObject } from 'n8n-workflow';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import type { SideName, SideResult } from './benchCase';

export interface Task {
	/** A case with its number of rows. */
	title: string;
	sides: readonly SideName[];
	input: IDataObject;
	packageDirectory: string;
}

export interface Measured extends SideResult {
	ms: number;
	/** The high-water mark of this run, over the process as it was right before; 0 where only time was measured. */
	rssGrowthMb: number;
}

export interface Order {
	side: SideName;
	memory: boolean;
}

export type Message = { ready: true } | { measured: Measured } | { failed: string };

/** A process of its own for some sides, with the engine loaded and idle until it is told to run one of them. */
export class MeasuredProcess {
	private readonly gone: Promise<never>;

	private constructor(private readonly child: ChildProcess) {
		this.gone = once(child, 'exit').then(([code]) => {
			throw new Error(`A measured process ended with ${String(code)}; what it said is above`);
		});
		this.gone.catch(() => undefined);
	}

	static async start(task: Task, n8n: PrivateN8n, nodeOptions: string[]): Promise<MeasuredProcess> {
		const loader = ['--import', pathToFileURL(require.resolve('tsx')).href];
		const modules = ['--require', join(__dirname, 'privateModules.cjs')];
		const child = fork(join(__dirname, 'measured.ts'), [JSON.stringify(task)], {
			execPath: n8n.node,
			execArgv: ['--expose-gc', ...nodeOptions, ...modules, ...loader],
			env: { ...process.env, BENCH_N8N_FOLDER: n8n.folder },
		});
		const started = new MeasuredProcess(child);
		await started.next();
		return started;
	}

	async run(order: Order): Promise<Measured> {
		this.child.send(order);
		const message = await this.next();
		if (!('measured' in message)) throw new Error('A measured process answered out of turn');
		return message.measured;
	}

	async stop(): Promise<void> {
		if (this.child.connected) this.child.disconnect();
		await this.gone.catch(() => undefined);
	}

	private async next(): Promise<Message> {
		const [message] = (await Promise.race([once(this.child, 'message'), this.gone])) as [Message];
		if ('failed' in message) throw new Error(message.failed);
		return message;
	}
}
