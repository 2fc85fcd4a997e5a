/** What n8n keeps of a launch with its execution: a later try never sends it again, whatever came between. */
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { launchesOfProcess, type Launch } from '../../../nodes/RcsPromotion/launch/memory';
import { setups, type Setup } from '../support/setup';
import { csv, fromFile, launched, launchFile, OWN, phone, quickLaunches, SPEED } from './support';

const { withService, underEveryPersonality } = setups();
quickLaunches();

/** A launch that can be looked at while it runs. */
async function begin(setup: Setup, parameters: INodeParameters = {}, mode: 'trigger' | 'manual' = 'trigger') {
	const running = setup.engine.begin({
		...{ workflowId: setup.workflowId, credentials: setup.credentials, mode },
		parameters: { resource: 'promotion', operation: 'launch', ...fromFile, ...parameters },
		items: [await setup.engine.fileItem(csv(3))],
	});
	/** What n8n would store of it at this moment. */
	const remembered = () => {
		const { rcsPromotionLaunches = {} } = running.data.executionData?.contextData?.flow ?? {};
		return Object.values(JSON.parse(JSON.stringify(rcsPromotionLaunches)) as Record<string, Launch>);
	};
	return { ...running, remembered };
}

withService('is written before the request leaves', async (setup) => {
	const { promotionId } = setup.simulator.addPromotion({ name: 'Another' });
	setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'onArrival' } });
	const running = await begin(setup);
	await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0 });
	const launches = running.remembered();
	expect(launches).toMatchObject([{ state: 'sending', listedBefore: [], run: 'run 0' }]);
	expect(JSON.stringify(launches)).not.toContain(promotionId);
	setup.simulator.releaseHeld();
	const { json } = await running.finished;
	expect(running.remembered()).toMatchObject([{ state: 'launched', output: json[0] }]);
});

withService('is written again once the service has accepted, before the list is looked at', async (setup) => {
	setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' }, skip: 1 });
	const running = await begin(setup);
	await setup.simulator.waitForRequest(({ endpoint }) => endpoint === 'list' && setup.requests('list') === 2);
	expect(running.remembered()).toMatchObject([{ state: 'launched', output: { launched: true } }]);
	setup.simulator.releaseHeld();
	expect((await running.finished).json[0]).toMatchObject({ outcome: 'launched' });
});

withService.each(['onArrival', 'afterAccepting'] as const)(
	'outlives a kill between request and answer: a retry only looks (%s)',
	async (setup, moment) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment } });
		const running = await begin(setup);
		const isTaken = moment === 'afterAccepting';
		await setup.simulator.waitForRequest({
			endpoint: 'launch',
			after: 0,
			...(isTaken && { stage: 'accepted' as const }),
		});
		const left = running.asLeft();
		launchesOfProcess.clear();
		const retried = await setup.engine.retry(left);
		if (isTaken) expect(launched(retried)).toMatchObject({ outcome: 'reconciled' });
		else expect(retried.error?.message).toContain('It is not known');
		expect(setup.requests('launch')).toBe(1);
		setup.simulator.releaseHeld();
		await running.finished;
	},
);

describe('is not needed where Stop comes before the request', () => {
	withService('while the list is read', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' } });
		const running = await begin(setup);
		await setup.simulator.waitForRequest({ endpoint: 'list' });
		running.cancel();
		setup.simulator.releaseHeld();
		await running.finished;
		expect(setup.requests('launch')).toBe(0);
		launched(await launchFile(setup));
	});

	withService('and after the list was read', async (setup) => {
		const table = DataDeduplicationService.getInstance();
		const record = table.checkProcessedAndRecord.bind(table);
		let calls = 0;
		const spy = jest.spyOn(table, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
			const answer = await record(...given);
			// The first was before the list was read.
			if (++calls === 2) running.cancel();
			return answer;
		});
		const running = await begin(setup);
		await running.finished;
		spy.mockRestore();
		expect([calls, setup.requests('list'), setup.requests('launch')]).toEqual([2, 1, 0]);
		expect(running.remembered()).toEqual([]);
		// Nothing was recorded that would stop the next.
		launched(await launchFile(setup));
	});
});

underEveryPersonality(
	'outlives Stop: a retry only looks',
	async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'silence', moment: 'afterAccepting' } });
		const running = await begin(setup);
		await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		running.cancel();
		const stopped = await running.finished;
		expect(['canceled', 'error']).toContain(stopped.status);
		expect(['sending', 'unknown']).toContain(running.remembered()[0]?.state);
		expect(launched(await setup.engine.retry(stopped))).toMatchObject({ outcome: 'reconciled' });
		expect(setup.requests('launch')).toBe(1);
	},
	{ speed: SPEED },
);

withService.each(['trigger', 'manual'] as const)('keeps no name and no number (%s)', async (setup, mode) => {
	const running = await begin(setup, { testPhones: OWN.join() }, mode);
	const { json } = await running.finished;
	// A test shows them, and only there.
	expect(JSON.stringify(json).includes('Contact 0')).toBe(mode === 'manual');
	const kept = JSON.stringify(running.remembered());
	expect(kept).toContain('"state":"launched"');
	for (const value of ['+Contact ', ...[0, 1, 2].map(phone), ...OWN]) expect(kept).not.toContain(value.slice(1));
});

withService('answers also where the form can no longer be read', async (setup) => {
	setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
	setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
	const failed = await launchFile(setup);
	expect(failed.error?.message).toContain('It is not known');
	const broken = { templateName: '={{ "" }}' };
	const nodes = failed.setup.nodes.map((node) => ({ ...node, parameters: { ...node.parameters, ...broken } }));
	const row = launched(await setup.engine.retry(failed, { ...failed.setup, nodes }));
	expect(row).toMatchObject({ outcome: 'reconciled' });
});
