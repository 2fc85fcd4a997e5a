/** The same message is never sent twice to the same people in one execution, by whatever node. */
import type { INodeParameters } from 'n8n-workflow';
import { afterStart } from '../../harness/workflow';
import { setups, type Setup } from '../support/setup';
import {
	contacts,
	csv,
	fromItems,
	launchFile,
	launchItems,
	onOwn,
	OWN,
	phone,
	phonesReached,
	quickLaunches,
} from './support';

const { withService } = setups();
quickLaunches();

const allOff = { ifNameExists: 'launch', refuseRepeats: false };
const SAID =
	'This execution has sent, or tried to send, the template "spring_sale" with the same cards to 3 of these 3 contacts';
const otherCards = { cards: { card: [{ headerImageUrl: '=https://example.com/{{ $runIndex }}.jpg' }] } };

withService('is never sent twice by items or rounds of one execution, whatever the options allow', async (setup) => {
	const file = await setup.engine.fileItem(csv(3));
	const named = { promotionName: '=Sale {{ $itemIndex }} {{ $runIndex }}', options: { ...allOff, maximumLaunches: 9 } };
	expect((await launchFile(setup, named, { items: [file, file] })).error?.message).toBe(SAID);
	const perRound = { ...named, promotionName: '=Sale {{ $runIndex }}' };
	expect((await launchItems(setup, perRound, { loop: 3 })).error?.message).toContain(SAID);
	expect(setup.simulator.launches()).toHaveLength(2);
	// Other cards make it another message, and so do other people.
	expect((await launchItems(setup, { ...perRound, ...otherCards }, { loop: 3 })).error).toBeUndefined();
	const others = [0, 100, 200].map(async (from) => await setup.engine.fileItem(csv(3, from)));
	expect((await launchFile(setup, named, { items: await Promise.all(others) })).error).toBeUndefined();
});

describe('by two nodes of one execution', () => {
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
		return await setup.engine.run({
			...{ workflowId: setup.workflowId, items: contacts(3), mode },
			nodes: [...afterStart(node('First', first)).nodes, node('Second', second)],
			connections: { Start: { main: [both] } },
		});
	};

	withService('it is never sent twice', async (setup) => {
		const { error } = await twoNodes(setup, [{}, {}]);
		expect(error?.message).toContain(SAID);
		const dry = await twoNodes(setup, [{}, { sendMode: 'dryRun' }]);
		expect(String(dry.json[0]?.warnings)).toContain(SAID);
		expect(setup.simulator.launches()).toHaveLength(2);
	});

	withService('it may go out in two parts', async (setup) => {
		const without = (...blocked: number[]) => ({ options: { doNotContact: blocked.map(phone).join('\n') } });
		expect((await twoNodes(setup, [without(1, 2), without(0)])).error).toBeUndefined();
		expect(phonesReached(setup)).toEqual([phone(0), phone(1), phone(2)]);
	});

	withService('what went to test phones does not count', async (setup) => {
		expect((await twoNodes(setup, [onOwn, { sendMode: 'always' }], 'manual')).error).toBeUndefined();
		expect(phonesReached(setup)).toEqual([...OWN, phone(0), phone(1), phone(2)]);
	});
});
