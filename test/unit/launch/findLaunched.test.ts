import { searchPromotions } from '../../../nodes/RcsPromotion/launch/findLaunched';
import type { LaunchMemory, RememberedLaunch } from '../../../nodes/RcsPromotion/launch/memory';
import type { ServiceClient } from '../../../nodes/service/client';
import type { Promotion } from '../../../nodes/service/types';

/** What a launch named "Sale" finds in a list, if others of this name have these IDs. */
async function found(list: Promotion[], others: string[] = [], hasUnknownId = false) {
	let isShown = false;
	const readListUntil = async (_: unknown, looksFor: (promotions: Promotion[]) => boolean) => {
		isShown = looksFor(list);
		return await Promise.resolve(true);
	};
	const memory = { findOtherPromotions: () => ({ ids: others, hasUnknownId }) } as unknown as LaunchMemory;
	const client = { readListUntil } as unknown as ServiceClient;
	return {
		...(await searchPromotions({ client, memory, launch: { promotionName: 'Sale' } as RememberedLaunch }, [0])),
		isShown,
	};
}

describe('a launch that is looked for in the list', () => {
	it('is a new promotion of its name, and no other', async () => {
		const list = ['old Sale', 'else Sale 2', 'new  sALE '].map((text) => ({
			promotionId: text.slice(0, text.indexOf(' ')),
			name: text.slice(text.indexOf(' ')),
		}));
		expect(await found(list, ['old'])).toMatchObject({
			newIds: ['new'],
			couldRead: true,
			isAmbiguous: false,
			isShown: true,
		});
		expect(await found(list.slice(0, 2), ['old'])).toMatchObject({ newIds: [], isShown: false });
	});

	it('is uncertain while the ID of another one of its name is not known', async () => {
		expect(await found([{ promotionId: 'new', name: 'Sale' }], [], true)).toMatchObject({
			newIds: ['new'],
			isAmbiguous: true,
		});
	});
});
