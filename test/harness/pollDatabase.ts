/** What n8n's database holds of a polling workflow. It survives when a process is killed. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

export interface PollExecution {
	node: string;
	/** Empty for a failed one. */
	items: INodeExecutionData[];
	error?: Error;
}

export const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class PollDatabase {
	/** Column `staticData` of the workflow. */
	staticData: IDataObject = {};
	/** Table `poller_state` of hosts with durable cursors, by node id. */
	readonly cursors = new Map<string, IDataObject>();
	/** Scheduled poll jobs: rows too, so that a restart finds them and does not poll at once. */
	readonly jobs = new Set<string>();
	/** Rows of executions: what is in here was delivered. */
	readonly executions: PollExecution[] = [];
	private underWay?: Array<() => void>;

	saveStaticData(state: IDataObject): void {
		const stored = copy(state);
		this.write(() => (this.staticData = stored));
	}

	saveCursor(nodeId: string, cursor: IDataObject): void {
		const stored = copy(cursor);
		this.write(() => this.cursors.set(nodeId, stored));
	}

	/** Writes of state take as long as it takes to call the answer; until then n8n reads what was there before. */
	storeLater(): () => void {
		const underWay: Array<() => void> = [];
		this.underWay = underWay;
		return () => {
			this.underWay = undefined;
			for (const store of underWay) store();
		};
	}

	private write(store: () => void): void {
		if (this.underWay) this.underWay.push(store);
		else store();
	}

	/** The items of all successful executions, in the order of their rows. */
	delivered(): INodeExecutionData[] {
		return this.executions.flatMap(({ items }) => items);
	}

	failures(): Error[] {
		return this.executions.flatMap(({ error }) => error ?? []);
	}
}
