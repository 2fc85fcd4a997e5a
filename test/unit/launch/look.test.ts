import { lookForNew, type Look } from '../../../nodes/RcsPromotion/launch/look';
import type { Promotion } from '../../../nodes/service/types';

type Reading = Promotion[] | undefined;
const promotion = (promotionId: string, name = 'Sale'): Promotion => ({ promotionId, name });

async function look(readings: Reading[], given: Partial<Look> = {}) {
	const waited: number[] = [];
	let reading = 0;
	const sight = await lookForNew({
		promotionName: 'Sale',
		listedBefore: [],
		list: async () => readings[Math.min(reading++, readings.length - 1)],
		clock: {
			pause: async (ms) => {
				waited.push(ms);
				return true;
			},
		},
		delaysMs: [0, 2, 3, 10, 15],
		...given,
	});
	return { ...sight, waited };
}

describe('looking for a launched promotion', () => {
	it('is over at the first sight', async () => {
		expect(await look([[promotion('p-1')]])).toEqual({ newIds: ['p-1'], couldRead: true, waited: [0] });
		expect(await look([[], [], [promotion('p-1')]])).toEqual({ newIds: ['p-1'], couldRead: true, waited: [0, 2, 3] });
	});

	it('goes on to the end when there is nothing', async () => {
		expect(await look([[]])).toEqual({ newIds: [], couldRead: true, waited: [0, 2, 3, 10, 15] });
	});

	it('is not misled by what was listed before, nor by other names', async () => {
		const listed = [promotion('old'), promotion('else', 'Sale 2'), promotion('new', ' sALE ')];
		expect(await look([listed], { listedBefore: ['old'] })).toMatchObject({ newIds: ['new'] });
	});

	it('shows all that are new, each once', async () => {
		expect(await look([[promotion('a'), promotion('b'), promotion('a')]])).toMatchObject({ newIds: ['a', 'b'] });
	});

	it('says when the list could not be read at all', async () => {
		expect(await look([undefined])).toEqual({ newIds: [], couldRead: false, waited: [0, 2, 3, 10, 15] });
		expect(await look([undefined, [promotion('p-1')]])).toMatchObject({ newIds: ['p-1'], couldRead: true });
	});

	it('ends with the execution', async () => {
		let reads = 0;
		const list = async () => {
			reads += 1;
			return [];
		};
		const sight = await look([], { list, clock: { pause: async (ms) => ms === 0 } });
		expect(sight).toMatchObject({ newIds: [], couldRead: true });
		expect(reads).toBe(1);
	});
});
