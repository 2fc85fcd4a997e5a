import type { IDataObject, INode } from 'n8n-workflow';
import { LaunchMemory, type Launching } from '../../../nodes/RcsPromotion/launch/memory';
import type { ItemContext } from '../../../nodes/RcsPromotion/itemContext';

interface Place {
	node?: string;
	run?: number;
	/** Undefined where all items make one launch. */
	item?: number;
	isLive?: boolean;
	/** What an AI agent called with. */
	call?: IDataObject;
}

/** What n8n keeps of an execution: plain data that went through its database. */
function execution() {
	let stored: IDataObject = {};
	return ({ node = 'Launch', run = 0, item, isLive = true, call }: Place = {}): LaunchMemory => {
		stored = JSON.parse(JSON.stringify(stored)) as typeof stored;
		const context = {
			getContext: () => stored,
			getNode: () => ({ name: node }) as INode,
			evaluateExpression: () => run,
			getInputData: () => [{ json: { ...call, toolCallId: Math.random() } }],
		};
		const given = { context, itemIndex: item ?? 0, isTool: call !== undefined };
		return new LaunchMemory(given as unknown as ItemContext, isLive, item === undefined);
	};
}

const launch = (given: Partial<Launching> = {}): Launching => ({
	state: 'launched',
	digest: 'spring to all',
	account: 'acme',
	promotionName: 'Spring',
	promotionId: null,
	audience: '3 contacts',
	listedBefore: [],
	sentAt: '2026-03-31T12:00:00.000Z',
	tested: 0,
	row: {},
	...given,
});

describe('what an execution has launched', () => {
	it.each(['sending', 'unknown', 'launched'] as const)(
		'counts when it is %s, until it turns out to be refused',
		(state) => {
			const later = execution();
			expect(later().recall()).toBeUndefined();
			later().remember(launch({ state: 'sending', tested: 3 }));
			later().remember(launch({ state, tested: 3 }));
			expect(later().recall()).toMatchObject({ state, tested: 3 });
			const seen = () => [later().sent().length, later().hasSent('spring to all'), later().tested()];
			expect(seen()).toEqual([1, true, 3]);
			later({ run: 1 }).remember(launch({ tested: 2, digest: 'other' }));
			later({ run: 1 }).forget(launch());
			expect(seen()).toEqual([1, true, 3]);
			later().forget(launch());
			expect(seen()).toEqual([0, false, 0]);
			expect(later().recall()).toBeUndefined();
		},
	);

	it('is known to its other nodes, as far as it concerns them', () => {
		const later = execution();
		later().remember(launch({ tested: 4 }));
		later({ node: 'Again' }).remember(launch({ digest: 'summer to all', tested: 5 }));
		for (const node of ['Launch', 'Again', 'A third']) {
			expect(later({ node }).hasSent('spring to all')).toBe(true);
			expect(later({ node }).hasSent('summer to all')).toBe(true);
			expect(later({ node }).hasSent('autumn to all')).toBe(false);
			expect(later({ node }).tested()).toBe(9);
		}
		expect(later().sent()).toHaveLength(1);
		expect(later({ node: 'A third' }).sent()).toEqual([]);
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
		expect(later({ run: 1, item: 2 }).sentInOtherRuns()).toBe(1);
		expect(later({ run: 1 }).sentInOtherRuns()).toBe(1);
		expect(later({ run: 2 }).sentInOtherRuns()).toBe(3);
	});

	it('goes by the arguments of a tool, whatever number its call has', () => {
		const later = execution();
		later({ call: { phone: '1' } }).remember(launch());
		expect(later({ call: { phone: '1' }, run: 7 }).recall()).toBeDefined();
		expect(later({ call: { phone: '2' } }).recall()).toBeUndefined();
	});
});

it('a test stays one in whatever mode n8n goes on, which a live launch never becomes', () => {
	const later = execution();
	expect(later({ isLive: true }).isTest).toBe(false);
	expect(later({ isLive: false }).isTest).toBe(true);
	expect(later({ isLive: true, node: 'Another' }).isTest).toBe(true);
});
