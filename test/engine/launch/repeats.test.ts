/** A template that the same people got within the last hours. */
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { launchesOfProcess } from '../../../nodes/RcsPromotion/launch/memory';
import { Engine } from '../../harness/engine';
import { Setup, setups } from '../support/setup';
import {
	contacts,
	launched,
	launchFile,
	launchItems,
	launchList,
	phone,
	phonesReached,
	quickLaunches,
	SPEED,
} from './support';

const { withService, inSetup, underEveryPersonality } = setups();
quickLaunches();
const quick = { speed: SPEED };

const REPEATED = 'This node has sent, or tried to send, the template "spring_sale" to ';

/** Another engine stands for another n8n process, or for the same one after a restart: only what n8n stored is the same. */
async function inAnotherProcess(setup: Setup, test: (setup: Setup) => Promise<void>): Promise<void> {
	const engine = await Engine.start({ processedData: setup.engine.processedData });
	launchesOfProcess.clear();
	await test(Object.assign(new Setup(engine, setup.simulator), { workflowId: setup.workflowId }));
	await engine.stop();
}

describe('Refuse Repeats', () => {
	withService('goes by the people, the template and the account, whatever else is different', async (setup) => {
		launched(await launchFile(setup));
		const rows = [2, 0, 1].map((n) => `+1 (415) 200-000${n},Someone`).join('\n');
		const items = [await setup.engine.fileItem(`phone,name\n${rows}`)];
		for (const parameters of [
			{ promotionName: 'A typo', templateId: 't-2', templateLanguage: 'de' },
			{ promotionName: 'Other cards', cards: { card: [{ headerImageUrl: 'https://example.com/other.jpg' }] } },
			{ promotionName: 'Same Template', templateName: ' Spring_Sale ' },
			{ promotionName: 'Another list', options: { contactListName: 'VIP' } },
		]) {
			const { error } = await launchFile(setup, parameters, { items });
			expect(error?.message.toLowerCase()).toContain(
				`${REPEATED}3 of these 3 contacts within the last 20 hours`.toLowerCase(),
			);
			expect(error?.description).toContain('take out those who already got it');
		}
		expect(setup.requests('launch')).toBe(1);
		launched(await launchFile(setup, { promotionName: 'B', templateName: 'summer_sale' }));
		await inSetup({ accountId: 'another', speed: SPEED }, async ({ credentials }) => {
			launched(await launchFile(setup, {}, { credentials } as object));
		});
	});

	withService.each([1, 1_000])(
		'knows %d people again when a tenth of them changed, in another process too',
		async (setup, count) => {
			const launchTo = async (there: Setup, promotionName: string, from: number) => {
				const items = contacts(count, from);
				return await launchItems(there, { promotionName, options: { maximumRecipients: count } }, { items });
			};
			launched(await launchTo(setup, 'First', 0));
			const refused = async (there: Setup) => {
				const { error } = await launchTo(there, 'Again', Math.floor(count / 10));
				expect(error?.message).toContain(REPEATED);
				const who = count === 1 ? 'this contact' : 'about (8\\d|9\\d|100)% of these 1,000 contacts';
				expect(error?.message).toMatch(new RegExp(`to ${who} within the last 20 hours$`));
			};
			await refused(setup);
			await inAnotherProcess(setup, async (there) => {
				await refused(there);
				launched(await launchTo(there, 'Others', 200_000));
			});
			expect(setup.requests('launch')).toBe(2);
		},
	);

	withService('goes by the name of an uploaded list', async (setup) => {
		launched(await launchList(setup));
		const { error } = await launchList(setup, { promotionName: 'B', targetListName: ' customers march' });
		expect(error?.message).toContain(`${REPEATED}this list within the last 20 hours`);
		launched(await launchList(setup, { promotionName: 'C', targetListName: 'Customers April' }));
	});

	withService('switched off lets a repeat go, which counts for the next launch all the same', async (setup) => {
		const off = { options: { refuseRepeats: false } };
		launched(await launchFile(setup, off));
		expect((await launchFile(setup, { promotionName: 'B' })).error?.message).toContain(REPEATED);
		launched(await launchFile(setup, { promotionName: 'C', ...off }));
	});

	withService('forgets a launch that was plainly refused, and keeps one whose outcome is not known', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
		expect((await launchFile(setup)).error?.message).toContain('was not launched to 3 contacts');
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset' } });
		expect((await launchFile(setup)).error?.message).toContain('It is not known');
		expect((await launchFile(setup, { promotionName: 'B' })).error?.message).toContain(REPEATED);
		expect(setup.requests('launch')).toBe(2);
	});

	withService('stops a second execution that begins while the first still reads the list', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' } });
		const first = launchFile(setup);
		await setup.simulator.waitForRequest({ endpoint: 'list' });
		const second = await launchFile(setup, { promotionName: 'The Same Again' });
		expect(second.error?.message).toContain(REPEATED);
		setup.simulator.releaseHeld();
		launched(await first);
		expect(setup.simulator.launches()).toHaveLength(1);
	});

	withService('tells what is known below the limit as a warning, in a live run and in a dry run', async (setup) => {
		const ten = { items: contacts(10) };
		launched(await launchItems(setup, { promotionName: 'Earlier' }, { items: contacts(4) }));
		const told = '4 of these 10 contacts got the template "spring_sale" from this node within the last 20 hours.';
		const dry = launched(await launchItems(setup, { sendMode: 'dryRun' }, ten));
		expect(dry.warnings).toEqual([told]);
		expect(dry.message).toContain('10 of 10 contacts would get it.');
		expect(launched(await launchItems(setup, {}, ten)).warnings).toEqual([told]);
		const off = { promotionName: 'Off', options: { refuseRepeats: false } };
		expect(launched(await launchItems(setup, off, ten)).warnings).toEqual([]);
	});

	withService('is recorded again where another process overwrote it before the launch left', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' }, skip: 1 });
		const { workflow, nodeName } = await launchList(setup, { sendMode: 'dryRun' });
		const launching = launchFile(setup);
		await setup.simulator.waitForRequest(() => setup.requests('list') === 2);
		const place = { workflow, node: workflow.getNode(nodeName) };
		await setup.engine.processedData.clearAllProcessedItems('node', place as never);
		setup.simulator.releaseHeld();
		launched(await launching);
		expect((await launchFile(setup, { promotionName: 'B' })).error?.message).toContain(REPEATED);
	});

	withService(
		'asks to save the workflow where n8n cannot remember launches, unless repeats are allowed',
		async (setup) => {
			const failing = jest
				.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
				.mockRejectedValue(new Error('FOREIGN KEY constraint failed'));
			const { error } = await launchFile(setup);
			const off = await launchFile(setup, { promotionName: 'Off', options: { refuseRepeats: false } });
			failing.mockRestore();
			expect(error?.description).toContain('Save the workflow first');
			expect(error?.message).not.toContain('FOREIGN');
			launched(off);
			expect(setup.requests('launch')).toBe(1);
		},
	);
});

