import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { connectControl, startSimulatorProcess } from '../../simulator';
import { benchCase } from '../parts/benchCase';
import { Database, TRIGGER } from '../../test/model/host';
import { drained } from '../parts/floors';

interface TriggerInput extends IDataObject {
	baseUrl: string;
	accountId: string;
	apiKey: string;
	controlUrl: string;
	activeIds: string[];
}

const ACTIVE = 100;
const STATISTICS_CALLS = 50;
const CALLS_AT_ONCE = 5;
const LATENCY_MS = 50;
const events = ['created', 'statusChanged', 'completed', 'countersChanged', 'finalFiguresReady', 'stalled'];

const SAME_CALLS = { listCalls: 1, statisticsCalls: STATISTICS_CALLS };

/** One poll of an account with a long history, while a hundred campaigns run and their figures move. */
const trigger = benchCase<TriggerInput>({
	name: 'trigger',
	rows: 10_000,
	limits: { oursMs: 1500 },
	async prepare(listed) {
		const simulator = await startSimulatorProcess({ personality: 'alder', controlPort: 0 });
		const { control, baseUrl, accountId, apiKey, controlUrl } = simulator;
		const durations = { preparationMs: 0, runningMs: 3_600_000, tailMs: 3_600_000 };
		const activeIds = await control.addPromotions(
			Array.from({ length: ACTIVE }, () => ({
				promotionId: randomUUID(),
				automatic: true,
				durations,
				recipients: 50_000_000,
			})),
		);
		const month = 30 * 24 * 3_600_000;
		const ended = Array.from({ length: listed - ACTIVE }, (_, index) => ({
			promotionId: randomUUID(),
			phase: 'completed' as const,
			createdAt: Date.now() - month - index * 60_000,
		}));
		for (let from = 0; from < ended.length; from += 1000) await control.addPromotions(ended.slice(from, from + 1000));
		await control.addFault({ fault: { kind: 'latency', milliseconds: LATENCY_MS }, times: 'always' });
		if (controlUrl === null) throw new Error('The simulator has no control port');
		return {
			input: { baseUrl, accountId, apiKey, controlUrl, activeIds },
			expected: { ...SAME_CALLS, stateWithinBounds: true },
			stop: async () => await simulator.stop(),
		};
	},
	sides: {
		async ours({ engine }, { baseUrl, accountId, apiKey, controlUrl }) {
			// Loaded here, where the engine is: the program that only compares does without it.
			const { EngineProcess } = require('../../test/harness/polling') as typeof import('../../test/harness/polling');
			const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
			const type = 'n8n-nodes-rcs-promotion.rcsPromotionTrigger';
			const setup = { nodes: [{ name: TRIGGER, type, credentials, parameters: { events } }] };
			const host = new EngineProcess(engine, setup, new Database(), 'memory');
			await host.begin('activate').finish();
			const control = connectControl(controlUrl);
			let seen = 0;
			return async () => {
				seen += (await control.requests({ after: seen })).length;
				const { items, thrown } = await host.begin().finish();
				return async () => {
					if (thrown) throw thrown;
					const requests = await control.requests({ after: seen });
					const stateBytes = Buffer.byteLength(JSON.stringify(host.state()));
					const calls = (endpoint: string) => requests.filter((request) => request.endpoint === endpoint).length;
					return {
						found: {
							listCalls: calls('list'),
							statisticsCalls: calls('stats'),
							// IDs of all that are listed, and records of those that run.
							stateWithinBounds: stateBytes < 600_000,
						},
						figures: {
							requests: requests.length,
							stateBytes,
							receivedBytes: requests.reduce((sum, { answeredBytes }) => sum + answeredBytes, 0),
							events: items.length,
						},
					};
				};
			};
		},
		// What the answers hold differs from run to run, so looking at their bytes shows nothing.
		f0: (_bench, input) => async () => {
			await samePoll(input);
			return () => ({ found: SAME_CALLS });
		},
	},
});

/** The same requests, as many at a time. */
async function samePoll({ baseUrl, accountId, apiKey, activeIds }: TriggerInput): Promise<void> {
	const get = async (path: string) =>
		await drained(`${baseUrl}/api/v2/promotion/${accountId}${path}?channel=rcs`, apiKey);
	await get('');
	const due = activeIds.slice(0, STATISTICS_CALLS);
	const worker = async () => {
		for (let id = due.pop(); id !== undefined; id = due.pop()) await get(`/${id}/stats`);
	};
	await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
}

export const cases = [trigger];
