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
		workflowId: setup.workflowId,
		credentials: setup.credentials,
		parameters: { resource: 'promotion', operation: 'launch', ...fromFile, ...parameters },
		items: [await setup.engine.fileItem(csv(3))],
		mode,
	});
	/** What n8n would store of it at this moment. */
	const remembered = () => {
		const flow = running.data.executionData?.contextData?.flow ?? {};
		return Object.values(JSON.parse(JSON.stringify(flow.rcsPromotionLaunches ?? {})) as Record<string, Launch>);
	};
	return { ...running, remembered };
}

describe('the memory of an execution', () => {
	withService('is written before the request leaves', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ name: 'Another' });
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'onArrival' } });
		const running = await begin(setup);
		await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const launches = running.remembered();
		expect(launches).toEqual([expect.objectContaining({ state: 'sending', listedBefore: [], run: 'run 0' })]);
		expect(JSON.stringify(launches)).not.toContain(promotionId);
		setup.simulator.releaseHeld();
		const result = await running.finished;
		expect(running.remembered()[0]).toMatchObject({ state: 'launched', output: result.json[0] });
	});

	withService('is written again once the service has accepted, before the list is looked at', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' }, skip: 1 });
		const running = await begin(setup);
		await setup.simulator.waitForRequest(({ endpoint }) => endpoint === 'list' && setup.requests('list') === 2);
		expect(running.remembered()[0]).toMatchObject({ state: 'launched', output: { launched: true } });
		setup.simulator.releaseHeld();
		expect((await running.finished).json[0]).toMatchObject({ outcome: 'launched' });
	});

	withService.each(['onArrival', 'afterAccepting'] as const)(
		'outlives a kill between request and answer: a retry only looks (%s)',
		async (setup, moment) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment } });
			const running = await begin(setup);
			const isTaken = moment === 'afterAccepting';
			const stage = isTaken ? ({ stage: 'accepted' } as const) : {};
			await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0, ...stage });
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

	withService(
		'is not needed where Stop comes before the request: nothing is sent, and the next goes',
		async (setup) => {
			setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' } });
			const running = await begin(setup);
			await setup.simulator.waitForRequest({ endpoint: 'list' });
			running.cancel();
			setup.simulator.releaseHeld();
			await running.finished;
			expect(setup.requests('launch')).toBe(0);
			launched(await launchFile(setup));
			expect(setup.simulator.launches()).toHaveLength(1);
		},
	);

	withService.each(['trigger', 'manual'] as const)('keeps no name and no number (%s)', async (setup, mode) => {
		const running = await begin(setup, { testPhones: OWN.join() }, mode);
		const { json } = await running.finished;
		// A test shows them, and only there.
		expect(JSON.stringify(json).includes('Contact 0')).toBe(mode === 'manual');
		const kept = JSON.stringify(running.remembered());
		expect(kept).toContain('"state":"launched"');
		for (const value of ['Contact ', ...[0, 1, 2].map(phone), ...OWN].map((text) => text.replace('+', ''))) {
			expect(kept).not.toContain(value);
		}
	});

	withService('is not needed either where Stop comes after the list was read', async (setup) => {
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
			expect(setup.simulator.launches()).toHaveLength(1);
			expect(setup.requests('launch')).toBe(1);
		},
		{ speed: SPEED },
	);

	withService('answers a retry after a later item failed with what was launched', async (setup) => {
		const items = [await setup.engine.fileItem(csv(3)), { json: {} }];
		const parameters = {
			promotionName: '=Sale {{ $itemIndex }} {{ $now.toMillis() }}',
			options: { maximumLaunches: 2 },
		};
		const failed = await launchFile(setup, parameters, { items });
		expect(failed.error?.message).toContain("No file found in 'data'");
		const [sent] = setup.simulator.launches();
		expect(failed.error?.description).toContain(
			`This one was not sent. Already handed over in this execution: "${String(sent?.body.name)}" (${sent?.promotionId}).`,
		);
		expect(failed.error?.description).not.toContain('Nothing was sent');
		const retried = await setup.engine.retry(failed);
		expect(retried.error?.message).toContain("No file found in 'data'");
		expect(setup.requests('launch')).toBe(1);
	});

	withService('answers also where the form can no longer be read', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const failed = await launchFile(setup);
		expect(failed.error?.message).toContain('It is not known');
		const broken = { templateName: '={{ "" }}' };
		const nodes = failed.setup.nodes.map((node) => ({ ...node, parameters: { ...node.parameters, ...broken } }));
		expect(launched(await setup.engine.retry(failed, { ...failed.setup, nodes }))).toMatchObject({
			outcome: 'reconciled',
		});
	});
});
