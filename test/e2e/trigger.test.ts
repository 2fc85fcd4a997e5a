import { itemsOf } from '../../tools/n8n/executionData';
import { closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, type Session } from './support/session';

const TRIGGER = 'RCS Promotion Trigger';
const STOP = 'Stop it';

describe('samples of the trigger in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	/** What Execute Workflow does with a trigger that polls: one poll for samples, then the steps behind it. */
	async function runSamplesIntoStop() {
		const { rest, credential } = session;
		const credentials = { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } };
		const workflow = await rest.createWorkflow({
			name: 'Stop what the trigger tells',
			nodes: [
				{
					id: 'trigger',
					name: TRIGGER,
					type: `${NODE_TYPE}Trigger`,
					typeVersion: 1,
					position: [0, 0],
					parameters: { events: ['completed', 'thresholdCrossed'] },
					credentials,
				},
				{
					id: 'stop',
					name: STOP,
					type: NODE_TYPE,
					typeVersion: 1,
					position: [220, 0],
					parameters: {
						resource: 'promotion',
						operation: 'stop',
						promotionId: { __rl: true, mode: 'id', value: '={{ $json.promotionId }}' },
					},
					credentials,
					onError: 'continueRegularOutput',
				},
			],
			connections: { [TRIGGER]: { main: [[{ node: STOP, type: 'main', index: 0 }]] } },
			pinData: {},
			settings: { executionOrder: 'v1' },
		});
		const { data } = await rest.runManually(workflow, { trigger: TRIGGER });
		return { samples: itemsOf(data, TRIGGER), stopped: itemsOf(data, STOP) };
	}

	it.each([
		['a completed promotion', true],
		['nothing that has completed', false],
	])('made from %s never stop a promotion', async (_what, hasCompleted) => {
		if (hasCompleted) session.service.addPromotion({ promotionId: 'past-1', name: 'Past', phase: 'completed' });
		session.service.addPromotion({ promotionId: 'next-1', name: 'Next', phase: 'preparation' });

		const { samples, stopped } = await runSamplesIntoStop();

		expect(samples.map(({ json }) => [json.event, json.isSample, json.promotionId])).toEqual([
			['completed', true, hasCompleted ? 'past-1' : 'sample'],
			// Its figures are invented, and never stand under a real name.
			['thresholdCrossed', true, 'sample'],
		]);
		expect(stopped.map(({ json }) => json.error)).toEqual(
			samples.map(() => 'This is a sample from the trigger, not a real promotion'),
		);
		expect(session.service.requests({ endpoint: 'patch' })).toEqual([]);
	});
});
