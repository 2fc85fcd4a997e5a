import type { IDataObject, INode } from 'n8n-workflow';
import { LaunchMemory, type RememberedLaunch } from '../../../nodes/RcsPromotion/launch/memory';

/** What n8n keeps of an execution: plain data for each node and for all of them, that went through its database. */
function execution() {
	let stored: Record<string, IDataObject> = {};
	return (node = 'Launch'): LaunchMemory => {
		stored = JSON.parse(JSON.stringify(stored)) as typeof stored;
		return new LaunchMemory({
			getContext: (type) => (stored[type === 'flow' ? type : `node ${node}`] ??= {}),
			getNode: () => ({ name: node }) as INode,
		});
	};
}

const launch = (given: Partial<RememberedLaunch> = {}): RememberedLaunch => ({
	state: 'launched',
	digest: 'spring to all',
	promotionName: 'Spring',
	audience: '3 contacts',
	listedBefore: [],
	sentAt: '2026-03-31T12:00:00.000Z',
	tested: 0,
	row: {},
	...given,
});

const names = (launches: RememberedLaunch[]) => launches.map(({ promotionName }) => promotionName);

describe('what an execution has launched', () => {
	it.each<[RememberedLaunch['state'], { counts: boolean }]>([
		['sending', { counts: true }],
		['unknown', { counts: true }],
		['launched', { counts: true }],
		['refused', { counts: false }],
	])('%s: %j', (state, { counts }) => {
		const later = execution();
		expect(later().recall('run 0')).toBeUndefined();
		later().remember('run 0', launch({ state: 'sending', tested: 3 }));
		later().remember('run 0', launch({ state, tested: 3 }));
		expect(later().recall('run 0')).toMatchObject({ state, tested: 3 });
		expect(later().sent()).toHaveLength(counts ? 1 : 0);
		expect(later().sentOutside('run 1')).toHaveLength(counts ? 1 : 0);
		expect(later().hasSent('spring to all')).toBe(counts);
		expect(later().tested()).toBe(counts ? 3 : 0);
	});

	it('is forgotten for none of its launches when another one is refused', () => {
		const later = execution();
		later().remember('run 0', launch({ promotionName: 'first', tested: 4 }));
		later().remember('run 1', launch({ promotionName: 'second', tested: 2 }));
		later().remember('run 1', launch({ promotionName: 'second', tested: 2, state: 'refused' }));
		expect(names(later().sent())).toEqual(['first']);
		expect(later().hasSent('spring to all')).toBe(true);
		expect(later().tested()).toBe(4);
	});

	it('is known to its other nodes, as far as it concerns them', () => {
		const later = execution();
		later('Launch').remember('run 0', launch({ tested: 4 }));
		later('Launch again').remember('run 0', launch({ digest: 'summer to all', tested: 5 }));
		for (const node of ['Launch', 'Launch again', 'A third']) {
			expect(later(node).hasSent('spring to all')).toBe(true);
			expect(later(node).hasSent('summer to all')).toBe(true);
			expect(later(node).hasSent('autumn to all')).toBe(false);
			expect(later(node).tested()).toBe(9);
		}
		expect(later('Launch').sent()).toHaveLength(1);
		expect(later('A third').sent()).toEqual([]);
	});

	it('is told apart by the runs of a loop and the items in them', () => {
		const later = execution();
		for (const key of ['run 1', 'run 1 item 0', 'run 1 item 1', 'run 10 item 0', 'run 0 item 1'])
			later().remember(key, launch({ promotionName: key }));
		expect(names(later().sentOutside('run 1'))).toEqual(['run 10 item 0', 'run 0 item 1']);
		expect(names(later().sentOutside('run 0 item 1'))).not.toContain('run 0 item 1');
	});
});

describe('a test', () => {
	it('stays one in whatever mode n8n goes on, and forgets nobody it has reached', () => {
		const later = execution();
		expect(later().noteTest(true)).toBe(true);
		later().remember('run 0', launch({ tested: 6 }));
		expect(later().noteTest(true)).toBe(true);
		expect(later('Another').noteTest(false)).toBe(true);
		expect(later().tested()).toBe(6);
	});

	it('is nothing that a live launch begins', () => {
		const later = execution();
		expect(later().noteTest(false)).toBe(false);
		later().remember('run 0', launch());
		expect(later().noteTest(false)).toBe(false);
		expect(later().tested()).toBe(0);
	});
});
