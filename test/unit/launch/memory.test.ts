import type { IDataObject } from 'n8n-workflow';
import type { ItemContext } from '../../../nodes/RcsPromotion/itemContext';
import {
	launchesOfProcess,
	noteCancelled,
	openLaunchMemory,
	type Launch,
	type LaunchMemory,
} from '../../../nodes/RcsPromotion/launch/memory';
import type { Promotion } from '../../../nodes/service/types';

/** What n8n keeps of an execution: plain data that went through its database. Without an item, all items make one launch. */
function execution() {
	let stored: IDataObject = {};
	return ({ node = 'Launch', run = 0, item = undefined as number | undefined } = {}): LaunchMemory => {
		stored = JSON.parse(JSON.stringify(stored)) as typeof stored;
		const context = {
			getContext: () => stored,
			getExecutionId: () => '7',
			getNode: () => ({ name: node }),
			evaluateExpression: () => run,
			getInputData: () => [{ json: {} }],
		};
		return openLaunchMemory({ context, itemIndex: item ?? 0 } as unknown as ItemContext, item === undefined);
	};
}

const launch = (given: Partial<Launch> = {}): Launch => ({
	id: 'a launch',
	...{ state: 'launched', execution: '7', node: 'Launch', run: 'run 0' },
	...{ messageFingerprint: ['Ann', 'Bo'], account: 'acme', promotionName: 'Spring', promotionId: null },
	...{ audience: '3 contacts', listedBefore: [], sentAt: '2026-03-31T12:00:00.000Z', output: {} },
	...given,
});

beforeEach(() => launchesOfProcess.clear());

describe('what an execution has launched', () => {
	it('counts, whatever became of it, until it turns out to be refused', () => {
		const later = execution();
		const seen = () => [later().launchesOfNode().length, later().countReached(['Ann', 'Cy'])];
		expect(later().recall()).toBeUndefined();
		for (const state of ['sending', 'unknown', 'launched'] as const) {
			later().remember(launch({ state }));
			expect(later().recall()).toMatchObject({ state });
			expect(seen()).toEqual([1, 1]);
		}
		later({ run: 1 }).remember(launch({ id: 'second', messageFingerprint: ['Cy'] }));
		expect(seen()).toEqual([2, 2]);
		later({ run: 1 }).forget(launch({ id: 'second' }));
		later().forget(launch());
		expect(seen()).toEqual([0, 0]);
		expect(later().recall()).toBeUndefined();
	});

	it('is known to its other nodes, as far as it concerns them', () => {
		const later = execution();
		later().remember(launch());
		later({ node: 'Again' }).remember(launch({ node: 'Again', messageFingerprint: ['Cy'] }));
		for (const node of ['Launch', 'A third']) expect(later({ node }).countReached(['Ann', 'Bo', 'Cy', 'Di'])).toBe(3);
		expect(later().launchesOfNode()).toHaveLength(1);
		expect(later({ node: 'A third' }).launchesOfNode()).toEqual([]);
	});

	it('knows the IDs of all other launches of the account, by any node, in another n8n process, too', () => {
		const later = execution();
		later().remember(launch({ id: 'first', promotionId: 'p-1' }));
		later({ node: 'Other name' }).remember(launch({ promotionName: 'Summer', promotionId: 'p-2' }));
		later({ node: 'Other account' }).remember(launch({ id: 'third', account: 'other', promotionId: 'p-3' }));
		launchesOfProcess.clear();
		const isOfOther = (id: string) => later({ node: 'Again' }).isOfOther(launch({ id: 'second' }), id);
		expect(['p-1', 'p-2', 'p-3', 'p-4'].filter(isOfOther)).toEqual(['p-1', 'p-2']);
	});

	it('is known to the executions of this process for an hour, however many there are', () => {
		const sentAt = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
		execution()().remember(launch({ id: 'earlier', promotionId: 'p-earlier', sentAt: sentAt(61) }));
		for (let index = 0; index < 3_000; index++)
			execution()().remember(launch({ id: `${index}`, promotionId: `p-${index}`, sentAt: sentAt(59) }));
		const isKnown = (id: string) => execution()().isOfOther(launch({ id: 'next', sentAt: sentAt(0) }), id);
		expect(['p-0', 'p-2999', 'p-earlier'].map(isKnown)).toEqual([true, true, false]);
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
	});
});

