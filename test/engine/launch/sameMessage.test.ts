/** The same message is never sent twice to the same people in one execution, by whatever node. */
import type { INodeParameters } from 'n8n-workflow';
import { afterStart } from '../../harness/workflow';
import { setups, type Setup } from '../support/setup';
import { contacts, csv, fromItems, launchFile, launchItems, OWN, phone, phonesReached, quickLaunches } from './support';

const { withService } = setups();
quickLaunches();

describe('the same to the same people', () => {
	const allOff = { ifNameExists: 'launch', refuseRepeats: false };
	const SAID =
		'This execution has sent, or tried to send, the template "spring_sale" with the same cards to 3 of these 3 contacts';
	const options = { ...allOff, maximumLaunches: 100 };

	withService('is never sent twice by items or rounds of one execution, whatever the options allow', async (setup) => {
		const file = await setup.engine.fileItem(csv(3));
		const named = { promotionName: '=Sale {{ $itemIndex }} {{ $runIndex }}', options };
		expect((await launchFile(setup, named, { items: [file, file] })).error?.message).toBe(SAID);
		const perRound = { ...named, promotionName: '=Sale {{ $runIndex }}' };
		expect((await launchItems(setup, perRound, { loop: 3 })).error?.message).toContain(SAID);
		expect(setup.simulator.launches()).toHaveLength(2);
		// Other cards make it another message, and so do other people.
		const headerImageUrl = '=https://example.com/{{ $runIndex }}.jpg';
		const otherCards = { ...perRound, cards: { card: [{ headerImageUrl }] } };
		expect((await launchItems(setup, otherCards, { loop: 3 })).error).toBeUndefined();
		const others = [0, 100, 200].map(async (from) => await setup.engine.fileItem(csv(3, from)));
		expect((await launchFile(setup, named, { items: await Promise.all(others) })).error).toBeUndefined();
	});

	const twoNodes = async (setup: Setup, [first, second]: [INodeParameters, INodeParameters], mode?: 'manual') => {
		const node = (name: string, parameters: INodeParameters) => ({
			name,
			parameters: {
				...{ resource: 'promotion', operation: 'launch', ...fromItems, options: allOff },
				promotionName: `=${name} {{ $now.toMillis() }}`,
				...parameters,
			},
			credentials: setup.credentials,
		});
		const both = ['First', 'Second'].map((name) => ({ node: name, type: 'main' as const, index: 0 }));
		const { nodes } = afterStart(node('First', first));
		return await setup.engine.run({
			workflowId: setup.workflowId,
			nodes: [...nodes, node('Second', second)],
			connections: { Start: { main: [both] } },
			items: contacts(3),
			mode,
		});
	};

	withService(
		'another message of the same name is refused in another node, too, before the list shows the first',
		async (setup) => {
			const promotionName = 'Spring Sale';
			const cards = { card: [{ headerImageUrl: 'https://example.com/other.jpg' }] };
			const fail = { promotionName, options: { ...allOff, ifNameExists: 'fail' } };
			const result = await twoNodes(setup, [fail, { ...fail, cards }]);
			expect(result.error?.message).toContain('"Spring Sale" was launched on ');
			expect(result.error?.message).toContain(' by the node "First" ');
			expect(setup.simulator.launches()).toHaveLength(1);
		},
		{ settings: { listDelayMs: 'never' } },
	);

	withService.each(['careful', 'dryRun'])(
		'is never sent twice by two nodes of one execution (%s)',
		async (setup, sendMode) => {
			const result = await twoNodes(setup, [{}, { sendMode }]);
			if (sendMode === 'careful') expect(result.error?.message).toContain(SAID);
			else expect(String(result.json[0]?.warnings)).toContain(SAID);
			expect(setup.simulator.launches()).toHaveLength(1);
		},
	);

	withService('may go out in two parts, by two nodes', async (setup) => {
		const without = (...blocked: number[]) => ({ options: { doNotContact: blocked.map(phone).join('\n') } });
		const result = await twoNodes(setup, [without(1, 2), without(0)]);
		expect(result.error).toBeUndefined();
		expect(phonesReached(setup)).toEqual([phone(0), phone(1), phone(2)]);
	});

	withService('does not count what went to test phones', async (setup) => {
		const result = await twoNodes(setup, [{ testPhones: OWN.join() }, { sendMode: 'always' }], 'manual');
		expect(result.error).toBeUndefined();
		expect(phonesReached(setup)).toEqual([...OWN, phone(0), phone(1), phone(2)]);
	});
});
