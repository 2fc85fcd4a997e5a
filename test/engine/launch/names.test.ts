/** A name that is in use: in the list, or by what this n8n has just launched. */
import { setTimeout as pause } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { byId, quickWaits, setups, type Setup } from '../support/setup';
import { contacts, launched, launchItems, quickLaunches, SPEED } from './support';

const { withService, underEveryPersonality } = setups();
quickWaits();
quickLaunches();
const quick = { speed: SPEED };

describe('If Name Exists', () => {
	withService('stops without being set, whatever the case, the blanks and the spelling of the name', async (setup) => {
		for (const [listed, name] of [
			[' SPRING sale ', 'Spring Sale'],
			['E\u0301te\u0301', 'Été'],
			['Winter\u00a0 Sale', 'Winter Sale'],
		]) {
			setup.simulator.addPromotion({ name: listed });
			const { error } = await launchItems(setup, { promotionName: name as string });
			expect(error?.message).toContain(`A promotion named "${name}" already exists`);
			expect(error?.description).toMatch(/^If it is the same campaign, .*change 'Promotion Name'/);
		}
		expect(setup.requests('launch')).toBe(0);
	});

	withService('is not held back by a campaign of another channel, nor does one count as found', async (setup) => {
		const others = [{ promotionId: 'w-1', name: 'Spring Sale', channelType: 'whatsapp', status: 'Running' }];
		const body = JSON.stringify({ promotions: others });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 200, body }, times: 'always' });
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 200, body: '{}' } });
		const row = launched(await launchItems(setup));
		expect(row).toMatchObject({ outcome: 'launched', promotionId: null, warnings: [expect.any(String)] });
		expect(setup.requests('launch')).toBe(1);
	});

	withService('launches anyway, and returns the new promotion, not the old one', async (setup) => {
		setup.simulator.addPromotion({ name: 'Spring Sale' });
		const options = { ifNameExists: 'launch' };
		expect(launched(await launchItems(setup, { options, sendMode: 'dryRun' })).warnings).toEqual([]);
		const row = launched(await launchItems(setup, { options }));
		const [sent] = setup.simulator.launches();
		expect(row).toMatchObject({ outcome: 'launched', promotionId: sent?.promotionId, warnings: [] });
	});

	withService('sends nothing when the list cannot be read, whatever the options say', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'noPromotionsArray' }, times: 'always' });
		const options = { ifNameExists: 'launch', refuseRepeats: false };
		const { error } = await launchItems(setup, { options });
		expect(error?.message).toContain('so n8n could not check for earlier launches');
		expect(setup.requests('launch')).toBe(0);
		setup.simulator.removeFault();
		// What did not leave was not recorded as sent.
		launched(await launchItems(setup));
	});
});

/** The list shows nothing yet, as for some seconds after each launch. */
const lagging = { settings: { listDelayMs: 'never' as const } };

describe('a name that another workflow of this n8n has just launched', () => {
	const notShown = 'and the list of promotions does not show it yet';
	/** A copy of the workflow, whose record holds nothing of the first. */
	const inCopy = async (setup: Setup, parameters: INodeParameters = {}) =>
		await launchItems(setup, { ...parameters, options: { refuseRepeats: false } });
	const cancel = async (setup: Setup, promotionId: unknown) =>
		(await setup.run('promotion.cancel', { promotionId: byId(promotionId) })).json[0];

	withService(
		'is refused before the list shows it, with the place where it was launched, also after a Cancel of unknown outcome',
		async (setup) => {
			const { promotionId } = launched(await launchItems(setup));
			const { error } = await inCopy(setup);
			expect(error?.message).toMatch(
				/"Spring Sale" was launched on \w{3} \d+, \d\d:\d\d:\d\d by the node "[^"]+" in execution \S+, and the list/,
			);
			launched(await inCopy(setup, { promotionName: 'Summer Sale' }));
			const fault = { kind: 'status', status: 202, body: '', moment: 'beforeAccepting' } as const;
			setup.simulator.addFault({ endpoint: 'patch', times: 'always', fault });
			expect(await cancel(setup, promotionId)).toMatchObject({ confirmed: null });
			expect((await inCopy(setup)).error?.message).toContain(notShown);
			expect(setup.simulator.launches()).toHaveLength(2);
		},
		lagging,
	);

	withService(
		'is launched once where two have read the list at the same moment',
		async (setup) => {
			const { simulator } = setup;
			simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' }, times: 2 });
			// Other people, so that only the name can tell.
			const running = [0, 100].map((from) => launchItems(setup, {}, { items: contacts(3, from) }));
			while (setup.requests('list') < 2) await pause(5);
			simulator.releaseHeld();
			const errors = (await Promise.all(running)).map(({ error }) => error?.message);
			expect(errors.filter((message) => message === undefined)).toHaveLength(1);
			expect(errors.join()).toMatch(/it is not known yet whether it was launched|does not show it yet/);
			expect(simulator.launches()).toHaveLength(1);
		},
		lagging,
	);

	underEveryPersonality(
		'is free again once it was cancelled, listed or not, and the guard on repeats says what to set',
		async (setup) => {
			const { promotionId } = launched(await launchItems(setup));
			setup.simulator.update(promotionId as string, { phase: 'preparation' });
			expect(await cancel(setup, promotionId)).toMatchObject({ confirmed: true });
			const { error } = await launchItems(setup);
			expect(error?.message).toContain('This node has sent, or tried to send, ');
			expect(error?.description).toContain(
				"If the earlier one was cancelled, or to send it again anyway, turn off 'Refuse Repeats' in 'Options' for this run.",
			);
			launched(await inCopy(setup));
			expect(setup.simulator.launches()).toHaveLength(2);
		},
		quick,
	);
});
