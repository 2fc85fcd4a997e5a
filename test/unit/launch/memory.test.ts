import type { IDataObject, INode } from 'n8n-workflow';
import { launchesOfProcess, openLaunchMemory, type LaunchMemory } from '../../../nodes/RcsPromotion/launch/memory';
import type { RememberedLaunch } from '../../../nodes/RcsPromotion/launch/types';
import type { ItemContext } from '../../../nodes/RcsPromotion/itemContext';

interface Place {
	node?: string;
	run?: number;
	/** Undefined where all items make one launch. */
	item?: number;
	/** What an AI agent called with. */
	call?: IDataObject;
}

/** What n8n keeps of an execution: plain data that went through its database. */
function execution() {
	let stored: IDataObject = {};
	return ({ node = 'Launch', run = 0, item, call }: Place = {}): LaunchMemory => {
		stored = JSON.parse(JSON.stringify(stored)) as typeof stored;
		const context = {
			getContext: () => stored,
			getNode: () => ({ name: node }) as INode,
			evaluateExpression: () => run,
			getInputData: () => [{ json: { ...call, toolCallId: Math.random() } }],
		};
		const client = { account: 'acme' };
		const given = { context, client, itemIndex: item ?? 0, isTool: call !== undefined };
		return openLaunchMemory(given as unknown as ItemContext, item === undefined);
	};
}

const launch = (given: Partial<RememberedLaunch> = {}): RememberedLaunch => ({
	id: 'a launch',
	state: 'launched',
	messageFingerprint: ['Ann', 'Bo'],
	account: 'acme',
	promotionName: 'Spring',
	promotionId: null,
	audience: '3 contacts',
	listedBefore: [],
	sentAt: '2026-03-31T12:00:00.000Z',
	output: {},
	...given,
});

describe('what an execution has launched', () => {
	it.each(['sending', 'unknown', 'launched'] as const)(
		'counts when it is %s, until it turns out to be refused',
		(state) => {
			const later = execution();
			expect(later().recall()).toBeUndefined();
			later().remember(launch({ state: 'sending' }));
			later().remember(launch({ state }));
			expect(later().recall()).toMatchObject({ state });
			const seen = () => [later().launchesOfNode().length, later().countReached(['Ann', 'Cy'])];
			expect(seen()).toEqual([1, 1]);
			later({ run: 1 }).remember(launch({ messageFingerprint: ['Cy'] }));
			expect(seen()).toEqual([2, 2]);
			later({ run: 1 }).forget(launch());
			expect(seen()).toEqual([1, 1]);
			later().forget(launch());
			expect(seen()).toEqual([0, 0]);
			expect(later().recall()).toBeUndefined();
		},
	);

	it('is known to its other nodes, as far as it concerns them', () => {
		const later = execution();
		later().remember(launch());
		later({ node: 'Again' }).remember(launch({ messageFingerprint: ['Cy'] }));
		for (const node of ['Launch', 'Again', 'A third']) {
			expect(later({ node }).countReached(['Ann'])).toBe(1);
			expect(later({ node }).countReached(['Ann', 'Bo', 'Cy', 'Di'])).toBe(3);
			expect(later({ node }).countReached(['Di'])).toBe(0);
		}
		expect(later().launchesOfNode()).toHaveLength(1);
		expect(later({ node: 'A third' }).launchesOfNode()).toEqual([]);
	});

	it('tells a launch of the same name by another node apart, in another n8n process, too', () => {
		const later = execution();
		later().remember(launch({ id: 'first', promotionId: 'p-1' }));
		later({ node: 'Other name' }).remember(launch({ promotionName: 'Summer', promotionId: 'p-2' }));
		later({ node: 'Other account' }).remember(launch({ id: 'third', account: 'other', promotionId: 'p-3' }));
		launchesOfProcess.clear();
		expect(later({ node: 'Again' }).findOtherPromotions(launch({ id: 'second' })).ids).toEqual(['p-1']);
	});

	it('is known to the executions of this process up to the last 2,000 launches', () => {
		launchesOfProcess.clear();
		for (let index = 0; index <= 2_000; index++)
			execution()().remember(launch({ id: `${index}`, promotionId: `p-${index}` }));
		const others = execution()().findOtherPromotions(launch({ id: 'next' })).ids;
		expect([others.length, others[0], others.at(-1)]).toEqual([2_000, 'p-1', 'p-2000']);
	});

	it('is told apart by the runs of a loop and the items in them', () => {
		const later = execution();
		const places = [
			{ run: 1, item: 0 },
			{ run: 1, item: 1 },
			{ run: 10, item: 0 },
		];
		for (const place of places) later(place).remember(launch({ promotionName: JSON.stringify(place) }));
		for (const place of places) expect(later(place).recall()?.promotionName).toBe(JSON.stringify(place));
		expect(later({ run: 1, item: 2 }).recall()).toBeUndefined();
		expect(later({ run: 1, item: 2 }).countInOtherRuns()).toBe(1);
		expect(later({ run: 1 }).countInOtherRuns()).toBe(1);
		expect(later({ run: 2 }).countInOtherRuns()).toBe(3);
	});

	it('goes by the arguments of a tool, whatever number its call has', () => {
		const later = execution();
		later({ call: { phone: '1' } }).remember(launch());
		expect(later({ call: { phone: '1' }, run: 7 }).recall()).toBeDefined();
		expect(later({ call: { phone: '2' } }).recall()).toBeUndefined();
	});
});