/** One lead at a time, as webhooks deliver them: many executions of one workflow that overlap. */
describe('leads by webhook', () => {
	const lead = (index: number) => [{ json: { name: `Lead ${index}`, phone: phone(index) } }];

	/** Eight at once. */
	async function post(setup: Setup, count: number, parameters: INodeParameters) {
		const errors: Array<string | undefined> = [];
		let next = 0;
		const worker = async () => {
			for (let index = next++; index < count; index = next++)
				errors[index] = (await launchItems(setup, parameters, { items: lead(index), mode: 'webhook' })).error?.message;
		};
		await Promise.all(Array.from({ length: 8 }, worker));
		return errors;
	}

	withService(
		'posted twice, eight at once, reach each phone once',
		async (setup) => {
			expect((await post(setup, 24, { promotionName: '=Welcome {{ $json.phone }}' })).filter(Boolean)).toEqual([]);
			for (const message of await post(setup, 24, { promotionName: '=Once more {{ $json.phone }}' }))
				expect(message).toContain(REPEATED);
			expect(new Set(phonesReached(setup)).size).toBe(24);
			expect(setup.simulator.launches()).toHaveLength(24);
		},
		quick,
	);

	underEveryPersonality(
		'under one name are no suspects of one another',
		async (setup) => {
			const oneName = { promotionName: 'Welcome', options: { ifNameExists: 'launch' } };
			// If the answers cannot be read, the list alone cannot tell launches of one name apart.
			const unknown = "The service's answer could not be read";
			const messages = (await post(setup, 16, oneName)).filter(Boolean);
			for (const message of messages) expect(message).toContain(unknown);
			expect(setup.simulator.launches()).toHaveLength(16);
			const last = await launchItems(setup, oneName, { items: lead(99) });
			if (messages.length > 0) expect(last.error?.message).toContain(unknown);
			else expect(String(launched(last).warnings)).not.toContain('launched twice');
		},
		quick,
	);
});
