import type { LaunchMemory } from '../../../nodes/RcsPromotion/launch/memory';
import { rememberAsSending, sendOnce } from '../../../nodes/RcsPromotion/launch/sendOnce';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import type { ServiceClient } from '../../../nodes/service/client';
import type { Promotion } from '../../../nodes/service/types';

const campaign = {
	request: { recipientSource: 'uploadedList', promotionName: 'Sale', builtTemplate: {} },
	contacts: { audience: '3 contacts' },
	fingerprints: {},
	output: {},
	warnings: [],
	notes: [],
} as unknown as Campaign;
const answer = { kind: 'answer', status: 200, headers: {}, body: '{"promotionId":"p-1"}' };
const listed = ['p-1', 'p-2'].map((promotionId) => ({ promotionId, name: 'Sale' }));

/** The warnings of a launch that is answered with p-1, beside others of ours with these IDs, while the list shows p-2, too. */
async function warningsBeside(ids: string[], hasUnknownId = false) {
	const client = {
		launch: async () => await Promise.resolve(answer),
		readListUntil: async (_: unknown, isShown: (promotions: Promotion[]) => boolean) =>
			await Promise.resolve(isShown(listed)),
	};
	const call = { execution: '7', node: 'Launch', run: 'run 0' };
	const memory = { call, remember: () => undefined, findOtherPromotions: () => ({ ids, hasUnknownId }) };
	const remembered = memory as unknown as LaunchMemory;
	const sent = await sendOnce(
		client as unknown as ServiceClient,
		remembered,
		rememberAsSending(remembered, campaign, []),
	);
	return sent.warnings;
}

describe('another new promotion of the name of a launch', () => {
	it('is a warning that names it', async () => {
		expect(await warningsBeside([])).toEqual([expect.stringMatching(/p-2\. Check whether .* launched twice/)]);
	});

	it.each([
		[['p-2'], false],
		[[], true],
	])('may be another launch of ours: %j, one with an unknown ID: %p', async (others, hasUnknownId) => {
		expect(await warningsBeside(others, hasUnknownId)).toEqual([]);
	});
});

it('a launch whose contacts have no file never goes to a list of that name in the service', () => {
	const remember = jest.fn();
	const lost = { ...campaign, request: { ...campaign.request, recipientSource: 'csvFile' as const } };
	expect(() => rememberAsSending({ remember, call: {} } as unknown as LaunchMemory, lost, [])).toThrow();
	expect(remember).not.toHaveBeenCalled();
});
