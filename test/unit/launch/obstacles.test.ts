import { NodeOperationError, type INode } from 'n8n-workflow';
import { explainedStop, stopAt, type Obstacle } from '../../../nodes/RcsPromotion/launch/obstacles';
import type { LaunchMemory } from '../../../nodes/RcsPromotion/launch/memory';
import type { ItemContext } from '../../../nodes/RcsPromotion/itemContext';

const refusal = (message: string, description: string) =>
	new NodeOperationError({ name: 'Launch' } as INode, message, { description });
const itemOf = (contacts: number) =>
	({
		refusal,
		context: { getInputData: () => Array.from({ length: contacts }, () => ({ json: {} })) },
	}) as unknown as ItemContext;
const memoryOf = (ids: Array<string | null>) =>
	({
		sent: () => ids.map((promotionId, index) => ({ promotionName: `Sale ${index}`, row: { promotionId } })),
	}) as unknown as LaunchMemory;

describe('what is in the way', () => {
	const saidOf = (...obstacles: Array<Obstacle | undefined>) => {
		try {
			stopAt(itemOf(1), ...obstacles);
		} catch (error) {
			const { message, description } = error as NodeOperationError;
			return [message, description];
		}
		return undefined;
	};

	it('is nothing, or all that is', () => {
		expect(saidOf()).toBeUndefined();
		expect(saidOf(undefined, undefined)).toBeUndefined();
		expect(saidOf(undefined, { message: 'No phone' })).toEqual(['No phone', undefined]);
		expect(
			saidOf(
				{ message: 'No phone', wayOut: 'Add one.' },
				{ message: 'No name' },
				{ message: 'No text', wayOut: 'Write one.' },
			),
		).toEqual(['No phone', 'Add one.\nNo name\nNo text. Write one.']);
	});
});

describe('a launch that was stopped', () => {
	const explained = (thrown: unknown, { contacts = 3, sent = [] as Array<string | null>, isOneForAll = true } = {}) =>
		explainedStop(thrown, itemOf(contacts), memoryOf(sent), isOneForAll) as NodeOperationError;

	it('says once that nothing was sent, and to how many', () => {
		const { message, description } = explained(refusal('"Sale 1.5" is taken.', 'Nothing was sent. Change it.'));
		expect([message, description]).toEqual([
			'"Sale 1.5" is taken (3 contacts received nothing)',
			'Nothing was sent. Change it.',
		]);
		expect(explained(refusal('No name', ''), { contacts: 1 }).message).toBe('No name (1 contact received nothing)');
		for (const said of ['', 'Nothing was sent.'])
			expect(explained(refusal('No name', said)).description).toBe('Nothing was sent.');
		expect(explained(refusal('No name.', 'Enter one.'), { isOneForAll: false })).toMatchObject({
			message: 'No name.',
			description: 'Nothing was sent. Enter one.',
		});
	});

	it.each([
		[['p-0', null], '"Sale 0" (p-0), "Sale 1" (ID not known).'],
		[['a', 'b', 'c', 'd', 'e'], '"Sale 4" (e).'],
		[['a', 'b', 'c', 'd', 'e', 'f', 'g'], '"Sale 4" (e) and 2 more.'],
	])('names what was sent before it: %j', (sent, end) => {
		const { description } = explained(refusal('Too many', 'Nothing was sent. Raise it.'), { sent });
		expect(description).toMatch(/^This one was not sent\. Sent before in this execution: "Sale 0" \(/);
		expect(description).toContain(`${end} Raise it.`);
	});

	it('is told as it is when the fault is none of ours', () => {
		const fault = new TypeError('x is undefined');
		expect(explained(fault)).toBe(fault);
		expect(fault.message).toBe('x is undefined');
	});
});