describe('a launch that is looked for in the list', () => {
	const listed = ['old Sale', 'else Sale 2', 'new  sALE ', 'ours sale'].map((text) => ({
		promotionId: text.slice(0, text.indexOf(' ')),
		name: text.slice(text.indexOf(' ')),
	}));
	const sale = launch({ id: 'this', promotionName: 'Sale', listedBefore: ['old'] });

	it('is a new promotion of its name that is no other launch of ours', () => {
		const memory = execution()();
		memory.remember(launch({ id: 'other', promotionName: 'Sale', promotionId: 'ours' }));
		expect(memory.findPromotions(sale, listed)).toEqual(['new']);
		expect(memory.findPromotions({ ...sale, promotionId: 'else' }, listed)).toEqual(['else']);
		expect(memory.findPromotions({ ...sale, promotionId: 'gone' }, listed)).toEqual([]);
	});

	it('cannot be told while the ID of another one of its name is not known', () => {
		const later = execution();
		expect(later().isAmbiguous(sale)).toBe(false);
		later({ run: 1 }).remember(launch({ id: 'other', promotionName: ' SALE' }));
		expect(later().isAmbiguous(sale)).toBe(true);
		expect(later().isAmbiguous({ ...sale, account: 'another' })).toBe(false);
		expect(later().isAmbiguous({ ...sale, sentAt: '2026-03-31T14:00:00.000Z' })).toBe(false);
		later({ run: 1 }).remember(launch({ id: 'other', promotionName: 'Sale', promotionId: 'ours' }));
		expect(later().isAmbiguous(sale)).toBe(false);
	});
});

describe('a name that the list does not show', () => {
	const START = Date.parse('2026-03-31T12:00:00Z');
	beforeEach(() => void jest.useFakeTimers({ now: START, doNotFake: ['performance'] }));
	afterEach(() => void jest.useRealTimers());

	/** Whether a launch of another execution holds its name after so many minutes, if the list shows this. */
	const holds = (given: Partial<Launch>, minutes = 0, listed: Promotion[] = [], account = 'acme') => {
		launchesOfProcess.clear();
		execution()().remember(launch({ promotionId: 'p-1', ...given }));
		return execution()().findUnlisted(account, ' SPRING ', listed, START + minutes * 60_000) !== undefined;
	};
	const elsewhere = [{ promotionId: 'p-9', name: 'Summer' }];

	it.each(['launched', 'sending', 'unknown'] as const)('is in use for an hour by what is %s', (state) => {
		for (const minutes of [0, 3, 59]) expect(holds({ state }, minutes, elsewhere)).toBe(true);
		expect(holds({ state }, 61, elsewhere)).toBe(false);
	});

	it('is that of its account, and no other name', () => {
		expect(holds({}, 0, [], 'another account')).toBe(false);
		expect(holds({ promotionName: 'Spring 2' })).toBe(false);
	});

	it('is free if the list shows that it was cancelled', () => {
		const shown = (status: string) => [{ promotionId: 'p-1', name: 'Spring', status }];
		for (const status of ['Cancelled', ' canceled ']) expect(holds({}, 0, shown(status))).toBe(false);
		for (const status of ['Running', 'Stopped']) expect(holds({}, 0, shown(status))).toBe(true);
	});

	it('is free if its ID is not known, and a new promotion of its name was cancelled', () => {
		const cancelled = [{ promotionId: 'p-2', name: 'spring', status: 'Cancelled' }];
		expect(holds({ promotionId: null }, 0, cancelled)).toBe(false);
		expect(holds({ promotionId: null, listedBefore: ['p-2'] }, 0, cancelled)).toBe(true);
	});

	it('is free at once when we cancelled it, in the same execution, too', () => {
		const later = execution();
		later().remember(launch({ promotionId: 'p-1' }));
		const inUse = () => later().findUnlisted('acme', 'Spring', [], START) !== undefined;
		noteCancelled('another account', 'p-1');
		expect(inUse()).toBe(true);
		noteCancelled('acme', 'p-1');
		expect(inUse()).toBe(false);
		// A later try of that launch still knows that it was sent.
		expect(later().recall()).toMatchObject({ state: 'launched' });
	});
});
