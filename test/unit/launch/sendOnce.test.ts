import { launchesOfProcess, type Launch } from '../../../nodes/RcsPromotion/launch/memory';
import { rememberAsSending, sendOnce } from '../../../nodes/RcsPromotion/launch/sendOnce';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import type { ServiceClient } from '../../../nodes/service/client';
import type { Promotion } from '../../../nodes/service/types';
import { memoryOf } from './memoryOf';

const campaign = {
	account: 'acme',
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
	const others = [...ids, ...(hasUnknownId ? [null] : [])].map((promotionId, index) => {
		const name = { account: 'acme', promotionName: 'Sale', promotionId, id: `${index}` };
		return [name.id, { ...name, sentAt: new Date().toISOString(), messageFingerprint: [] }];
	});
	const memory = memoryOf({}, Object.fromEntries(others) as Record<string, Launch>);
	const sent = await sendOnce(client as unknown as ServiceClient, memory, rememberAsSending(memory, campaign, []));
	return sent.warnings;
}

beforeEach(() => launchesOfProcess.clear());

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
