import type { IDataObject, INode } from 'n8n-workflow';
import {
	launchesOfProcess,
	noteCancelled,
	openLaunchMemory,
	type LaunchMemory,
	type RememberedLaunch,
} from '../../../nodes/RcsPromotion/launch/memory';
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
			getMode: () => 'trigger',
			getExecutionId: () => '7',
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

	it('keeps launches of one name by different nodes apart, in another n8n process, too', () => {
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

	it('keeps the runs of a loop, and the items in them, apart', () => {
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

describe('a name that the list does not show', () => {
	const MINUTE = 60_000;
	const START = Date.parse('2026-03-31T12:00:00Z');
	/** A launch of another execution, so many ms after it was remembered in this state. */
	const other = (given: Partial<RememberedLaunch> = {}) => {
		launchesOfProcess.clear();
		jest.useFakeTimers({ now: START, doNotFake: ['performance'] });
		execution()().remember(launch({ promotionId: 'p-1', ...given }));
		jest.useRealTimers();
		const memory = execution()();
		return { memory, isInUse: (ms: number) => memory.findUnlisted('acme', ' SPRING ', START + ms) !== undefined };
	};
	const elsewhere = [{ promotionId: 'p-9', name: 'Summer' }];

	it('is in use for two minutes after it was launched, by any execution of this process', () => {
		const { memory, isInUse } = other();
		expect([0, 2 * MINUTE, 2 * MINUTE + 1].map(isInUse)).toEqual([true, true, false]);
		expect(memory.findUnlisted('another account', 'Spring', START)).toBeUndefined();
		expect(memory.findUnlisted('acme', 'Spring 2', START)).toBeUndefined();
	});

	it('is in use as long as it is being sent, however long that takes', () => {
		expect(other({ state: 'sending' }).isInUse(600 * MINUTE)).toBe(true);
	});

	it('is in use while the outcome is not known, until a second list after two minutes lacks it', () => {
		const { memory, isInUse } = other({ state: 'unknown', promotionId: null });
		memory.noteList('acme', elsewhere, START + 2 * MINUTE);
		memory.noteList('another account', [], START + 9 * MINUTE);
		memory.noteList('acme', [{ promotionId: 'p-2', name: 'Spring' }], START + 9 * MINUTE);
		expect(isInUse(600 * MINUTE)).toBe(true);
		memory.noteList('acme', [], START + 2 * MINUTE + 1);
		expect([2 * MINUTE, 3 * MINUTE].map(isInUse)).toEqual([true, false]);
	});

	it('is free at once when what was launched was cancelled, in the same execution, too', () => {
		const { isInUse } = other();
		noteCancelled('another account', 'p-1');
		expect(isInUse(0)).toBe(true);
		noteCancelled('acme', 'p-1');
		expect(isInUse(0)).toBe(false);
		const later = execution();
		later().remember(launch({ promotionId: 'p-1' }));
		noteCancelled('acme', 'p-1');
		expect(later().findUnlisted('acme', 'Spring', Date.now())).toBeUndefined();
		// A later try of that launch still knows that it was sent.
		expect(later().recall()).toMatchObject({ state: 'launched' });
	});
});
